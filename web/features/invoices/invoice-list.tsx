import { useState } from 'react';
import { Link } from 'react-router';
import { apiErrorOf } from '#contract/client.ts';
import type { Formats } from '#contract/formats.ts';
import { type Invoice, invoiceCalls, type PayableInvoice } from '#contract/invoices/office-calls.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { Download } from '#web/components/icons/download.tsx';
import { toast } from '#web/components/layout/toasts.tsx';
import { readBytes } from '#web/lib/api/read-bytes.ts';
import { saveBlob } from '#web/lib/api/save-file.ts';
import { wentWrong } from '#web/lib/api/wire.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { type Instalment, Instalments } from './instalments.tsx';

/** The title of an invoice or credit note. */
export const titleOf = ({ kind, number }: Invoice) =>
  kind === 'credit' ? t('invoices.credit_number', { number }) : t('invoices.number', { number });

/**
 * Invoices and credit notes, each to be saved, with the instalments of those that are paid so; `onVoid` where
 * the reader may make one void, `onPaid` where they note that an instalment was paid.
 */
export function InvoiceList({
  invoices,
  isPayer = false,
  onVoid,
  onPaid,
}: {
  invoices: readonly PayableInvoice[];
  /** Whether it is the family that reads, which can pay. */
  isPayer?: boolean;
  onPaid?: ((instalment: Instalment) => void) | undefined;
  onVoid?: (invoice: PayableInvoice) => void;
}) {
  return (
    <ul className="panel divide-y divide-base-300">
      {invoices.map((invoice) => (
        <li key={invoice._id} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3 sm:px-5">
          <Said invoice={invoice} />
          <span className="flex flex-wrap gap-2">
            {onVoid && invoice.kind === 'invoice' && invoice.state === 'issued' && (
              <button
                type="button"
                className="btn btn-outline btn-sm"
                aria-label={t('common.label_of', { label: t('invoices.make_void'), of: titleOf(invoice) })}
                onClick={() => onVoid(invoice)}
              >
                {t('invoices.make_void')}
              </button>
            )}
            {isPayer && invoice.payable > 0 && !invoice.instalments && (
              <Link
                to={`/account/money/pay?invoice=${invoice._id}`}
                className="btn btn-outline btn-sm"
                aria-label={t('common.label_of', {
                  label: t('instalments.pay_in_parts'),
                  of: titleOf(invoice),
                })}
              >
                {t('instalments.pay_in_parts')}
              </Link>
            )}
            <SaveButton invoice={invoice} />
          </span>
          {invoice.instalments && <Instalments invoice={invoice} isPayer={isPayer} onPaid={onPaid} />}
        </li>
      ))}
    </ul>
  );
}

function Said({ invoice }: { invoice: PayableInvoice }) {
  const { day, money } = useFormats();
  const { state, issuedday, dueday, total, currency, cancels } = invoice;
  const isVoid = state === 'void';
  return (
    <span className="min-w-0 flex-1 basis-56">
      <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="font-semibold">{titleOf(invoice)}</span>
        <span className={isVoid ? 'text-quiet line-through' : ''}>{money(total, currency)}</span>
        {isVoid ? (
          <span className="badge badge-ghost">{t('invoices.is_void')}</span>
        ) : (
          <State invoice={invoice} />
        )}
      </span>
      <span className="mt-1 block text-quiet text-sm">
        <time dateTime={issuedday}>{day(issuedday)}</time>
        {cancels && ` · ${t('invoices.cancels_number', { number: cancels })}`}
        {dueday && !isVoid && ` · ${t('invoices.due_on', { day: day(dueday) })}`}
        {partsOf(invoice, money).map((part) => ` · ${part}`)}
      </span>
    </span>
  );
}

/** Whether an invoice is paid, or what is open of it and for how long. */
function State({ invoice: { kind, paid, open, overdue, currency } }: { invoice: PayableInvoice }) {
  const { money } = useFormats();
  if (kind === 'credit') return null;
  if (overdue)
    return (
      <span className="badge badge-error">{t('invoices.overdue_sum', { sum: money(open, currency) })}</span>
    );
  if (open > 0)
    return (
      <span className="badge badge-warning">{t('invoices.open_sum', { sum: money(open, currency) })}</span>
    );
  return (
    <span className="badge badge-success">{t(paid > 0 ? 'invoices.is_paid' : 'invoices.is_settled')}</span>
  );
}

/** What was paid and credited of an invoice of which the total does not say it. */
function partsOf({ kind, state, paid, credited, total, currency }: PayableInvoice, money: Formats['money']) {
  if (kind === 'credit' || state === 'void') return [];
  return [
    ...(paid !== 0 && paid !== total ? [t('invoices.paid_sum', { sum: money(paid, currency) })] : []),
    ...(credited !== 0 ? [t('invoices.credited_sum', { sum: money(credited, currency) })] : []),
  ];
}

/** Fetches the file as the person who is signed in, since its address alone opens nothing. */
function SaveButton({ invoice }: { invoice: Invoice }) {
  const [isBusy, setIsBusy] = useState(false);
  async function save() {
    setIsBusy(true);
    try {
      const path = `/invoices/${encodeURIComponent(invoice._id)}.pdf`;
      saveBlob(`${invoice.number}.pdf`, await readBytes(invoiceCalls.readInvoicePdf, path));
    } catch (error) {
      toast('error', apiErrorOf(error)?.message ?? wentWrong());
    }
    setIsBusy(false);
  }
  return (
    <ActionButton
      className="btn btn-outline btn-sm"
      aria-label={t('common.label_of', { label: t('invoices.save_pdf'), of: titleOf(invoice) })}
      isBusy={isBusy}
      onClick={save}
      icon={<Download className="size-4" aria-hidden="true" />}
    >
      {t('invoices.save_pdf')}
    </ActionButton>
  );
}
