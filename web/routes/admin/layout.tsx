import { Outlet } from 'react-router';
import { CalendarDays } from '#web/components/icons/calendar-days.tsx';
import { Download } from '#web/components/icons/download.tsx';
import { FileText } from '#web/components/icons/file-text.tsx';
import { GraduationCap } from '#web/components/icons/graduation-cap.tsx';
import { History } from '#web/components/icons/history.tsx';
import { House } from '#web/components/icons/house.tsx';
import { LayoutDashboard } from '#web/components/icons/layout-dashboard.tsx';
import { ListChecks } from '#web/components/icons/list-checks.tsx';
import { Mail } from '#web/components/icons/mail.tsx';
import { MapPin } from '#web/components/icons/map-pin.tsx';
import { MessageCircle } from '#web/components/icons/message-circle.tsx';
import { Newspaper } from '#web/components/icons/newspaper.tsx';
import { Plug } from '#web/components/icons/plug.tsx';
import { Scale } from '#web/components/icons/scale.tsx';
import { Users } from '#web/components/icons/users.tsx';
import { UsersRound } from '#web/components/icons/users-round.tsx';
import { onlyFor } from '#web/lib/session/guard.ts';
import { Area } from '#web/routes/area.tsx';

const AREA = {
  name: 'Admin area',
  role: 'admin',
  pages: [
    { to: '/admin', label: 'Dashboard', icon: LayoutDashboard, heading: 'Welcome To Admin DashBoard' },
    { to: '/admin/start', label: 'Before you open', icon: ListChecks, heading: 'Before you open' },
    { to: '/admin/manageclass', label: 'Manage Class', icon: GraduationCap, heading: 'Manage Classes' },
    { to: '/admin/week', label: 'Week by room', icon: CalendarDays, heading: 'Week by room' },
    { to: '/admin/manageusers', label: 'Manage Users', icon: Users, heading: 'Manage Users' },
    { to: '/admin/families', label: 'Families', icon: UsersRound, heading: 'Families' },
    { to: '/admin/import', label: 'Import', icon: Download, heading: 'Import' },
    { to: '/admin/school', label: 'School', icon: House, heading: 'School' },
    { to: '/admin/rooms', label: 'Rooms', icon: MapPin, heading: 'Rooms' },
    { to: '/admin/terms', label: 'Terms', icon: CalendarDays, heading: 'Terms' },
    { to: '/admin/posts', label: 'Posts', icon: Newspaper, heading: 'Posts' },
    { to: '/admin/texts', label: 'Pages', icon: FileText, heading: 'Pages' },
    { to: '/admin/money', label: 'Money check', icon: Scale, heading: 'Money check' },
    { to: '/admin/questions', label: 'Questions', icon: MessageCircle, heading: 'Questions' },
    { to: '/admin/mails', label: 'Failed emails', icon: Mail, heading: 'Failed emails' },
    { to: '/admin/log', label: 'Log', icon: History, heading: 'Log' },
    { to: '/admin/integrations', label: 'Integrations', icon: Plug, heading: 'Integrations' },
    { to: '/admin/addclass', heading: 'Add Class' },
    { to: '/admin/updateclass', heading: 'Update Class' },
    { to: '/admin/roster', heading: 'Roster' },
    { to: '/admin/plan', heading: 'Class times' },
    { to: '/admin/lessons', heading: 'Lessons' },
    { to: '/admin/receipt', heading: 'Receipt' },
  ],
} as const;

export const clientMiddleware = [onlyFor('admin')];
// Without a loader in the browser the guard would not run on the first page.
export const clientLoader = () => null;
export const HydrateFallback = () => <Area {...AREA} />;

export default function AdminArea() {
  return (
    <Area {...AREA}>
      <Outlet />
    </Area>
  );
}
