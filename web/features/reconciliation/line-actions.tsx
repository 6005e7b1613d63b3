import { useState } from 'react';
import { Link } from 'react-router';
import {
  isRepairable,
  isWrong,
  type ReconciliationItem,
  type ReconciliationLine,
  reconciliationCalls,
} from '#contract/reconciliation/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { rich } from '#web/lib/rich.ts';
import { useMay } from '#web/lib/session/may.ts';
import { reconciliationChanges } from './changes.ts';

type Of = { line: ReconciliationLine };

const keptOf = ({ received, refunded }: ReconciliationLine) => Math.max(0, received - refunded);
const paymentOf = (line: ReconciliationLine) => ({ transactionId: line.transactionId, kept: keptOf(line) });

/** What can be done about a payment, by who may; whatever moves money asks first, with the sum. */
export function LineActions({ line }: Of) {
  const { enrolmentid, verdict, attention, paidby } = line;
  const isDisputed = attention === 'disputed';
  const mayRepair = useMay()(reconciliationCalls.repairPayment);
  const isToRepair = mayRepair && isRepairable(verdict);
  const isToNote = mayRepair && !isWrong(verdict) && attention && !isDisputed;
  if (!isToRepair && !isToNote && !enrolmentid) return null;
  return (
    <span className="flex flex-wrap justify-end gap-1 @3xl:justify-start">
      {isToRepair && <RepairButton line={line} />}
      {isToNote && <NotedButton line={line} />}
      {enrolmentid && (
        <Link to={`/admin/receipt/${enrolmentid}`} className="btn btn-outline btn-sm btn-paper">
          {t(verdict === 'owed' ? 'payments.confirmation' : 'reconciliation.receipt')}
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
        {rich('reconciliation.repair_of', {
          transactionId,
          hidden: (text) => <span className="sr-only">{text}</span>,
        })}
      </ActionButton>
      {isAsking && (
        <ConfirmDialog
          title={t('reconciliation.repair_title')}
          confirmLabel={t(labels[verdict] ?? 'reconciliation.repair')}
          cancelLabel={t('common.cancel')}
          onConfirm={() => repair.run(payment)}
          onClose={() => setIsAsking(false)}
          {...(verdict === 'partly-refunded' && {
            other: {
              label: t(items ? 'reconciliation.keep_places' : 'payments.keep_place'),
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
      {rich('reconciliation.noted', {
        transactionId: line.transactionId,
        hidden: (text) => <span className="sr-only">{text}</span>,
      })}
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
        {t('reconciliation.cancel')}
      </ActionButton>
      {isAsking && (
        <ConfirmDialog
          title={t('payments.cancel_this_place_question')}
          confirmLabel={t('payments.cancel_the_place')}
          onConfirm={() => run({ id: enrolmentid })}
          onClose={() => setIsAsking(false)}
        >
          <p>
            {t('reconciliation.cancel_what', {
              learnername: line.learnername ?? line.email ?? '',
              classname: line.classname ?? '',
              money: money(keptOf(line), line.currency),
            })}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

const REPAIR_LABELS: { readonly [V in ReconciliationLine['verdict']]?: PlainId } = {
  'paid-not-enrolled': 'reconciliation.enrol_or_refund',
  'enrolled-not-paid': 'reconciliation.end_place',
  'partly-refunded': 'reconciliation.end_place',
};

const REPAIR_LABELS_OF_SEVERAL: typeof REPAIR_LABELS = {
  'paid-not-enrolled': 'reconciliation.enrol_or_refund',
  'enrolled-not-paid': 'reconciliation.end_places',
  'partly-refunded': 'reconciliation.end_places',
};

/** What messages are given in place of a name that is not known. */
const UNKNOWN = 'unknown';

/**
 * Of a payment for several places, of which those that have ended are paid back and those that stand are
 * asked about together.
 */
function RepairWordsOfSeveral({
  line: { verdict, refunded, currency, email },
  items,
}: Of & { items: readonly ReconciliationItem[] }) {
  const { money } = useFormats();
  const payer = email ?? UNKNOWN;
  const leftOf = (isOf: (item: ReconciliationItem) => boolean) =>
    money(
      items.filter(isOf).reduce((total, item) => total + item.received - item.refunded, 0),
      currency,
    );
  const isEnrolled = ({ enrolmentid }: ReconciliationItem) => enrolmentid !== null;
  switch (verdict) {
    case 'paid-not-enrolled':
      return (
        <p>{t('reconciliation.places_missing_what', { payer, left: leftOf((item) => !isEnrolled(item)) })}</p>
      );
    case 'partly-refunded':
      return (
        <p>
          {t('reconciliation.places_refunded_what', {
            money: money(refunded, currency),
            payer,
            left: leftOf(isEnrolled),
          })}
        </p>
      );
    default:
      return <p>{t('reconciliation.places_unpaid_what', { payer })}</p>;
  }
}

function RepairWords({ line, kept }: Of & { kept: string }) {
  const { verdict, refunded, currency, email, classname } = line;
  const { money } = useFormats();
  const student = email ?? UNKNOWN;
  const place = classname ?? UNKNOWN;
  switch (verdict) {
    case 'paid-not-enrolled':
      return <p>{t('reconciliation.place_missing_what', { student, kept })}</p>;
    case 'partly-refunded':
      return (
        <p>
          {t('reconciliation.place_refunded_what', {
            money: money(refunded, currency),
            student,
            place,
            kept,
          })}
        </p>
      );
    default:
      return <p>{t('reconciliation.place_unpaid_what', { student, place })}</p>;
  }
}
