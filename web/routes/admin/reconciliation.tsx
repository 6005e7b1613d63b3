import { useNavigation, useSubmit } from 'react-router';
import {
  isRepairable,
  isWrong,
  type Reconciliation,
  type ReconciliationLine,
  reconciliationCalls,
} from '#contract/reconciliation/calls.ts';
import { reportCalls } from '#contract/reports/calls.ts';
import { t } from '#languages/t.ts';
import { TextField } from '#web/components/form/field.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { CsvButton } from '#web/components/list/csv-button.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { Day, Money } from '#web/components/time/written.tsx';
import { reconciliationChanges } from '#web/features/reconciliation/changes.ts';
import { MONTH_LINES_MAX, unlikeWays } from '#web/features/reconciliation/join-pages.ts';
import { LineActions } from '#web/features/reconciliation/line-actions.tsx';
import { PlaceList } from '#web/features/reconciliation/place-list.tsx';
import { useMonth } from '#web/features/reconciliation/use-month.ts';
import {
  ATTENTION_WORDS,
  CONTRADICTION_WORDS,
  VERDICT_WORDS,
} from '#web/features/reconciliation/verdict-words.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { rich } from '#web/lib/rich.ts';
import type { Route } from './+types/reconciliation';

const api = apiOf(reconciliationCalls);
const reports = apiOf(reportCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('reconciliation.money_check')),
  NOT_INDEXED,
];

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
  const { state } = useNavigation();
  const isChecking = state === 'loading' || check.next !== null;
  return (
    <>
      <PageHeading
        title={t('reconciliation.money_check')}
        lead={t('reconciliation.every_payment_month_card_cash')}
      />
      {attention.length > 0 && (
        <section aria-labelledby="attention" className="mt-8">
          <h2 id="attention" className="mb-3 text-subheading">
            {t('reconciliation.payments_need_your_attention', { count: attention.length })}
          </h2>
          <DataTable
            caption={t('reconciliation.payments_that_need_attention')}
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
          label={t('reconciliation.month')}
          type="month"
          name="month"
          defaultValue={check.month}
          required
        />
        <CsvButton
          label={t('reconciliation.export_this_month')}
          name={`payments-${check.month}`}
          load={() => reports.exportPayments({ querystring: { month: check.month } })}
        />
      </form>
      <MonthSums {...check} />
      <p aria-live="polite" className="mt-3 text-quiet text-sm">
        {isBroken ? BROKEN : isChecking ? t('reconciliation.checking') : agreementOf(check)}
      </p>
      <div className="mt-6">
        {check.lines.length === 0 && !isChecking ? (
          <Empty sentence={t('reconciliation.nothing_paid_month')} />
        ) : (
          <DataTable
            caption={t('reconciliation.payments_and_enrolments')}
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

/** What the month brought by each way, and what it comes to. */
function MonthSums({ sums, currency }: Reconciliation) {
  const { card, cash, transfer, owed, givenback } = sums;
  const taken = card + cash + transfer - givenback;
  const parts = [
    [t('reconciliation.by_card'), card],
    [t('reconciliation.in_cash'), cash],
    [t('reconciliation.by_transfer'), transfer],
    [t('reconciliation.refunded_label'), givenback],
    [t('reconciliation.taken_this_month'), taken],
    [t('reconciliation.still_owed'), owed],
  ] as const;
  return (
    <dl className="panel mt-6 grid grid-cols-2 gap-x-6 gap-y-4 p-5 sm:grid-cols-3 xl:grid-cols-6">
      {parts.map(([label, sum]) => (
        <div key={label}>
          <dt className="text-quiet text-sm">{label}</dt>
          <dd className="font-semibold text-lg tabular-nums">
            <Money amount={sum} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function agreementOf(check: Reconciliation): string {
  const { lines } = check;
  const wrong = lines.filter(({ verdict }) => isWrong(verdict)).length;
  const unlike = unlikeWays(check).map((way) => WAY_WORDS[way]);
  const isCut = lines.length - wrong === MONTH_LINES_MAX;
  return [
    wrong === 0 && unlike.length === 0 && 'Everything agrees.',
    wrong > 0 && `${wrong} to put right.`,
    lines.some(({ verdict }) => isWrong(verdict) && !isRepairable(verdict)) && ASK_DOCTOR,
    unlike.length > 0 &&
      `What came ${unlike.join(' and ')} is not what the places below add up to. ${ASK_DOCTOR}`,
    isCut && `Of those that agree, the newest ${MONTH_LINES_MAX} are shown.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const ASK_DOCTOR = 'Where records contradict each other, ask your server’s administrator to run doctor.';

const WAY_WORDS = { card: 'by card', cash: 'in cash', transfer: 'by transfer', owed: 'to be owed' } as const;

/** Of a payment for one place. */
function ClassWords({ line: { classname, learnername, reason } }: { line: ReconciliationLine }) {
  return (
    <>
      <span className="wrap-anywhere block text-sm">{classname ?? t('reconciliation.no_class_named')}</span>
      {learnername && <span className="wrap-anywhere block text-quiet text-sm">{learnername}</span>}
      {reason && <span className="block text-quiet text-sm">{reason}</span>}
    </>
  );
}

const PAID_BY = { cash: 'in cash', transfer: 'by transfer', due: 'not paid yet' } as const;

const COLUMNS: Column<ReconciliationLine>[] = [
  {
    heading: 'Student',
    cell: (line) => (
      <span className={`block w-full text-start ${line.items ? 'md:min-w-64' : 'md:min-w-40'}`}>
        <span className="wrap-anywhere block font-semibold">{line.email ?? t('reconciliation.unknown')}</span>
        {line.items ? <PlaceList line={line} items={line.items} /> : <ClassWords line={line} />}
      </span>
    ),
  },
  { heading: 'Date', cell: ({ date }) => <Day at={date} className="md:block md:min-w-22" /> },
  {
    heading: 'Received',
    cell: ({ received, refunded, currency, cardlast4, paidby, owed }) => (
      <span className="block">
        <Money amount={owed ?? received} currency={currency} />
        {cardlast4 && (
          <span className="block text-quiet text-xs">{t('reconciliation.card', { cardlast4 })}</span>
        )}
        {paidby && <span className="block text-quiet text-xs">{PAID_BY[paidby]}</span>}
        {refunded > 0 && (
          <span className="block text-xs">
            {rich('reconciliation.refunded', { money: <Money amount={refunded} currency={currency} /> })}
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
        {CONTRADICTION_WORDS[verdict] && (
          <span className="mt-1 block text-sm">{CONTRADICTION_WORDS[verdict]}</span>
        )}
        {attention && (
          <span className="mt-1 block font-medium text-error text-sm">{ATTENTION_WORDS[attention]}</span>
        )}
      </span>
    ),
  },
  { heading: 'Action', cell: (line) => <LineActions line={line} /> },
];
