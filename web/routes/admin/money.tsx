import { useState } from 'react';
import { Link, useNavigation, useSubmit } from 'react-router';
import type { MoneyCheck, MoneyLine, Verdict } from '#contract/money.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { type Column, DataTable } from '#web/components/data-table.tsx';
import { Empty } from '#web/components/empty.tsx';
import { TextField } from '#web/components/field.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { api } from '#web/lib/api.ts';
import { formatDay } from '#web/lib/dates.ts';
import { useAnnouncedChange } from '#web/lib/outcome.ts';
import { NOT_INDEXED } from '#web/lib/page-meta.ts';
import { formatPrice } from '#web/lib/price.ts';
import { titleOf } from '#web/lib/title.ts';
import type { Route } from './+types/money';

export { LoadFailed as ErrorBoundary } from '#web/components/load-failed.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'Money Check'), NOT_INDEXED];

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  api.checkMoney({ querystring: { month: new URL(request.url).searchParams.get('month') || undefined } });

export default function Money({ loaderData: check }: Route.ComponentProps) {
  const submit = useSubmit();
  const { state } = useNavigation();
  return (
    <>
      <PageHeading
        title="Money Check"
        lead="Every payment at the card service beside every enrolment. What does not agree is put right by one click."
      />
      <form
        className="mt-6 flex flex-wrap items-end gap-4"
        onChange={({ currentTarget }) => submit(currentTarget)}
      >
        <TextField
          key={check.month}
          label="Month"
          type="month"
          name="month"
          defaultValue={check.month}
          required
        />
        <p aria-live="polite" className="pb-2.5 text-quiet text-sm">
          {state === 'loading' ? 'Checking …' : summaryOf(check)}
        </p>
      </form>
      <div className="mt-6">
        {check.lines.length === 0 ? (
          <Empty sentence="Nothing was paid in this month." />
        ) : (
          <DataTable
            caption="Payments and enrolments"
            columns={COLUMNS}
            rows={check.lines}
            rowKey={({ transactionId }) => transactionId}
            rowClass={({ verdict }) => (isWrong(verdict) ? 'bg-rose' : undefined)}
          />
        )}
      </div>
    </>
  );
}

const isWrong = (verdict: Verdict) => verdict === 'paid-not-enrolled' || verdict === 'enrolled-not-paid';

function summaryOf({ lines, received, refunded, currency }: MoneyCheck): string {
  const wrong = lines.filter(({ verdict }) => isWrong(verdict)).length;
  const state = wrong === 0 ? 'Everything agrees.' : `${wrong} to put right.`;
  return `${formatPrice(received, currency)} received, ${formatPrice(refunded, currency)} of it sent back. ${state}`;
}

const WORDS: Record<Verdict, { label: string; tone: string }> = {
  matched: { label: 'Matched', tone: 'badge-success' },
  'paid-not-enrolled': { label: 'Paid, not enrolled', tone: 'badge-error' },
  'enrolled-not-paid': { label: 'Enrolled, not paid', tone: 'badge-error' },
  refunded: { label: 'Refunded', tone: 'badge-info' },
};

const COLUMNS: Column<MoneyLine>[] = [
  {
    heading: 'Student',
    cell: ({ email, classname, reason }) => (
      <span className="block text-start md:min-w-40">
        <span className="wrap-anywhere block font-semibold">{email ?? 'Unknown'}</span>
        <span className="wrap-anywhere block text-sm">{classname ?? 'No class named'}</span>
        {reason && <span className="block text-quiet text-sm">{reason}</span>}
      </span>
    ),
  },
  { heading: 'Date', cell: ({ date }) => formatDay(date) },
  {
    heading: 'Received',
    cell: ({ received, refunded, currency, cardlast4 }) => (
      <span className="block">
        {formatPrice(received, currency)}
        {cardlast4 && <span className="block text-quiet text-xs">card {cardlast4}</span>}
        {refunded > 0 && <span className="block text-xs">{formatPrice(refunded, currency)} sent back</span>}
      </span>
    ),
  },
  {
    heading: 'Transactionid',
    cell: ({ transactionId }) => (
      <code className="wrap-anywhere block text-xs md:min-w-28">{transactionId}</code>
    ),
  },
  {
    heading: 'State',
    cell: ({ verdict }) => (
      <span className={`badge h-auto py-0.5 font-semibold ${WORDS[verdict].tone}`}>
        {WORDS[verdict].label}
      </span>
    ),
  },
  { heading: 'Action', cell: (line) => <Actions line={line} /> },
];

function Actions({ line }: { line: MoneyLine }) {
  const announceChange = useAnnouncedChange();
  const [isBusy, setIsBusy] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { transactionId, enrolmentid, verdict, received, currency } = line;

  async function change(work: Promise<unknown>, done: string) {
    setIsBusy(true);
    await announceChange(work, { done });
    setIsBusy(false);
  }
  const repair = () =>
    change(api.repairMoney({ body: { transactionId } }), 'Payment and enrolment agree again');
  const cancel = (id: string) =>
    change(api.cancelEnrolment({ params: { id } }), 'Enrolment cancelled, the money goes back');

  return (
    <span className="flex flex-wrap justify-end gap-1 @3xl:flex-nowrap @3xl:justify-start">
      {isWrong(verdict) && (
        <button type="button" className="btn btn-primary btn-sm" disabled={isBusy} onClick={repair}>
          Repair<span className="sr-only"> {transactionId}</span>
        </button>
      )}
      {verdict === 'matched' && enrolmentid && (
        <>
          <Link to={`/admin/receipt/${enrolmentid}`} className="btn btn-outline btn-sm bg-base-100">
            Receipt
          </Link>
          <button
            type="button"
            className="btn btn-ghost btn-sm text-error"
            disabled={isBusy}
            onClick={() => setIsAsking(true)}
          >
            Cancel
          </button>
        </>
      )}
      {isAsking && enrolmentid && (
        <ConfirmDialog
          title="Cancel this enrolment?"
          confirmLabel="Cancel the enrolment"
          onConfirm={() => cancel(enrolmentid)}
          onClose={() => setIsAsking(false)}
        >
          <p>
            {line.email} leaves {line.classname}, the seat comes free, and {formatPrice(received, currency)}{' '}
            go back to the card.
          </p>
        </ConfirmDialog>
      )}
    </span>
  );
}
