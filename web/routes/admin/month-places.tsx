import { Link } from 'react-router';
import {
  FIGURES,
  type Figure,
  MONTH_PATTERN,
  type MonthPlace,
  reconciliationCalls,
} from '#contract/reconciliation/calls.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { CsvButton } from '#web/components/list/csv-button.tsx';
import { type Column, DataTable } from '#web/components/list/data-table.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { Pager } from '#web/components/list/pager.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { Day, Money } from '#web/components/time/written.tsx';
import { chosen, placeIn } from '#web/lib/address/address.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { clientConfig } from '#web/lib/page/config.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { rich } from '#web/lib/rich.ts';
import type { Route } from './+types/month-places';

const api = apiOf(reconciliationCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('reconciliation.money_check')),
  NOT_INDEXED,
];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url);
  const figure = chosen(searchParams, 'figure', FIGURES) ?? 'card';
  const { timezone = 'UTC' } = clientConfig().school;
  const asked = searchParams.get('month') ?? '';
  const month = MONTH_PATTERN.test(asked) ? asked : dayAt(Date.now(), timezone).slice(0, 7);
  return api.browseMonthPlaces({ querystring: { ...placeIn(searchParams), month, figure } });
}

/** What a figure of a month is made of. */
export default function MonthPlaces({ loaderData }: Route.ComponentProps) {
  const { month, figure, sum, currency, items, previous, next } = loaderData;
  const formats = useFormats();
  return (
    <>
      <Link to={`/admin/money?month=${month}`} className="link text-sm">
        {t('reconciliation.money_check')}
      </Link>
      <div className="mt-2 mb-6 flex flex-wrap items-end justify-between gap-4">
        <PageHeading
          title={t('reconciliation.places_title', { figure })}
          lead={
            <span className="block first-letter:uppercase">
              {t('reconciliation.places_lead', {
                month: formats.month(`${month}-01`),
                sum: formats.money(sum, currency),
              })}
            </span>
          }
        />
        <CsvButton
          label={t('reconciliation.places_export')}
          name={`places-${month}`}
          load={() => api.exportMonthPlaces({ querystring: { month } })}
        />
      </div>
      <Figures month={month} figure={figure} />
      {items.length === 0 ? (
        <Empty sentence={t('reconciliation.places_none')} />
      ) : (
        <DataTable
          caption={t('reconciliation.places_title', { figure })}
          columns={columnsOf()}
          rows={items}
          rowKey={({ _id }) => _id}
        />
      )}
      <Pager previous={previous} next={next} />
    </>
  );
}

const Figures = ({ month, figure }: { month: string; figure: Figure }) => (
  <nav aria-label={t('reconciliation.month')} className="mb-6 flex flex-wrap gap-2">
    {FIGURES.map((one) => (
      <Link
        key={one}
        to={`/admin/money/places?month=${month}&figure=${one}`}
        aria-current={one === figure ? 'page' : undefined}
        className={`btn btn-sm ${one === figure ? 'btn-primary' : 'btn-outline'}`}
      >
        {t('reconciliation.places_title', { figure: one })}
      </Link>
    ))}
  </nav>
);

const ClassLink = ({ classid, classname }: { classid: string | null; classname: string }) =>
  classid ? (
    <Link to={`/admin/roster/${classid}`} className="link">
      <OwnWords>{classname}</OwnWords>
    </Link>
  ) : (
    <OwnWords>{classname}</OwnWords>
  );

const columnsOf = (): Column<MonthPlace>[] => [
  {
    heading: t('families.family'),
    cell: ({ userid, name }) =>
      userid === null ? (
        <span className="wrap-anywhere">{name}</span>
      ) : (
        <Link to={`/admin/families/${userid}`} className="link wrap-anywhere font-semibold">
          {name}
        </Link>
      ),
  },
  {
    heading: t('mails.class'),
    cell: ({ places }) => (
      <span className="block">
        {places.map(({ learnername, classid, classname, trial, trialday }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a learner may have had a place in one class twice
          <span key={at} className="wrap-anywhere block text-sm">
            {classname && (
              <>
                {trialday ? (
                  rich('trials.of_class_on', {
                    class: <ClassLink classid={classid} classname={classname} />,
                    day: <Day at={trialday} />,
                  })
                ) : trial ? (
                  rich('trials.of_class', { class: <ClassLink classid={classid} classname={classname} /> })
                ) : (
                  <ClassLink classid={classid} classname={classname} />
                )}
                ,{' '}
              </>
            )}
            {learnername}
          </span>
        ))}
      </span>
    ),
  },
  { heading: t('common.date'), cell: ({ date }) => <Day at={date} className="whitespace-nowrap" /> },
  {
    heading: t('reconciliation.sum'),
    cell: ({ amount, currency }) => (
      <span className="tabular-nums">
        <Money amount={amount} currency={currency} />
      </span>
    ),
  },
];
