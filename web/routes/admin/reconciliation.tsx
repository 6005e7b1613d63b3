import { Link, useNavigation, useSubmit } from 'react-router';
import { listOf } from '#contract/formats.ts';
import { reasonWords } from '#contract/messages/reasons.ts';
import {
  ATTENTION_SHOWN,
  type Figure,
  isRepairable,
  isWrong,
  MONTH_PATTERN,
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
import { MoreButton } from '#web/components/list/more-button.tsx';
import { useMore } from '#web/components/list/use-more.ts';
import { OwnWords } from '#web/components/own-words.tsx';
import { EmailAddress } from '#web/components/people/email-address.tsx';
import { Day, Money } from '#web/components/time/written.tsx';
import { CalledOffClasses } from '#web/features/reconciliation/called-off-classes.tsx';
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
import { mayNow, useMay } from '#web/lib/session/may.ts';
import type { Route } from './+types/reconciliation';

const api = apiOf(reconciliationCalls);
const reports = apiOf(reportCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('reconciliation.money_check')),
  NOT_INDEXED,
];

/** The payments that need an admin after one of them; one more than are shown at once, where there are more. */
const readAttention = (after?: ReconciliationLine) =>
  api.listAttention({ querystring: { after: after?.transactionId, limit: ATTENTION_SHOWN + 1 } });

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const asked = new URL(request.url).searchParams.get('month') ?? '';
  const month = MONTH_PATTERN.test(asked) ? asked : undefined;
  const [attention, check] = await Promise.all([
    mayNow(reconciliationCalls.listAttention) ? readAttention() : [],
    api.reconcileMonth({ querystring: { month } }),
  ]);
  return { attention, check };
};

export const clientAction = actionOf(reconciliationChanges);

export default function ReconciliationPage({
  loaderData: { attention, check: first },
}: Route.ComponentProps) {
  const { check, isBroken } = useMonth(first);
  const may = useMay();
  const submit = useSubmit();
  const { state } = useNavigation();
  const isChecking = state === 'loading' || check.next !== null;
  return (
    <>
      <PageHeading title={t('reconciliation.money_check')} lead={t('reconciliation.lead')} />
      {attention.length > 0 && <NeedAttention first={attention} />}
      <form
        className="mt-6 flex flex-wrap items-end gap-4"
        // Where browsers know no months it is typed: it is shown once it is one.
        onChange={({ currentTarget }) => {
          if (MONTH_PATTERN.test(String(new FormData(currentTarget).get('month')))) submit(currentTarget);
        }}
      >
        <TextField
          key={check.month}
          label={t('reconciliation.month')}
          type="month"
          name="month"
          defaultValue={check.month}
          required
        />
        {may(reportCalls.exportPayments) && (
          <CsvButton
            label={t('reconciliation.export_this_month')}
            name={`payments-${check.month}`}
            load={() => reports.exportPayments({ querystring: { month: check.month } })}
          />
        )}
      </form>
      <MonthSums {...check} />
      {may(reportCalls.exportCharges) && <AccountantFiles month={check.month} />}
      <CalledOffClasses {...check} />
      <p aria-live="polite" className="mt-3 text-quiet text-sm">
        {isBroken
          ? t('reconciliation.broken')
          : isChecking
            ? t('reconciliation.checking')
            : agreementOf(check)}
      </p>
      <div className="mt-6">
        {check.lines.length === 0 && !isChecking ? (
          <Empty sentence={t('reconciliation.none_this_month')} />
        ) : (
          <DataTable
            caption={t('reconciliation.payments_and_enrolments')}
            columns={columns()}
            rows={check.lines}
            rowKey={({ transactionId }) => transactionId}
            rowClass={({ verdict }) => (isWrong(verdict) ? 'bg-rose' : undefined)}
          />
        )}
      </div>
    </>
  );
}

/** The payments that an admin has to look at, the newest first. */
function NeedAttention({ first }: { first: readonly ReconciliationLine[] }) {
  const more = useMore({ first, size: ATTENTION_SHOWN, read: readAttention });
  const count = more.rows.length;
  return (
    <section aria-labelledby="attention" className="mt-8">
      <h2 id="attention" className="mb-3 text-subheading">
        {more.hasMore
          ? t('reconciliation.more_need_attention', { count })
          : t('reconciliation.need_your_attention', { count })}
      </h2>
      <DataTable
        caption={t('reconciliation.need_attention')}
        columns={columns()}
        rows={more.rows}
        rowKey={({ transactionId }) => transactionId}
      />
      <MoreButton more={more}>{t('reconciliation.show_more_payments')}</MoreButton>
    </section>
  );
}

/** The files of a month that an accountant reads. */
const AccountantFiles = ({ month }: Pick<Reconciliation, 'month'>) => (
  <section aria-labelledby="accountant" className="mt-6">
    <h2 id="accountant" className="text-lg">
      {t('reconciliation.for_accountant')}
    </h2>
    <p className="mt-1 text-quiet text-sm">{t('reconciliation.for_accountant_lead')}</p>
    <div className="mt-3 flex flex-wrap gap-2">
      <CsvButton
        label={t('reconciliation.export_movements')}
        name={`movements-${month}`}
        load={() => reports.exportMovements({ querystring: { month } })}
      />
      <CsvButton
        label={t('reconciliation.export_charges')}
        name={`charges-${month}`}
        load={() => reports.exportCharges({ querystring: { month } })}
      />
      <CsvButton
        label={t('reconciliation.export_invoices')}
        name={`invoices-${month}`}
        load={() => reports.exportInvoices({ querystring: { month } })}
      />
    </div>
  </section>
);

/** What the month brought by each way, and what it comes to. */
function MonthSums({ month, sums, currency }: Reconciliation) {
  const { card, cash, transfer, owed, givenback } = sums;
  const taken = card + cash + transfer - givenback;
  const parts: [label: string, sum: number, figure?: Figure][] = [
    [t('reconciliation.by_card'), card, 'card'],
    [t('reconciliation.in_cash'), cash, 'cash'],
    [t('reconciliation.by_transfer'), transfer, 'transfer'],
    [t('payments.refunded'), givenback, 'givenback'],
    [t('reconciliation.taken_this_month'), taken],
    [t('reconciliation.still_owed'), owed, 'owed'],
  ];
  return (
    <dl className="panel mt-6 grid grid-cols-2 gap-x-6 gap-y-4 p-5 sm:grid-cols-3 xl:grid-cols-6">
      {parts.map(([label, sum, figure]) => (
        <div key={label}>
          <dt className="text-quiet text-sm">
            {figure ? (
              <Link to={`/admin/money/places?month=${month}&figure=${figure}`} className="link">
                {rich('reconciliation.see_places', {
                  label,
                  hidden: (text) => <span className="sr-only">{text}</span>,
                })}
              </Link>
            ) : (
              label
            )}
          </dt>
          <dd className="font-semibold text-lg tabular-nums">
            <Money amount={sum} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Whether what was paid agrees with the places, in sentences. */
function agreementOf(check: Reconciliation): string {
  const { lines } = check;
  const wrong = lines.filter(({ verdict }) => isWrong(verdict)).length;
  const unlike = unlikeWays(check).map((way) => t(WAY_WORDS[way]));
  const askDoctor = t('reconciliation.ask_doctor');
  const isCut = lines.length - wrong === MONTH_LINES_MAX;
  return [
    wrong === 0 && unlike.length === 0 && t('reconciliation.everything_agrees'),
    wrong > 0 && t('reconciliation.to_put_right', { wrong }),
    lines.some(({ verdict }) => isWrong(verdict) && !isRepairable(verdict)) && askDoctor,
    unlike.length > 0 && `${t('reconciliation.ways_differ', { ways: listOf(unlike) })} ${askDoctor}`,
    isCut && t('reconciliation.newest_shown', { max: MONTH_LINES_MAX }),
  ]
    .filter(Boolean)
    .join(' ');
}

const WAY_WORDS = {
  card: 'reconciliation.way_card',
  cash: 'reconciliation.way_cash',
  transfer: 'reconciliation.way_transfer',
  owed: 'reconciliation.way_owed',
} as const;

/** Of a payment for one place. */
function ClassWords({
  line: { classname, learnername, trial, reason, forinvoices },
}: {
  line: ReconciliationLine;
}) {
  return (
    <>
      <span className="wrap-anywhere block text-sm">
        {classname ? (
          trial ? (
            rich('trials.of_class', { class: <OwnWords>{classname}</OwnWords> })
          ) : (
            <OwnWords>{classname}</OwnWords>
          )
        ) : (
          t(forinvoices ? 'invoices.invoices' : 'reconciliation.no_class_named')
        )}
      </span>
      {learnername && <span className="wrap-anywhere block text-quiet text-sm">{learnername}</span>}
      {reason && <span className="block text-quiet text-sm">{reasonWords(reason)}</span>}
    </>
  );
}

/** What contradicts itself, where records do. */
function Contradiction({ verdict }: Pick<ReconciliationLine, 'verdict'>) {
  const words = CONTRADICTION_WORDS[verdict];
  return words && <span className="mt-1 block text-sm">{t(words)}</span>;
}

const PAID_BY = {
  cash: 'reconciliation.paid_in_cash',
  transfer: 'reconciliation.paid_by_transfer',
  due: 'reconciliation.due',
} as const;

const columns = (): Column<ReconciliationLine>[] => [
  {
    heading: t('rosters.student'),
    cell: (line) => (
      <span className={`block w-full text-start ${line.items ? 'md:min-w-64' : 'md:min-w-40'}`}>
        <span className="block font-semibold">
          {line.email === null ? t('reconciliation.unknown') : <EmailAddress email={line.email} />}
        </span>
        {line.items ? <PlaceList line={line} items={line.items} /> : <ClassWords line={line} />}
      </span>
    ),
  },
  {
    heading: t('common.date'),
    cell: ({ date }) => <Day at={date} className="md:block md:min-w-22" />,
  },
  {
    heading: t('reconciliation.received'),
    cell: ({ received, refunded, currency, cardlast4, paidby, owed }) => (
      <span className="block">
        <Money amount={owed ?? received} currency={currency} />
        {cardlast4 && (
          <span className="block text-quiet text-xs">{t('reconciliation.card_ending', { cardlast4 })}</span>
        )}
        {paidby && <span className="block text-quiet text-xs">{t(PAID_BY[paidby])}</span>}
        {refunded > 0 && (
          <span className="block text-xs">
            {rich('payments.sum_refunded', { money: <Money amount={refunded} currency={currency} /> })}
          </span>
        )}
      </span>
    ),
  },
  {
    heading: t('payments.transactionid'),
    // What was paid by hand has none: its number is the school's own.
    cell: ({ transactionId, paidby }) =>
      paidby ? '–' : <code className="wrap-anywhere block text-xs md:min-w-28">{transactionId}</code>,
  },
  {
    heading: t('common.state'),
    cell: ({ verdict, attention }) => (
      <span className="block">
        <span className={`badge whitespace-nowrap font-semibold ${VERDICT_WORDS[verdict].tone}`}>
          {t(VERDICT_WORDS[verdict].label)}
        </span>
        <Contradiction verdict={verdict} />
        {attention && (
          <span className="mt-1 block font-medium text-error text-sm">{t(ATTENTION_WORDS[attention])}</span>
        )}
      </span>
    ),
  },
  { heading: t('common.action'), cell: (line) => <LineActions line={line} /> },
];
