import { BookOpen, LayoutDashboard, PlusCircle } from 'lucide-react';
import { Outlet } from 'react-router';
import { Area } from '#web/components/area.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { onlyFor } from '#web/lib/guard.ts';
import { useSession } from '#web/lib/session.ts';

const LINKS = [
  { to: '/instructor', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/instructor/myclass', label: 'My Class', icon: BookOpen },
  { to: '/instructor/addclass', label: 'Add Class', icon: PlusCircle },
];

export const clientMiddleware = [onlyFor('instructor')];
// Without a loader in the browser the guard would not run on the first page.
export const clientLoader = () => null;
export const HydrateFallback = () => <Spinner />;

export default function InstructorArea() {
  const session = useSession();
  if (session.state !== 'signed-in') return <Outlet />;
  return (
    <Area name="Instructor area" links={LINKS} person={session.user}>
      <Outlet />
    </Area>
  );
}
