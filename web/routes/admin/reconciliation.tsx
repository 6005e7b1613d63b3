import { useNavigation, useSubmit } from 'react-router';
import type { Formats } from '#contract/formats.ts';
import {
  isWrong,
  type Reconciliation,
  type ReconciliationLine,
  reconciliationCalls,
} from '#contract/reconciliation.ts';
import { type Column, DataTable } from '#web/components/data-table.tsx';
import { Empty } from '#web/components/empty.tsx';
import { TextField } from '#web/components/field.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Day, Money } from '#web/components/written.tsx';
import { reconciliationChanges } from '#web/features/reconciliation/changes.ts';
import { MONTH_LINES_MAX } from '#web/features/reconciliation/join-pages.ts';
import { LineActions } from '#web/features/reconciliation/line-actions.tsx';
import { PlaceList } from '#web/features/reconciliation/place-list.tsx';
import { useMonth } from '#web/features/reconciliation/use-month.ts';
import { ATTENTION_WORDS, VERDICT_WORDS } from '#web/features/reconciliation/verdict-words.ts';
import { apiOf } from '#web/lib/api.ts';
import { actionOf } from '#web/lib/change.ts';
import { useFormats } from '#web/lib/formats.ts';
import { NOT_INDEXED } from '#web/lib/page-meta.ts';
import { titleOf } from '#web/lib/title.ts';
import type { Route } from './+types/reconciliation';

const api = apiOf(reconciliationCalls);

export { Failure as ErrorBoundary } from '#web/components/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, 'Money check'), NOT_INDEXED];

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const month = new URL(request.url).searchParams.get('month') || undefined;
  const [attention, check] = await Promise.all([
    api.listAttention(),
    api.reconcileMonth({ querystring: { month } }),
  ]);
  return { attention, check };
};

export const clientAction = actionOf(reconciliationChanges);

export default function ReconciliationPage({
  loaderData: { attention, check: first },
}: Route.ComponentProps) {
  const { check, isBroken } = useMonth(first);
  const submit = useSubmit();
  const { money } = useFormats();
  const { state } = useNavigation();
  const isChecking = state === 'loading' || check.next !== null;
  return (
    <>
      <PageHeading
        title="Money check"
        lead="Every payment at the card service beside every enrolment. What does not agree can be put right here."
      />
      {attention.length > 0 && (
        <section aria-labelledby="attention" className="mt-8">
          <h2 id="attention" className="mb-3 text-subheading">
            {attention.length === 1 ? '1 payment needs' : `${attention.length} payments need`} your attention
          </h2>
          <DataTable
            caption="Payments that need attention"
            columns={COLUMNS}
            rows={attention}
            rowKey={({ transactionId }) => transactionId}
          />
        </section>
      )}
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
          {isBroken ? BROKEN : isChecking ? 'Checking …' : summaryOf(check, money)}
        </p>
      </form>
      <div className="mt-6">
        {check.lines.length === 0 && !isChecking ? (
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

const BROKEN = 'The rest of the month could not be checked. Reload the page to try again.';

function summaryOf({ lines, received, refunded, currency }: Reconciliation, money: Formats['money']): string {
  const wrong = lines.filter(({ verdict }) => isWrong(verdict)).length;
  const state = wrong === 0 ? 'Everything agrees.' : `${wrong} to put right.`;
  const isCut = lines.length - wrong === MONTH_LINES_MAX;
  const shown = isCut ? ` Of those that agree, the newest ${MONTH_LINES_MAX} are shown.` : '';
  return `${money(received, currency)} received, ${money(refunded, currency)} of it sent back. ${state}${shown}`;
}

/** Of a payment for one place. */
function ClassWords({ line: { classname, learnername, reason } }: { line: ReconciliationLine }) {
  return (
    <>
      <span className="wrap-anywhere block text-sm">{classname ?? 'No class named'}</span>
      {learnername && <span className="wrap-anywhere block text-quiet text-sm">{learnername}</span>}
      {reason && <span className="block text-quiet text-sm">{reason}</span>}
    </>
  );
}

const COLUMNS: Column<ReconciliationLine>[] = [
  {
    heading: 'Student',
    cell: (line) => (
      <span className={`block w-full text-start ${line.items ? 'md:min-w-64' : 'md:min-w-40'}`}>
        <span className="wrap-anywhere block font-semibold">{line.email ?? 'Unknown'}</span>
        {line.items ? <PlaceList line={line} items={line.items} /> : <ClassWords line={line} />}
      </span>
    ),
  },
  { heading: 'Date', cell: ({ date }) => <Day at={date} className="md:block md:min-w-22" /> },
  {
    heading: 'Received',
    cell: ({ received, refunded, currency, cardlast4 }) => (
      <span className="block">
        <Money amount={received} currency={currency} />
        {cardlast4 && <span className="block text-quiet text-xs">card {cardlast4}</span>}
        {refunded > 0 && (
          <span className="block text-xs">
            <Money amount={refunded} currency={currency} /> sent back
          </span>
        )}
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
    cell: ({ verdict, attention }) => (
      <span className="block">
        <span className={`badge h-auto py-0.5 font-semibold ${VERDICT_WORDS[verdict].tone}`}>
          {VERDICT_WORDS[verdict].label}
        </span>
        {attention && (
          <span className="mt-1 block font-medium text-error text-sm">{ATTENTION_WORDS[attention]}</span>
        )}
      </span>
    ),
  },
  { heading: 'Action', cell: (line) => <LineActions line={line} /> },
];
