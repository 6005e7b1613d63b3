import { Outlet } from 'react-router';
import { onlyFor } from '#web/lib/session/guard.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Area } from '#web/routes/area.tsx';
import { INSTRUCTOR_AREA } from './area.ts';

export const clientMiddleware = [onlyFor('instructor')];
// Without a loader in the browser the guard would not run on the first page.
export const clientLoader = () => null;
export const HydrateFallback = () => <Area {...INSTRUCTOR_AREA} />;

export default function InstructorArea() {
  // A page may have something to say to people who are not signed in.
  if (useSession().state !== 'signed-in') return <Outlet />;
  return (
    <Area {...INSTRUCTOR_AREA}>
      <Outlet />
    </Area>
  );
}
