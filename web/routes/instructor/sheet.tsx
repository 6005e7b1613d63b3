import { useNavigate } from 'react-router';
import { classCalls } from '#contract/classes/calls.ts';
import { type Register, registerCalls } from '#contract/registers/calls.ts';
import { termCalls } from '#contract/terms/calls.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { timetableCalls } from '#contract/timetable/calls.ts';
import { t } from '#languages/t.ts';
import { Sheet } from '#web/features/registers/sheet.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { clientConfig } from '#web/lib/page/config.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/sheet';
import { ownClass } from './own-class.ts';

const api = apiOf(classCalls, registerCalls, termCalls, timetableCalls);

/** Columns that a sheet has room for. */
const LESSONS_MAX = 36;
/** How many registers are asked for at once. */
const AT_ONCE = 4;

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('areas.sheet')), NOT_INDEXED];

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const [item, all, terms] = await Promise.all([
    api.readClass({ params }).then(ownClass),
    api.listClassLessons({ params }),
    api.listTerms(),
  ]);
  const held = all.filter(({ state }) => state !== 'cancelled');
  const met = terms.filter(({ firstday, lastday }) =>
    held.some(({ day }) => firstday <= day && day <= lastday),
  );
  const chosen = new URL(request.url).searchParams.get('term');
  const now = dayAt(Date.now(), clientConfig().school.timezone ?? 'UTC');
  const term =
    met.find(({ _id }) => _id === chosen) ?? met.find(({ lastday }) => lastday >= now) ?? met.at(-1) ?? null;
  const lessons = held
    .filter(({ day }) => !term || (term.firstday <= day && day <= term.lastday))
    .slice(0, LESSONS_MAX);
  // Of lessons to come the next one says who is in the class now.
  const next = lessons.findIndex(({ begun }) => !begun);
  const asked = next === -1 ? lessons : lessons.slice(0, next + 1);
  const registers: Register[] = [];
  for (let at = 0; at < asked.length; at += AT_ONCE)
    registers.push(
      ...(await Promise.all(
        asked.slice(at, at + AT_ONCE).map(({ _id }) => api.readRegister({ params: { id: _id } })),
      )),
    );
  return { item, terms: met, term, lessons, registers };
}

export default function SheetPage({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate();
  return <Sheet {...loaderData} onTerm={(id) => void navigate(`?term=${encodeURIComponent(id)}`)} />;
}
