import { useState } from 'react';
import { Link } from 'react-router';
import type { FamilyEnrolment } from '#contract/families/calls.ts';
import type { Formats } from '#contract/formats.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { Day, Money } from '#web/components/time/written.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { goesBackOf, keptWords } from '#web/lib/formats/goes-back.ts';
import { type AnotherSum, AnotherSumFields } from './another-sum.tsx';
import { officeChanges } from './changes.ts';
import { MovementDialog } from './movement-dialog.tsx';

type Of = { place: FamilyEnrolment };
type Props = {
  /** Whether another of the family could take a place. */
  mayMove: (place: FamilyEnrolment) => boolean;
  /** Opens what gives it to them. */
  onMove: (place: FamilyEnrolment) => void;
};

const isOwed = ({ state, paidby }: FamilyEnrolment) => state === 'enrolled' && paidby === 'due';
const isOwedBack = ({ state, paidby }: FamilyEnrolment) =>
  state === 'refund_due' && (paidby === 'cash' || paidby === 'transfer');

const columnsOf = (moving: Props): Column<FamilyEnrolment>[] => [
  {
    heading: 'Class',
    cell: ({ classname, learnername }) => (
      <span className="block text-start">
        <span className="wrap-anywhere block font-semibold">{classname}</span>
        <span className="wrap-anywhere block text-quiet text-sm">{learnername}</span>
      </span>
    ),
  },
  { heading: 'Since', cell: ({ date }) => <Day at={date} /> },
  {
    heading: 'Price',
    cell: ({ price, currency }) => (price === 0 ? 'Free' : <Money amount={price} currency={currency} />),
  },
  { heading: 'State', cell: (place) => <State place={place} /> },
  { heading: 'Action', card: 'foot', cell: (place) => <PlaceActions place={place} {...moving} /> },
];

/** The places of a family, those that it had among them, with what the office can do about each. */
export const PlaceList = ({ places, ...moving }: Props & { places: readonly FamilyEnrolment[] }) => (
  <DataTable caption="Classes" columns={columnsOf(moving)} rows={places} rowKey={({ _id }) => _id} />
);

function State({ place }: Of) {
  const { label, tone } = stateOf(place);
  return (
    <span className="block">
      <span className={`badge h-auto whitespace-nowrap py-0.5 font-semibold ${tone}`}>{label}</span>
      {place.payer && (
        <span className="mt-1 block text-quiet text-sm">
          Paid by{' '}
          <Link className="link" to={`/admin/families/${place.payer.userid}`}>
            {place.payer.name}
          </Link>
        </span>
      )}
    </span>
  );
}

const PAID = {
  card: 'Paid by card',
  cash: 'Paid in cash',
  transfer: 'Paid by transfer',
  due: 'Owes the school',
} as const;

function stateOf(place: FamilyEnrolment): { label: string; tone: string } {
  const { state, paidby, price, returned } = place;
  switch (state) {
    case 'enrolled':
      if (!paidby) return { label: 'Free of charge', tone: 'badge-success' };
      return { label: PAID[paidby], tone: paidby === 'due' ? 'badge-warning' : 'badge-success' };
    case 'expired':
      return { label: 'Ended, never paid', tone: 'badge-outline border-[#8a8296]' };
    case 'refunded':
      return price === 0
        ? { label: 'Ended', tone: 'badge-outline border-[#8a8296]' }
        : { label: returned < goesBackOf(place) ? 'Partly refunded' : 'Refunded', tone: 'badge-info' };
    case 'refund_due':
      return isOwedBack(place)
        ? { label: 'To refund', tone: 'badge-warning' }
        : { label: 'On its way back', tone: 'badge-info' };
    case 'refund_failed':
      return { label: 'Refund failed', tone: 'badge-error' };
  }
}

const BUTTON = 'btn btn-outline btn-sm btn-paper whitespace-nowrap';

function PlaceActions({ place, mayMove, onMove }: Of & Props) {
  return (
    <span className="flex flex-wrap gap-1">
      {isOwed(place) && <PaidButton place={place} />}
      {isOwedBack(place) && <ReturnedButton place={place} />}
      {place.state !== 'expired' && (
        <Link to={`/admin/receipt/${place._id}`} className={BUTTON}>
          {isOwed(place) ? 'Confirmation' : 'Receipt'}
          <span className="sr-only"> for {place.classname}</span>
        </Link>
      )}
      {place.state === 'enrolled' && mayMove(place) && (
        <button type="button" className={BUTTON} onClick={() => onMove(place)}>
          Move
          <span className="sr-only">
            {' '}
            {place.classname} from {place.learnername} to another learner
          </span>
        </button>
      )}
      {place.state === 'enrolled' && <CancelButton place={place} />}
    </span>
  );
}

function PaidButton({ place }: Of) {
  const sum = useFormats().money(place.price, place.currency);
  return (
    <MovementButton
      place={place}
      call="markPaid"
      label="Mark as paid"
      title="Mark as paid"
      sentence={`The family has paid ${sum} for ${place.classname} (${place.learnername}).`}
      confirmLabel="Mark as paid"
    />
  );
}

function ReturnedButton({ place }: Of) {
  const sum = useFormats().money(goesBackOf(place), place.currency);
  return (
    <MovementButton
      place={place}
      call="markReturned"
      label="Mark as refunded"
      title="Mark as refunded"
      sentence={`You have refunded ${sum} for ${place.classname} (${place.learnername}). The family gets an email about it.`}
      confirmLabel="Mark as refunded"
    />
  );
}

type MovementButtonProps = Of & {
  call: 'markPaid' | 'markReturned';
  label: string;
  title: string;
  sentence: string;
  confirmLabel: string;
};

/** Notes money that came or went by hand, after asking how. */
function MovementButton({ place, call, label, ...dialog }: MovementButtonProps) {
  const { run } = useChange(officeChanges, call);
  const [isAsking, setIsAsking] = useState(false);
  const [sum, setSum] = useState<AnotherSum | null>(null);
  return (
    <>
      <button
        type="button"
        className="btn btn-primary btn-sm whitespace-nowrap"
        onClick={() => setIsAsking(true)}
      >
        {label}
        <span className="sr-only"> for {place.classname}</span>
      </button>
      {isAsking && (
        <MovementDialog
          {...dialog}
          onConfirm={(movement) => run({ id: place._id, ...movement, ...(call === 'markPaid' && sum) })}
          onClose={() => setIsAsking(false)}
        >
          {call === 'markPaid' && <AnotherSumFields sum={sum} currency={place.currency} onChange={setSum} />}
        </MovementDialog>
      )}
    </>
  );
}

function CancelButton({ place }: Of) {
  const { run } = useChange(officeChanges, 'cancelPlace');
  const [isAsking, setIsAsking] = useState(false);
  const { money } = useFormats();
  return (
    <>
      <button
        type="button"
        className="btn btn-ghost btn-sm whitespace-nowrap text-error"
        onClick={() => setIsAsking(true)}
      >
        Cancel<span className="sr-only"> {place.classname}</span>
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Cancel this place?"
          confirmLabel="Cancel the place"
          onConfirm={() => run({ id: place._id })}
          onClose={() => setIsAsking(false)}
        >
          <p>
            {place.learnername} leaves {place.classname}, and the place becomes free.{' '}
            {moneyWords(place, money)}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function moneyWords(place: FamilyEnrolment, money: Formats['money']): string {
  const { paidby, price, earned = 0, currency } = place;
  if (paidby === 'due') return `${money(price, currency)} is no longer owed.`;
  const sum = money(goesBackOf(place), currency);
  const kept = earned > 0 ? ` ${keptWords(place, money)}` : '';
  if (price > 0 && earned === price) return kept.trim();
  switch (paidby) {
    case 'card':
      return `${sum} goes back to the card.${kept}`;
    case 'cash':
    case 'transfer':
      return `${sum} is to be refunded by hand: it stays on this page and in the money check until you mark it as refunded.${kept}`;
    default:
      return '';
  }
}
