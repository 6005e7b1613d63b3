import { Outlet } from 'react-router';
import { BookOpen } from '#web/components/icons/book-open.tsx';
import { CalendarDays } from '#web/components/icons/calendar-days.tsx';
import { CirclePlus } from '#web/components/icons/circle-plus.tsx';
import { LayoutDashboard } from '#web/components/icons/layout-dashboard.tsx';
import { Newspaper } from '#web/components/icons/newspaper.tsx';
import { onlyFor } from '#web/lib/session/guard.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Area } from '#web/routes/area.tsx';

const AREA = {
  name: 'Instructor area',
  role: 'instructor',
  pages: [
    {
      to: '/instructor',
      label: 'Dashboard',
      icon: LayoutDashboard,
      heading: 'Welcome To Instructor Dashboard',
    },
    { to: '/instructor/week', label: 'My week', icon: CalendarDays, heading: 'My week' },
    { to: '/instructor/myclass', label: 'My Class', icon: BookOpen, heading: 'My Classes' },
    { to: '/instructor/addclass', label: 'Add Class', icon: CirclePlus, heading: 'Add Class' },
    { to: '/instructor/posts', label: 'Posts', icon: Newspaper, heading: 'Posts' },
    { to: '/instructor/roster', heading: 'Roster' },
    { to: '/instructor/plan', heading: 'Class times' },
    { to: '/instructor/lessons', heading: 'Lessons' },
    { to: '/instructor/updateclass', heading: 'Update Class' },
  ],
} as const;

export const clientMiddleware = [onlyFor('instructor')];
// Without a loader in the browser the guard would not run on the first page.
export const clientLoader = () => null;
export const HydrateFallback = () => <Area {...AREA} />;

export default function InstructorArea() {
  // A page may have something to say to people who are not signed in.
  if (useSession().state !== 'signed-in') return <Outlet />;
  return (
    <Area {...AREA}>
      <Outlet />
    </Area>
  );
}
