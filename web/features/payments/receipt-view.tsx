import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Receipt } from '#contract/payments.ts';
import { formatMoment } from '#web/lib/dates.ts';
import { formatPrice } from '#web/lib/price.ts';

/** What was paid, for what and by whom, set to be printed; `children` lead back. */
export function ReceiptView({ receipt, children }: { receipt: Receipt; children: ReactNode }) {
  const amount = formatPrice(receipt.price, receipt.currency);
  const lines = [
    ['Date', formatMoment(receipt.date)],
    ['For', `${receipt.name}, ${receipt.email}`],
    ['Class', `${receipt.classname}, with ${receipt.instructorname}`],
    ['Paid with', receipt.cardlast4 ? `Card ending in ${receipt.cardlast4}` : 'No payment needed'],
    ['Transaction id', receipt.transactionId],
  ];
  return (
    <>
      <div className="mb-6 flex flex-wrap justify-between gap-3 print:hidden">
        {children}
        <button type="button" className="btn btn-primary" onClick={() => print()}>
          <Printer className="size-4.5" aria-hidden="true" />
          Print
        </button>
      </div>
      <article className="panel mx-auto max-w-2xl p-6 sm:p-10 print:max-w-none print:border-0 print:p-0 print:shadow-none">
        <p className="font-display text-subheading">{receipt.school}</p>
        <h1 className="mt-6 text-heading">Receipt</h1>
        <dl className="mt-6 divide-y divide-base-300 border-base-300 border-y">
          {lines.map(([term, text]) => (
            <div key={term} className="grid gap-1 py-3 sm:grid-cols-[10rem_1fr] print:grid-cols-[10rem_1fr]">
              <dt className="text-quiet">{term}</dt>
              <dd className="wrap-anywhere">{text}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-6 flex items-baseline justify-between gap-4">
          <span className="font-semibold">Amount paid</span>
          <span className="font-display text-heading">{amount}</span>
        </p>
        {receipt.refundedat && (
          <p className="mt-3 font-medium">
            {amount} went back to the card on {formatMoment(receipt.refundedat)}: this enrolment was
            cancelled.
          </p>
        )}
      </article>
    </>
  );
}
