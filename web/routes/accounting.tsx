import { Link } from 'react-router';
import { type PlainId, t } from '#languages/t.ts';
import { CalendarCheck } from '#web/components/icons/calendar-check.tsx';
import { FileText } from '#web/components/icons/file-text.tsx';
import type { Icon } from '#web/components/icons/icon.tsx';
import { PiggyBank } from '#web/components/icons/piggy-bank.tsx';
import { NOT_INDEXED, pageMeta } from '#web/lib/page/page-meta.ts';
import type { Route } from './+types/accounting';

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, {
    title: t('accounting.title'),
    description: t('accounting.description'),
    path: '/test',
  }),
  NOT_INDEXED,
];

const PARTS = [
  {
    icon: FileText,
    heading: 'accounting.invoices_heading',
    text: 'accounting.invoices',
  },
  {
    icon: CalendarCheck,
    heading: 'accounting.hours_heading',
    text: 'accounting.hours',
  },
  {
    icon: PiggyBank,
    heading: 'accounting.taxes_heading',
    text: 'accounting.taxes',
  },
] as const satisfies readonly { icon: Icon; heading: PlainId; text: PlainId }[];

export default function Accounting() {
  return (
    <>
      <section className="on-dark bg-plum-deep text-paper">
        <div className="wrap band text-center">
          <p className="kicker text-saffron">{t('accounting.kicker')}</p>
          <h1 className="mx-auto mt-4 max-w-3xl text-hero">{t('accounting.heading')}</h1>
          <p className="mx-auto mt-6 max-w-xl text-lead text-paper/80">{t('accounting.lead')}</p>
          <Link to="/register" className="btn btn-accent btn-lg mt-9">
            {t('accounting.start_for_free')}
          </Link>
        </div>
      </section>
      <section className="wrap band grid gap-6 lg:grid-cols-3" aria-label={t('accounting.what_it_does')}>
        {PARTS.map(({ icon: Icon, heading, text }) => (
          <article key={heading} className="panel p-7">
            <Icon className="size-8 text-plum" aria-hidden="true" />
            <h2 className="mt-4 text-subheading">{t(heading)}</h2>
            <p className="mt-2 text-quiet">{t(text)}</p>
          </article>
        ))}
      </section>
    </>
  );
}
