import { Link } from 'react-router';
import type { PayableInvoice } from '#contract/invoices/office-calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { Day } from '#web/components/time/written.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';

export type Instalment = NonNullable<PayableInvoice['instalments']>[number];

const STATES: Record<Instalment['state'], { label: PlainId; badge: string }> = {
  due: { label: 'instalments.due', badge: 'badge-ghost' },
  trying: { label: 'instalments.trying', badge: 'badge-ghost' },
  paid: { label: 'instalments.paid', badge: 'badge-success' },
  failed: { label: 'instalments.failed', badge: 'badge-error' },
  waived: { label: 'instalments.waived', badge: 'badge-ghost' },
};

/**
 * The parts in which an invoice is paid: when how much is due of it, and what became of it. The family pays one
 * before its day by a link; `onPaid` where the reader notes that one was paid at the school.
 */
export function Instalments({
  invoice: { number, currency, instalments = [] },
  isPayer,
  onPaid,
}: {
  invoice: PayableInvoice;
  isPayer: boolean;
  onPaid?: ((instalment: Instalment) => void) | undefined;
}) {
  const { money, day } = useFormats();
  return (
    <ol
      className="w-full divide-y divide-base-300 border-base-300 border-t"
      aria-label={t('instalments.of_invoice', { number })}
    >
      {instalments.map((part) => {
        const { label, badge } = STATES[part.state];
        const title = t('instalments.nth', { number: part.number });
        const isOpen = part.left > 0;
        return (
          <li key={part._id} className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-1.5 text-sm">
            <span className="min-w-0 flex-1 basis-40">
              <span className="block">{title}</span>
              <span className="block text-quiet">
                <Day at={part.day} />
                {isOpen && part.refusal && ` · ${t('instalments.was_refused')}`}
              </span>
            </span>
            <span className="tabular-nums">{money(part.amount, currency)}</span>
            {isOpen && part.left !== part.amount && (
              <span className="text-quiet tabular-nums">
                {t('invoices.open_sum', { sum: money(part.left, currency) })}
              </span>
            )}
            <span className={`badge ${badge}`}>{t(label)}</span>
            {isOpen && isPayer && (
              <Link
                to={`/account/money/pay?part=${part._id}`}
                className="link inline-block min-h-6 text-plum"
                aria-label={t('common.label_of', {
                  label: t('instalments.pay_now'),
                  of: `${title}, ${day(part.day)}`,
                })}
              >
                {t('instalments.pay_now')}
              </Link>
            )}
            {isOpen && onPaid && (
              <button
                type="button"
                className="link inline-block min-h-6"
                aria-label={t('common.label_of', { label: t('instalments.note_paid'), of: title })}
                onClick={() => onPaid(part)}
              >
                {t('instalments.note_paid')}
              </button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
