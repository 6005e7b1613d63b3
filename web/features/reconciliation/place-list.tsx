import { useState } from 'react';
import { Link } from 'react-router';
import { reasonWords } from '#contract/messages/reasons.ts';
import type { ReconciliationItem, ReconciliationLine } from '#contract/reconciliation/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { rich } from '#web/lib/rich.ts';
import { reconciliationChanges } from './changes.ts';
import { ATTENTION_WORDS, PLACE_WORDS } from './verdict-words.ts';

type Of = { line: ReconciliationLine; items: readonly ReconciliationItem[] };

/**
 * The places that one payment paid for: whose and what, what each cost and where its money is, and what can
 * be done about it alone.
 */
export function PlaceList({ line, items }: Of) {
  return (
    <ul className="mt-2 divide-y divide-base-300 border-base-300 border-t">
      {items.map((item) => (
        <li key={item._id} className="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-1.5 py-2.5">
          <PlaceWords line={line} item={item} />
          <span className="col-span-2 flex flex-wrap items-center gap-1">
            <span className={`badge badge-sm font-semibold ${PLACE_WORDS[item.state].tone}`}>
              {t(PLACE_WORDS[item.state].label)}
            </span>
            <PlaceActions line={line} item={item} />
          </span>
        </li>
      ))}
    </ul>
  );
}

type OfPlace = { line: ReconciliationLine; item: ReconciliationItem };

function PlaceWords({ line: { currency }, item }: OfPlace) {
  const { money } = useFormats();
  const { classname, learnername, price, refunded, reason, attention } = item;
  return (
    <>
      <span className="min-w-0">
        <span className="wrap-anywhere block text-sm">
          {classname ? <OwnWords>{classname}</OwnWords> : t('reconciliation.no_class_named')}
        </span>
        <span className="wrap-anywhere block text-quiet text-xs">{learnername}</span>
        {reason && <span className="block text-quiet text-xs">{reasonWords(reason)}</span>}
        {attention && (
          <span className="block font-medium text-error text-xs">{t(ATTENTION_WORDS[attention])}</span>
        )}
      </span>
      <span className="text-end text-sm tabular-nums">
        {money(price, currency)}
        {refunded > 0 && (
          <span className="block text-quiet text-xs">
            {refunded < price
              ? t('payments.sum_refunded', { money: money(refunded, currency) })
              : t('reconciliation.all_refunded')}
          </span>
        )}
      </span>
    </>
  );
}

function PlaceActions({ line, item }: OfPlace) {
  const { verdict, attention } = line;
  const { _id, enrolmentid, classname, learnername, price } = item;
  const isSettled = verdict === 'matched' || verdict === 'partly-refunded';
  return (
    <span className="ms-auto flex gap-1">
      {item.received > 0 && (
        <Link to={`/admin/receipt/${_id}`} className="btn btn-ghost btn-sm md:btn-xs">
          {rich('reconciliation.receipt_of', {
            learnername,
            classname,
            hidden: (text) => <span className="sr-only">{text}</span>,
          })}
        </Link>
      )}
      {enrolmentid && price > 0 && isSettled && attention !== 'disputed' && (
        <CancelPlace line={line} item={item} />
      )}
    </span>
  );
}

function CancelPlace({ line: { currency }, item }: OfPlace) {
  const { isBusy, run } = useChange(reconciliationChanges, 'endEnrolment');
  const { money } = useFormats();
  const [isAsking, setIsAsking] = useState(false);
  const { _id, classname, learnername, price } = item;
  return (
    <>
      <ActionButton
        className="btn btn-ghost btn-sm text-error md:btn-xs"
        isBusy={isBusy}
        onClick={() => setIsAsking(true)}
      >
        {rich('reconciliation.cancel_of', {
          learnername,
          classname,
          hidden: (text) => <span className="sr-only">{text}</span>,
        })}
      </ActionButton>
      {isAsking && (
        <ConfirmDialog
          title={t('payments.cancel_this_place_question')}
          confirmLabel={t('payments.cancel_the_place')}
          onConfirm={() => run({ id: _id })}
          onClose={() => setIsAsking(false)}
        >
          <p>
            {t('reconciliation.cancel_one_what', {
              learnername,
              classname: classname ?? '',
              money: money(price, currency),
            })}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
