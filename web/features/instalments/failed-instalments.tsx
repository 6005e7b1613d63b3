import { Link } from 'react-router';
import type { FailedInstalment } from '#contract/instalments/calls.ts';
import { t } from '#languages/t.ts';
import { Day, Money } from '#web/components/time/written.tsx';

/** Instalments that no card paid, each leading to its family; nothing where there is none. */
export function FailedInstalments({ items }: { items: readonly FailedInstalment[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="instalments" className="panel mt-6 border-error bg-rose p-5">
      <h2 id="instalments" className="text-subheading">
        {t('instalments.not_paid', { count: items.length })}
      </h2>
      <p className="mt-1">{t('instalments.not_paid_why')}</p>
      <ul className="mt-2 divide-y divide-base-300">
        {items.map(({ _id, userid, name, invoice, number, day, left, currency }) => (
          <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2.5">
            <span className="min-w-0">
              <Link
                to={`/admin/families/${userid}`}
                className="link wrap-anywhere inline-block min-h-6 font-semibold"
              >
                <bdi>{name}</bdi>
              </Link>
              <span className="block text-sm">
                {t('invoices.number', { number: invoice })} · {t('instalments.nth', { number })} ·{' '}
                <Day at={day} />
              </span>
            </span>
            <span className="tabular-nums">
              <Money amount={left} currency={currency} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
