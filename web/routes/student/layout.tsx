import { Outlet } from 'react-router';
import { BookOpenCheck } from '#web/components/icons/book-open-check.tsx';
import { CalendarDays } from '#web/components/icons/calendar-days.tsx';
import { House } from '#web/components/icons/house.tsx';
import { ListChecks } from '#web/components/icons/list-checks.tsx';
import { onlySignedIn } from '#web/lib/session/guard.ts';
import { Area } from '#web/routes/area.tsx';

const AREA = {
  name: 'Student area',
  pages: [
    { to: '/student', label: 'Dashboard', icon: House, heading: 'Welcome To Your Dashboard' },
    {
      to: '/student/class/selected',
      label: 'My Selected Class',
      icon: ListChecks,
      heading: 'My Selected Class',
    },
    {
      to: '/student/class/enrolled',
      label: 'my Enrolled Class',
      icon: BookOpenCheck,
      heading: 'My Enrolled Class',
    },
    { to: '/student/week', label: 'My week', icon: CalendarDays, heading: 'My week' },
    { to: '/student/class/select/', heading: 'Who is it for?' },
    { to: '/student/class/payment', heading: 'Payment' },
    { to: '/student/class/checkout', heading: 'Payment' },
    { to: '/student/receipt', heading: 'Receipt' },
  ],
} as const;

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
