import { Outlet } from 'react-router';
import type { Role } from '#contract/users/calls.ts';
import type { PlainId } from '#languages/t.ts';
import { BookOpen } from '#web/components/icons/book-open.tsx';
import { CalendarDays } from '#web/components/icons/calendar-days.tsx';
import { CirclePlus } from '#web/components/icons/circle-plus.tsx';
import { LayoutDashboard } from '#web/components/icons/layout-dashboard.tsx';
import { Newspaper } from '#web/components/icons/newspaper.tsx';
import { onlyFor } from '#web/lib/session/guard.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Area } from '#web/routes/area.tsx';
import type { AreaPage } from '#web/routes/area-page.ts';

const AREA = {
  name: 'areas.instructor',
  roles: ['instructor'],
  pages: [
    {
      to: '/instructor',
      label: 'areas.dashboard',
      icon: LayoutDashboard,
      heading: 'areas.welcome_instructor',
    },
    { to: '/instructor/week', label: 'areas.my_week', icon: CalendarDays, heading: 'areas.my_week' },
    { to: '/instructor/myclass', label: 'areas.my_class', icon: BookOpen, heading: 'areas.my_classes' },
    { to: '/instructor/addclass', label: 'areas.add_class', icon: CirclePlus, heading: 'areas.add_class' },
    { to: '/instructor/posts', label: 'areas.posts', icon: Newspaper, heading: 'areas.posts' },
    { to: '/instructor/roster', heading: 'areas.roster' },
    { to: '/instructor/plan', heading: 'areas.class_times' },
    { to: '/instructor/lessons', heading: 'areas.lessons' },
    { to: '/instructor/notes', heading: 'materials.notes_and_files' },
    { to: '/instructor/updateclass', heading: 'areas.update_class' },
  ],
} as const satisfies { name: PlainId; roles: readonly Role[]; pages: readonly AreaPage[] };

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
