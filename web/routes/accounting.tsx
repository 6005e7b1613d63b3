import { Link } from 'react-router';
import { CalendarCheck } from '#web/components/icons/calendar-check.tsx';
import { FileText } from '#web/components/icons/file-text.tsx';
import { PiggyBank } from '#web/components/icons/piggy-bank.tsx';
import { NOT_INDEXED, pageMeta } from '#web/lib/page/page-meta.ts';
import type { Route } from './+types/accounting';

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, {
    title: 'Accounting',
    description: 'Bookkeeping for people who would rather teach: a demonstration page.',
    path: '/test',
  }),
  NOT_INDEXED,
];

const PARTS = [
  {
    icon: FileText,
    heading: 'Invoices that write themselves',
    text: 'One a month for every pupil, in the right amount, with a reminder that stays polite.',
  },
  {
    icon: CalendarCheck,
    heading: 'Lessons and hours together',
    text: 'What was taught is what is billed. A lesson that was cancelled in time is not.',
  },
  {
    icon: PiggyBank,
    heading: 'Ready for the tax office',
    text: 'Income, rent, strings and sheet music, each where it belongs, all year long.',
  },
];

export default function Accounting() {
  return (
    <>
      <section className="on-dark bg-plum-deep text-paper">
        <div className="wrap band text-center">
          <p className="kicker text-saffron">Accounting for music teachers</p>
          <h1 className="mx-auto mt-4 max-w-3xl text-hero">Get 6 months free</h1>
          <p className="mx-auto mt-6 max-w-xl text-lead text-paper/80">
            Keep your books in the time it takes to tune a guitar. Try it for half a year, pay nothing, and
            keep your figures if you leave.
          </p>
          <Link to="/register" className="btn btn-accent btn-lg mt-9">
            Start for free
          </Link>
        </div>
      </section>
      <section className="wrap band grid gap-6 lg:grid-cols-3" aria-label="What it does">
        {PARTS.map(({ icon: Icon, heading, text }) => (
          <article key={heading} className="panel p-7">
            <Icon className="size-8 text-plum" aria-hidden="true" />
            <h2 className="mt-4 text-subheading">{heading}</h2>
            <p className="mt-2 text-quiet">{text}</p>
          </article>
        ))}
      </section>
    </>
  );
}
