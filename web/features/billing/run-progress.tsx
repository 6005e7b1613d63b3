import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { BillingRun } from '#contract/billing/office-calls.ts';
import { t } from '#languages/t.ts';
import { useFormats } from '#web/lib/formats/formats.ts';

const LOOK_MS = 1000;

/** How far a run is, and what it came to; while it runs the page looks again every second. */
export function RunProgress({ run }: { run: BillingRun }) {
  const { money, days } = useFormats();
  const { revalidate, state } = useRevalidator();
  const isRunning = run.state === 'running';
  useEffect(() => {
    if (!isRunning || state !== 'idle') return;
    const timer = setTimeout(() => void revalidate(), LOOK_MS);
    return () => clearTimeout(timer);
  }, [isRunning, state, revalidate]);
  const period = days(run.period.from, run.period.to);
  return (
    <section aria-label={t('billing.progress')} className="panel mt-6 p-5">
      <p role="status" className="font-semibold">
        {isRunning
          ? t('billing.running', { days: period, done: run.done, of: run.of })
          : t('billing.done', { days: period, count: run.charges, sum: money(run.sum, run.currency) })}
      </p>
      {isRunning && (
        <progress
          className="progress progress-primary mt-3 w-full"
          aria-label={t('billing.progress')}
          value={run.done}
          max={Math.max(1, run.of)}
        />
      )}
      {!isRunning && (
        <p className="mt-1 text-quiet text-sm">
          {run.invoices > 0 && `${t('billing.invoices_issued', { count: run.invoices })} `}
          {t('billing.done_hint')}
        </p>
      )}
    </section>
  );
}
