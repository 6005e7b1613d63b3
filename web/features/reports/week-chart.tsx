import { lazy, Suspense, useId, useMemo } from 'react';
import type { OverviewWeek } from '#contract/reports/calls.ts';
import { t } from '#languages/t.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import type { BarChartProps } from './bar-chart.tsx';
// Here, since a part that is loaded later brings no style sheet along.
import 'uplot/dist/uPlot.min.css';

const BarChart = lazy(() => import('./bar-chart.tsx'));

/** A chart of the latest weeks with its table behind it. */
export function WeekChart({
  title,
  weeks,
  amountOf,
  format,
  color,
}: {
  title: string;
  weeks: readonly OverviewWeek[];
  amountOf: (week: OverviewWeek) => number;
} & Pick<BarChartProps, 'format' | 'color'>) {
  const id = useId();
  const { day, shortDay } = useFormats();
  const labels = useMemo(() => weeks.map(({ start }) => shortDay(start)), [weeks, shortDay]);
  const values = useMemo(() => weeks.map(amountOf), [weeks, amountOf]);
  const isQuiet = values.every((value) => value === 0);
  const sum = values.reduce((total, value) => total + value, 0);
  return (
    <section aria-labelledby={id} className="panel min-w-0 p-5">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-subheading">
          {title}
        </h2>
        <p className="text-quiet text-sm">
          {t('reports.in_weeks', { total: format(sum), count: weeks.length })}
        </p>
      </div>
      {isQuiet ? (
        <p className="grid min-h-60 place-items-center rounded-field bg-mist/40 px-6 text-center text-quiet">
          {t('reports.no_payments_in_last_weeks', { count: weeks.length })}
        </p>
      ) : (
        <Suspense fallback={<div className="min-h-60" />}>
          <BarChart labels={labels} values={values} format={format} color={color} />
        </Suspense>
      )}
      <details className="mt-3">
        <summary className="link w-fit cursor-pointer text-plum text-sm">
          {t('reports.show_as_table')}
        </summary>
        <table className="table table-sm mt-2">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="text-quiet">
              <th scope="col">{t('reports.week_from')}</th>
              <th scope="col" className="text-end">
                {title}
              </th>
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week.start}>
                <th scope="row" className="font-normal">
                  {day(week.start)}
                </th>
                <td className="text-end tabular-nums">{format(amountOf(week))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
