import { Printer } from 'lucide-react';
import { Link } from 'react-router';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { api } from '#web/lib/api.ts';
import { formatMoment } from '#web/lib/dates.ts';
import { NOT_INDEXED } from '#web/lib/page-meta.ts';
import { formatPrice } from '#web/lib/price.ts';
import { titleOf } from '#web/lib/title.ts';
import type { Route } from './+types/receipt';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'Receipt'), NOT_INDEXED];

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => api.readReceipt({ params });

export default function Receipt({ loaderData: receipt }: Route.ComponentProps) {
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
        <Link to="/student/class/enrolled" className="btn">
          My enrolled classes
        </Link>
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailed error={error} />;
}
