import { GraduationCap, History, LayoutDashboard, Scale, Users } from 'lucide-react';
import { Outlet } from 'react-router';
import { Area } from '#web/components/area.tsx';
import { NeedsScripts } from '#web/components/needs-scripts.tsx';
import { onlyFor } from '#web/lib/guard.ts';
import { useSession } from '#web/lib/session.ts';

const LINKS = [
  { to: '/admin', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/admin/manageclass', label: 'Manage Class', icon: GraduationCap },
  { to: '/admin/manageusers', label: 'Manage Users', icon: Users },
  { to: '/admin/money', label: 'Money Check', icon: Scale },
  { to: '/admin/log', label: 'Log', icon: History },
];

export const clientMiddleware = [onlyFor('admin')];
// Without a loader in the browser the guard would not run on the first page.
export const clientLoader = () => null;
// Nothing shows while it is not known who is here; the room keeps its place.
export const HydrateFallback = () => (
  <div className="wrap min-h-[70vh]">
    <NeedsScripts />
  </div>
);

export default function AdminArea() {
  const session = useSession();
  if (session.state !== 'signed-in') return null;
  return (
    <Area name="Admin area" links={LINKS} person={session.user}>
      <Outlet />
    </Area>
  );
}
