import { useState } from 'react';
import { Link } from 'react-router';
import {
  isRepairable,
  isWrong,
  type ReconciliationItem,
  type ReconciliationLine,
} from '#contract/reconciliation/calls.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { reconciliationChanges } from './changes.ts';

type Of = { line: ReconciliationLine };

const keptOf = ({ received, refunded }: ReconciliationLine) => Math.max(0, received - refunded);
const paymentOf = (line: ReconciliationLine) => ({ transactionId: line.transactionId, kept: keptOf(line) });

/** What an admin can do about a payment; whatever moves money asks first, with the sum. */
export function LineActions({ line }: Of) {
  const { enrolmentid, verdict, attention, paidby } = line;
  const isDisputed = attention === 'disputed';
  const isQuiet = !isRepairable(verdict) && (!attention || isDisputed) && !enrolmentid;
  if (isQuiet) return null;
  return (
    <span className="flex flex-wrap justify-end gap-1 @3xl:justify-start">
      {isRepairable(verdict) && <RepairButton line={line} />}
      {!isWrong(verdict) && attention && !isDisputed && <NotedButton line={line} />}
      {enrolmentid && (
        <Link to={`/admin/receipt/${enrolmentid}`} className="btn btn-outline btn-sm btn-paper">
          Receipt
        </Link>
      )}
      {verdict === 'matched' && enrolmentid && !paidby && !isDisputed && (
        <CancelButton line={line} enrolmentid={enrolmentid} />
      )}
    </span>
  );
}

function RepairButton({ line }: Of) {
  const repair = useChange(reconciliationChanges, 'repairPayment');
  const keepPlace = useChange(reconciliationChanges, 'keepPlace');
  const [isAsking, setIsAsking] = useState(false);
  const { verdict, transactionId, currency, items } = line;
  const payment = paymentOf(line);
  const { money } = useFormats();
  const labels = items ? REPAIR_LABELS_OF_SEVERAL : REPAIR_LABELS;
  return (
    <>
      <ActionButton
        className="btn btn-primary btn-sm"
        isBusy={repair.isBusy || keepPlace.isBusy}
        onClick={() => setIsAsking(true)}
      >
        Repair<span className="sr-only"> {transactionId}</span>
      </ActionButton>
      {isAsking && (
        <ConfirmDialog
          title="Repair this payment?"
          confirmLabel={labels[verdict] ?? 'Repair'}
          cancelLabel="Cancel"
          onConfirm={() => repair.run(payment)}
          onClose={() => setIsAsking(false)}
          {...(verdict === 'partly-refunded' && {
            other: {
              label: items ? 'Keep the places' : 'Keep the place',
              onConfirm: () => keepPlace.run(payment),
            },
          })}
        >
          {items ? (
            <RepairWordsOfSeveral line={line} items={items} />
          ) : (
            <RepairWords line={line} kept={money(payment.kept, currency)} />
          )}
        </ConfirmDialog>
      )}
    </>
  );
}

function NotedButton({ line }: Of) {
  const { isBusy, run } = useChange(reconciliationChanges, 'noteAttention');
  return (
    <ActionButton className="btn btn-primary btn-sm" isBusy={isBusy} onClick={() => run(paymentOf(line))}>
      Noted<span className="sr-only"> {line.transactionId}</span>
    </ActionButton>
  );
}

function CancelButton({ line, enrolmentid }: Of & { enrolmentid: string }) {
  const { isBusy, run } = useChange(reconciliationChanges, 'endEnrolment');
  const { money } = useFormats();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <ActionButton
        className="btn btn-ghost btn-sm text-error"
        isBusy={isBusy}
        onClick={() => setIsAsking(true)}
      >
        Cancel
      </ActionButton>
      {isAsking && (
        <ConfirmDialog
          title="Cancel this place?"
          confirmLabel="Cancel the place"
          onConfirm={() => run({ id: enrolmentid })}
          onClose={() => setIsAsking(false)}
        >
          <p>
            {line.learnername ?? line.email} leaves {line.classname}, the place becomes free, and{' '}
            {money(keptOf(line), line.currency)} goes back to the card.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

const REPAIR_LABELS: { readonly [V in ReconciliationLine['verdict']]?: string } = {
  'paid-not-enrolled': 'Enrol or refund',
  'enrolled-not-paid': 'End the place',
  'partly-refunded': 'End the place',
};

const REPAIR_LABELS_OF_SEVERAL: typeof REPAIR_LABELS = {
  'paid-not-enrolled': 'Enrol or refund',
  'enrolled-not-paid': 'End the places',
  'partly-refunded': 'End the places',
};

/**
 * Of a payment for several places, of which those that have ended are paid back and those that stand are
 * asked about together.
 */
function RepairWordsOfSeveral({
  line: { verdict, refunded, currency, email },
  items,
}: Of & { items: readonly ReconciliationItem[] }) {
  const { money } = useFormats();
  const payer = email ?? 'The payer';
  const leftOf = (isOf: (item: ReconciliationItem) => boolean) =>
    money(
      items.filter(isOf).reduce((total, item) => total + item.received - item.refunded, 0),
      currency,
    );
  const isEnrolled = ({ enrolmentid }: ReconciliationItem) => enrolmentid !== null;
  switch (verdict) {
    case 'paid-not-enrolled':
      return (
        <p>
          {payer} paid {leftOf((item) => !isEnrolled(item))} for places that do not exist. If all of them can
          still be booked, they are booked now; otherwise that sum goes back to the card. The other places
          stay.
        </p>
      );
    case 'partly-refunded':
      return (
        <p>
          {money(refunded, currency)} of this payment has already gone back to {payer}, more than for the
          places that have ended. End all other places, and the remaining {leftOf(isEnrolled)} goes back too;
          or keep them, and the school keeps {leftOf(isEnrolled)}. If it was for one place, close this and
          cancel that place.
        </p>
      );
    default:
      return (
        <p>
          The school holds none of this payment. {payer} loses every place that it paid for, and the places
          become free.
        </p>
      );
  }
}

function RepairWords({ line, kept }: Of & { kept: string }) {
  const { verdict, refunded, currency, email, classname } = line;
  const { money } = useFormats();
  const student = email ?? 'The student';
  const place = classname ?? 'the class';
  switch (verdict) {
    case 'paid-not-enrolled':
      return (
        <p>
          {student} paid and has no place. If the place can still be booked, it is booked now; otherwise{' '}
          {kept} goes back to the card.
        </p>
      );
    case 'partly-refunded':
      return (
        <p>
          {money(refunded, currency)} has already gone back to {student}. End the place in {place}, and the
          remaining {kept} goes back too; or keep the place, and the school keeps {kept}.
        </p>
      );
    default:
      return (
        <p>
          The school holds none of this payment. {student} leaves {place}, and the place becomes free.
        </p>
      );
  }
}
