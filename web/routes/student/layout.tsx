import { Outlet } from 'react-router';
import type { PlainId } from '#languages/t.ts';
import { BookOpenCheck } from '#web/components/icons/book-open-check.tsx';
import { CalendarDays } from '#web/components/icons/calendar-days.tsx';
import { House } from '#web/components/icons/house.tsx';
import { ListChecks } from '#web/components/icons/list-checks.tsx';
import { onlySignedIn } from '#web/lib/session/guard.ts';
import { Area } from '#web/routes/area.tsx';
import type { AreaPage } from '#web/routes/area-page.ts';

const AREA = {
  name: 'areas.student',
  pages: [
    { to: '/student', label: 'areas.dashboard', icon: House, heading: 'areas.welcome_student' },
    {
      to: '/student/class/selected',
      label: 'areas.my_selected_class',
      icon: ListChecks,
      heading: 'areas.my_selected_class',
    },
    {
      to: '/student/class/enrolled',
      label: 'areas.my_enrolled_class',
      icon: BookOpenCheck,
      heading: 'areas.enrolled_class',
    },
    { to: '/student/week', label: 'areas.my_week', icon: CalendarDays, heading: 'areas.my_week' },
    { to: '/student/learners', heading: 'areas.learner' },
    { to: '/student/class/select/', heading: 'areas.who_is_it_for' },
    { to: '/student/class/payment', heading: 'areas.payment' },
    { to: '/student/class/checkout', heading: 'areas.payment' },
    { to: '/student/class/trial', heading: 'areas.payment' },
    { to: '/student/receipt', heading: 'areas.receipt' },
    { to: '/student/learners', heading: 'materials.what_to_practise' },
  ],
} as const satisfies { name: PlainId; pages: readonly AreaPage[] };

export const clientMiddleware = [onlySignedIn];
// Without a loader in the browser the guard would not run on the first page.
export const clientLoader = () => null;
export const HydrateFallback = () => <Area {...AREA} />;

export default function StudentArea() {
  return (
    <Area {...AREA}>
      <Outlet />
    </Area>
  );
}
