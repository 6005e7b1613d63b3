import { useState } from 'react';
import { Link } from 'react-router';
import { isWrong, type ReconciliationLine } from '#contract/reconciliation.ts';
import { ActionButton } from '#web/components/action-button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { api } from '#web/lib/api.ts';
import { useAnnouncedChange } from '#web/lib/outcome.ts';
import { formatPrice } from '#web/lib/price.ts';

/** What an admin can do about a payment; whatever moves money asks first, with the sum. */
export function LineActions({ line }: { line: ReconciliationLine }) {
  const announceChange = useAnnouncedChange();
  const [isBusy, setIsBusy] = useState(false);
  const [asking, setAsking] = useState<'repair' | 'cancel' | null>(null);
  const { transactionId, enrolmentid, verdict, attention, received, refunded, currency } = line;
  const kept = Math.max(0, received - refunded);
  const repairBody = { transactionId, kept };

  async function change(work: Promise<unknown>, done: string) {
    setIsBusy(true);
    await announceChange(work, { done });
    setIsBusy(false);
  }
  const repair = () => change(api.repairPayment({ body: repairBody }), 'Payment and enrolment agree again');
  const keepPlace = () =>
    change(api.repairPayment({ body: { ...repairBody, keepplace: true } }), 'The student keeps the place');
  const note = () => change(api.repairPayment({ body: repairBody }), 'Noted');
  const cancel = (id: string) =>
    change(api.cancelEnrolment({ params: { id } }), 'Enrolment cancelled, the money goes back');

  return (
    <span className="flex flex-wrap justify-end gap-1 @3xl:justify-start">
      {isWrong(verdict) && (
        <ActionButton className="btn btn-primary btn-sm" isBusy={isBusy} onClick={() => setAsking('repair')}>
          Repair<span className="sr-only"> {transactionId}</span>
        </ActionButton>
      )}
      {!isWrong(verdict) && attention && attention !== 'disputed' && (
        <ActionButton className="btn btn-primary btn-sm" isBusy={isBusy} onClick={note}>
          Noted<span className="sr-only"> {transactionId}</span>
        </ActionButton>
      )}
      {enrolmentid && (
        <Link to={`/admin/receipt/${enrolmentid}`} className="btn btn-outline btn-sm bg-base-100">
          Receipt
        </Link>
      )}
      {verdict === 'matched' && enrolmentid && attention !== 'disputed' && (
        <ActionButton
          className="btn btn-ghost btn-sm text-error"
          isBusy={isBusy}
          onClick={() => setAsking('cancel')}
        >
          Cancel
        </ActionButton>
      )}
      {asking === 'cancel' && enrolmentid && (
        <ConfirmDialog
          title="Cancel this enrolment?"
          confirmLabel="Cancel the enrolment"
          onConfirm={() => cancel(enrolmentid)}
          onClose={() => setAsking(null)}
        >
          <p>
            {line.email} leaves {line.classname}, the seat comes free, and {formatPrice(kept, currency)} goes
            back to the card.
          </p>
        </ConfirmDialog>
      )}
      {asking === 'repair' && (
        <ConfirmDialog
          title="Repair this payment?"
          confirmLabel={REPAIR_LABELS[verdict] ?? 'Repair'}
          cancelLabel="Leave it"
          onConfirm={repair}
          onClose={() => setAsking(null)}
          {...(verdict === 'partly-refunded' && { other: { label: 'Keep the place', onConfirm: keepPlace } })}
        >
          <RepairWords line={line} kept={formatPrice(kept, currency)} />
        </ConfirmDialog>
      )}
    </span>
  );
}

const REPAIR_LABELS: { readonly [V in ReconciliationLine['verdict']]?: string } = {
  'paid-not-enrolled': 'Enrol or refund',
  'enrolled-not-paid': 'End the place',
  'partly-refunded': 'End the place',
};

function RepairWords({ line, kept }: { line: ReconciliationLine; kept: string }) {
  const { verdict, refunded, currency, email, classname } = line;
  const student = email ?? 'The student';
  const place = classname ?? 'the class';
  switch (verdict) {
    case 'paid-not-enrolled':
      return (
        <p>
          {student} paid and has no place. If the place can still be given, it is given now; otherwise {kept}{' '}
          goes back to the card.
        </p>
      );
    case 'partly-refunded':
      return (
        <p>
          {formatPrice(refunded, currency)} went back to {student} already. End the place in {place}, and the
          other {kept} goes back too; or keep the place, and the school keeps {kept}.
        </p>
      );
    default:
      return (
        <p>
          The school holds nothing of this payment any more. {student} leaves {place}, and the seat comes
          free.
        </p>
      );
  }
}
