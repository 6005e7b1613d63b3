import { BookOpenCheck, House, ListChecks } from 'lucide-react';
import { Outlet } from 'react-router';
import { Area } from '#web/components/area.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { onlySignedIn } from '#web/lib/guard.ts';
import { signedInUser, useSession } from '#web/lib/session.ts';
import type { Route } from './+types/layout';

export const clientMiddleware = [onlySignedIn];
export const clientLoader = () => signedInUser();

export function HydrateFallback() {
  return <Spinner />;
}

const LINKS = [
  { to: '/student', label: 'Dashboard', icon: House },
  { to: '/student/class/selected', label: 'My Selected Class', icon: ListChecks },
  { to: '/student/class/enrolled', label: 'my Enrolled Class', icon: BookOpenCheck },
];

export default function StudentArea({ loaderData }: Route.ComponentProps) {
  const session = useSession();
  const person = session.state === 'signed-in' ? session.user : loaderData;
  return (
    <Area name="Student area" links={LINKS} person={person}>
      <Outlet />
    </Area>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailed error={error} />;
}
