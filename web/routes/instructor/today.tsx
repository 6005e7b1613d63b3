import { t } from '#languages/t.ts';
import type { Holder } from '#web/features/registers/kept.ts';
import { forgetShown, readKept, useRegisters } from '#web/features/registers/registers.ts';
import { SignInEnded, TodayView, useSync } from '#web/features/registers/today-view.tsx';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import { type Guard, onlyFor, whoIsHere } from '#web/lib/session/guard.ts';
import { type Session, SessionContext, sessionReady, useSession } from '#web/lib/session/session.ts';
import { Area } from '#web/routes/area.tsx';
import type { Route } from './+types/today';
import { INSTRUCTOR_AREA } from './area.ts';

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

/** How long the page waits to learn who is here, where it can show what was kept. */
const PATIENCE_MS = 1500;

const late = (): Promise<Session> =>
  new Promise((resolve) => setTimeout(() => resolve({ state: 'loading' }), PATIENCE_MS));

/**
 * Instructors alone, as in the rest of the area. Without a network the server cannot say who is here: then it shows
 * what this browser has kept for the account that it knows. Where a sign-in has ended while marks wait, it says so.
 */
const letIn: Guard = async (args, next) => {
  const { holder, marks } = await readKept();
  const session = await (holder ? Promise.race([sessionReady(), late()]) : whoIsHere());
  if (session.state === 'signed-in' && holder && holder.userid !== session.user._id) forgetShown();
  if (holder && (session.state === 'loading' || session.state === 'failed')) return next();
  if (session.state === 'signed-out' && session.notice && marks.some(({ refused }) => !refused))
    return next();
  return onlyFor('instructor')(args, next);
};

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('areas.today')), NOT_INDEXED];

export const clientMiddleware = [letIn];
// Without a loader in the browser the guard would not run on the first page.
export const clientLoader = () => null;
export const HydrateFallback = () => <Area {...INSTRUCTOR_AREA} />;

/** Whom the page shows while the school cannot say who is here. */
const keptSession = ({ userid: _id, name, photoURL }: Holder): Session => ({
  state: 'signed-in',
  user: { _id, name, photoURL, email: '', role: 'instructor', language: null },
});

export default function Today() {
  useSync();
  const session = useSession();
  const holder = useRegisters((known) => known.holder);
  if (session.state === 'signed-out') return <SignInEnded />;
  if (session.state === 'signed-in' || !holder)
    return (
      <Area {...INSTRUCTOR_AREA}>
        <TodayView />
      </Area>
    );
  return (
    <SessionContext value={keptSession(holder)}>
      <Area {...INSTRUCTOR_AREA}>
        <TodayView />
      </Area>
    </SessionContext>
  );
}
