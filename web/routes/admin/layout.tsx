import { Outlet } from 'react-router';
import type { Role } from '#contract/users/calls.ts';
import type { PlainId } from '#languages/t.ts';
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
import { Area, type AreaPage } from '#web/routes/area.tsx';

const AREA = {
  name: 'areas.admin',
  role: 'admin',
  pages: [
    { to: '/admin', label: 'areas.dashboard', icon: LayoutDashboard, heading: 'areas.welcome_admin' },
    {
      to: '/admin/start',
      label: 'golive.before_you_open',
      icon: ListChecks,
      heading: 'golive.before_you_open',
    },
    {
      to: '/admin/manageclass',
      label: 'areas.manage_class',
      icon: GraduationCap,
      heading: 'areas.manage_classes',
    },
    { to: '/admin/week', label: 'areas.week_by_room', icon: CalendarDays, heading: 'areas.week_by_room' },
    { to: '/admin/manageusers', label: 'areas.manage_users', icon: Users, heading: 'areas.manage_users' },
    { to: '/admin/families', label: 'families.families', icon: UsersRound, heading: 'families.families' },
    { to: '/admin/import', label: 'areas.import', icon: Download, heading: 'areas.import' },
    { to: '/admin/school', label: 'areas.school', icon: House, heading: 'areas.school' },
    { to: '/admin/rooms', label: 'rooms.rooms', icon: MapPin, heading: 'rooms.rooms' },
    { to: '/admin/terms', label: 'terms.terms', icon: CalendarDays, heading: 'terms.terms' },
    { to: '/admin/posts', label: 'areas.posts', icon: Newspaper, heading: 'areas.posts' },
    { to: '/admin/texts', label: 'areas.pages', icon: FileText, heading: 'areas.pages' },
    { to: '/admin/money', label: 'areas.money_check', icon: Scale, heading: 'areas.money_check' },
    { to: '/admin/questions', label: 'areas.questions', icon: MessageCircle, heading: 'areas.questions' },
    { to: '/admin/mails', label: 'areas.failed_emails', icon: Mail, heading: 'areas.failed_emails' },
    { to: '/admin/log', label: 'areas.log', icon: History, heading: 'areas.log' },
    { to: '/admin/integrations', label: 'areas.integrations', icon: Plug, heading: 'areas.integrations' },
    { to: '/admin/addclass', heading: 'areas.add_class' },
    { to: '/admin/updateclass', heading: 'areas.update_class' },
    { to: '/admin/roster', heading: 'areas.roster' },
    { to: '/admin/plan', heading: 'areas.class_times' },
    { to: '/admin/lessons', heading: 'areas.lessons' },
    { to: '/admin/receipt', heading: 'areas.receipt' },
  ],
} as const satisfies { name: PlainId; role: Role; pages: readonly AreaPage[] };

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
