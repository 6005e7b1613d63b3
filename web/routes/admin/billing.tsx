import { Link, useNavigate } from 'react-router';
import { BillingPeriod } from '#contract/billing/form.ts';
import { billingCalls } from '#contract/billing/office-calls.ts';
import { findFaults } from '#contract/fields.form.ts';
import { termCalls } from '#contract/terms/calls.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { t } from '#languages/t.ts';
import { TextField } from '#web/components/form/field.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Empty } from '#web/components/list/empty.tsx';
import { BillingTable } from '#web/features/billing/billing-table.tsx';
import { billingChanges } from '#web/features/billing/changes.ts';
import { monthOf, usualPeriods } from '#web/features/billing/periods.ts';
import { RunProgress } from '#web/features/billing/run-progress.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf, useChange } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { clientConfig } from '#web/lib/page/config.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/billing';

const api = apiOf(billingCalls, termCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('areas.billing')), NOT_INDEXED];

/**
 * The days that are billed, as the address names them; this month where it names none. What is wrong with them
 * is said at their fields.
 */
export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const asked = new URL(request.url).searchParams;
  const today = dayAt(Date.now(), clientConfig().school.timezone);
  const month = monthOf(today);
  const period = { from: asked.get('from') || month.from, to: asked.get('to') || month.to };
  const faults = findFaults(BillingPeriod, period);
  const isFaulty = Object.keys(faults).length > 0;
  const id = asked.get('run');
  const [terms, run, planned] = await Promise.all([
    api.listTerms(),
    id ? api.readBilling({ params: { id } }) : undefined,
    isFaulty ? undefined : api.bill({ querystring: { dry: '1' }, body: { period } }),
  ]);
  return { today, period, faults, terms, run, planned };
};

export const clientAction = actionOf(billingChanges);

export default function BillingPage({
  loaderData: { today, period, faults, terms, run, planned },
}: Route.ComponentProps) {
  const formats = useFormats();
  const navigate = useNavigate();
  const { run: bill, isBusy } = useChange(billingChanges, 'bill');
  const isRunning = run?.state === 'running';
  const { rows = [], version, currency = '' } = planned ?? {};
  return (
    <>
      <PageHeading title={t('areas.billing')} lead={t('billing.lead')} />
      <p className="mt-3">
        <Link to="/admin/billing/settings" className="link inline-block min-h-6 text-plum">
          {t('billing.settings')}
        </Link>
      </p>
      <nav aria-label={t('billing.usual_periods')} className="mt-6 flex flex-wrap gap-2">
        {usualPeriods(today, terms, formats).map(({ from, to, label }) => (
          <Link
            key={`${from} ${to}`}
            to={`?from=${from}&to=${to}`}
            aria-current={from === period.from && to === period.to ? 'page' : undefined}
            className="btn btn-outline btn-sm aria-[current]:btn-primary"
          >
            <bdi className="inline-block first-letter:uppercase">{label}</bdi>
          </Link>
        ))}
      </nav>
      <form
        key={`${period.from} ${period.to}`}
        className={`mt-4 flex flex-wrap gap-4 ${planned ? 'items-end' : 'items-start'}`}
      >
        <TextField
          label={t('billing.from')}
          type="date"
          name="from"
          defaultValue={period.from}
          error={faults.from}
          required
        />
        <TextField
          label={t('billing.to')}
          type="date"
          name="to"
          defaultValue={period.to}
          error={faults.to}
          required
        />
        <button type="submit" className={`btn btn-outline ${planned ? '' : 'sm:mt-6.5'}`}>
          {t('common.show')}
        </button>
      </form>
      {run && <RunProgress run={run} />}
      {planned && !isRunning && (
        <div className="mt-6">
          {rows.length === 0 ? (
            <Empty sentence={run ? t('billing.nothing_more') : t('billing.nothing')} />
          ) : (
            <BillingTable
              key={`${period.from} ${period.to} ${version}`}
              rows={rows}
              currency={currency}
              isBusy={isBusy}
              onBill={async (left) => {
                const leaveout = left.map(({ learnerid, classid }) => ({ learnerid, classid }));
                const outcome = await bill({ period, leaveout, version });
                const { insertedId } = (outcome.isDone ? outcome.answer : {}) as { insertedId?: string };
                if (insertedId) await navigate(`?from=${period.from}&to=${period.to}&run=${insertedId}`);
              }}
            />
          )}
        </div>
      )}
    </>
  );
}
