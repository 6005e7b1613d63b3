import { useState } from 'react';
import { Link } from 'react-router';
import type { FamilyEnrolment } from '#contract/families/calls.ts';
import type { Formats } from '#contract/formats.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { Day, Money } from '#web/components/time/written.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { goesBackOf, keptWords } from '#web/lib/formats/goes-back.ts';
import { rich } from '#web/lib/rich.ts';
import { AnotherSumFields, useAnotherSum } from './another-sum.tsx';
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
    heading: t('classes.class_name_column'),
    cell: ({ classname, learnername }) => (
      <span className="block text-start">
        <span className="wrap-anywhere block font-semibold">
          <OwnWords>{classname}</OwnWords>
        </span>
        <span className="wrap-anywhere block text-quiet text-sm">{learnername}</span>
      </span>
    ),
  },
  { heading: t('families.since'), cell: ({ date }) => <Day at={date} /> },
  {
    heading: t('classes.price_label'),
    cell: ({ price, rest, currency }) => (
      <>
        {price > 0 && <Money amount={price} currency={currency} />}
        {price === 0 && rest === undefined && t('families.free')}
        {rest !== undefined && (
          <span className={price > 0 ? 'block text-quiet text-sm' : 'block'}>
            <Money amount={rest} currency={currency} />{' '}
            <span className="text-quiet text-sm">{t('invoices.on_invoice')}</span>
          </span>
        )}
      </>
    ),
  },
  { heading: t('common.state'), cell: (place) => <State place={place} /> },
  {
    heading: t('common.action'),
    card: 'foot',
    cell: (place) => <PlaceActions place={place} {...moving} />,
  },
];

/** The places of a family, those that it had among them, with what the office can do about each. */
export const PlaceList = ({ places, ...moving }: Props & { places: readonly FamilyEnrolment[] }) => (
  <DataTable
    caption={t('families.classes')}
    columns={columnsOf(moving)}
    rows={places}
    rowKey={({ _id }) => _id}
  />
);

function State({ place }: Of) {
  const { label, tone } = stateOf(place);
  return (
    <span className="block">
      <span className={`badge whitespace-nowrap font-semibold ${tone}`}>{label}</span>
      {place.payer && (
        <span className="mt-1 block text-quiet text-sm">
          {rich('families.paid_by', {
            name: (
              <Link className="link" to={`/admin/families/${place.payer.userid}`}>
                {place.payer.name}
              </Link>
            ),
          })}
        </span>
      )}
    </span>
  );
}

const PAID = {
  card: 'families.paid_by_card',
  cash: 'families.paid_in_cash',
  transfer: 'families.paid_by_transfer',
  due: 'reconciliation.owes_school',
} as const;

function stateOf(place: FamilyEnrolment): { label: string; tone: string } {
  const { state, paidby, price, rest, returned } = place;
  switch (state) {
    case 'enrolled':
      if (!paidby && rest !== undefined) return { label: t('invoices.on_invoice'), tone: 'badge-success' };
      if (!paidby) return { label: t('families.free_of_charge'), tone: 'badge-success' };
      return { label: t(PAID[paidby]), tone: paidby === 'due' ? 'badge-warning' : 'badge-success' };
    case 'expired':
      return { label: t('families.ended_never_paid'), tone: 'badge-outline border-[#8a8296]' };
    case 'refunded':
      return price === 0
        ? { label: t('reconciliation.ended'), tone: 'badge-outline border-[#8a8296]' }
        : {
            label: returned < goesBackOf(place) ? t('payments.partly_refunded') : t('payments.refunded'),
            tone: 'badge-info',
          };
    case 'refund_due':
      return isOwedBack(place)
        ? { label: t('reconciliation.to_refund'), tone: 'badge-warning' }
        : { label: t('reconciliation.on_its_way_back'), tone: 'badge-info' };
    case 'refund_failed':
      return { label: t('reconciliation.refund_failed'), tone: 'badge-error' };
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
          {rich(isOwed(place) ? 'families.confirmation_of' : 'families.receipt_of', {
            classname: place.classname,
            hidden: (text) => <span className="sr-only">{text}</span>,
          })}
        </Link>
      )}
      {place.state === 'enrolled' && mayMove(place) && (
        <button type="button" className={BUTTON} onClick={() => onMove(place)}>
          {rich('families.move_place', {
            classname: place.classname,
            learnername: place.learnername,
            hidden: (text) => <span className="sr-only">{text}</span>,
          })}
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
      title={t('families.mark_as_paid')}
      sentence={t('families.has_paid', {
        sum,
        classname: place.classname,
        learnername: place.learnername,
      })}
      confirmLabel={t('families.mark_as_paid')}
    />
  );
}

function ReturnedButton({ place }: Of) {
  const sum = useFormats().money(goesBackOf(place), place.currency);
  return (
    <MovementButton
      place={place}
      call="markReturned"
      title={t('families.mark_as_refunded')}
      sentence={t('families.has_refunded', {
        sum,
        classname: place.classname,
        learnername: place.learnername,
      })}
      confirmLabel={t('families.mark_as_refunded')}
    />
  );
}

type MovementButtonProps = Of & {
  call: 'markPaid' | 'markReturned';
  title: string;
  sentence: string;
  confirmLabel: string;
};

/** Notes money that came or went by hand, after asking how. */
function MovementButton({ place, call, ...dialog }: MovementButtonProps) {
  const { run } = useChange(officeChanges, call);
  const [isAsking, setIsAsking] = useState(false);
  const another = useAnotherSum('paid');
  return (
    <>
      <button
        type="button"
        className="btn btn-primary btn-sm whitespace-nowrap"
        onClick={() => setIsAsking(true)}
      >
        {rich(call === 'markPaid' ? 'families.mark_as_paid_of' : 'families.mark_as_refunded_of', {
          classname: place.classname,
          hidden: (text) => <span className="sr-only">{text}</span>,
        })}
      </button>
      {isAsking && (
        <MovementDialog
          {...dialog}
          isFit={another.isFit}
          onConfirm={(movement) => run({ id: place._id, ...movement, ...another.sum })}
          onClose={() => setIsAsking(false)}
        >
          {call === 'markPaid' && <AnotherSumFields currency={place.currency} {...another.fields} />}
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
        {rich('families.cancel', {
          classname: place.classname,
          hidden: (text) => <span className="sr-only">{text}</span>,
        })}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t('payments.cancel_this_place_question')}
          confirmLabel={t('payments.cancel_the_place')}
          onConfirm={() => run({ id: place._id })}
          onClose={() => setIsAsking(false)}
        >
          <p>
            {t('families.place_becomes_free', {
              learnername: place.learnername,
              classname: place.classname,
            })}{' '}
            {moneyWords(place, money)}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function moneyWords(place: FamilyEnrolment, money: Formats['money']): string {
  const { paidby, price, earned = 0, currency } = place;
  if (paidby === 'due') return t('families.no_longer_owed', { money: money(price, currency) });
  const sum = money(goesBackOf(place), currency);
  const kept = earned > 0 ? ` ${keptWords(place, money)}` : '';
  if (price > 0 && earned === price) return kept.trim();
  switch (paidby) {
    case 'card':
      return t('families.back_to_card', { sum }) + kept;
    case 'cash':
    case 'transfer':
      return t('families.back_by_hand', { sum }) + kept;
    default:
      return '';
  }
}
