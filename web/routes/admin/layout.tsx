import { Link, type MiddlewareFunction, Outlet, useRouteError } from 'react-router';
import { ApiError, apiErrorOf } from '#contract/client.ts';
import type { Role } from '#contract/users/calls.ts';
import { withoutLanguage } from '#languages/addresses.ts';
import { type PlainId, t } from '#languages/t.ts';
import { CalendarCheck } from '#web/components/icons/calendar-check.tsx';
import { CalendarDays } from '#web/components/icons/calendar-days.tsx';
import { Download } from '#web/components/icons/download.tsx';
import { FileText } from '#web/components/icons/file-text.tsx';
import { GraduationCap } from '#web/components/icons/graduation-cap.tsx';
import { Heart } from '#web/components/icons/heart.tsx';
import { History } from '#web/components/icons/history.tsx';
import { Hourglass } from '#web/components/icons/hourglass.tsx';
import { House } from '#web/components/icons/house.tsx';
import { LayoutDashboard } from '#web/components/icons/layout-dashboard.tsx';
import { ListChecks } from '#web/components/icons/list-checks.tsx';
import { Mail } from '#web/components/icons/mail.tsx';
import { MapPin } from '#web/components/icons/map-pin.tsx';
import { MessageCircle } from '#web/components/icons/message-circle.tsx';
import { MessageSquareText } from '#web/components/icons/message-square-text.tsx';
import { Music } from '#web/components/icons/music.tsx';
import { Newspaper } from '#web/components/icons/newspaper.tsx';
import { Piano } from '#web/components/icons/piano.tsx';
import { Plug } from '#web/components/icons/plug.tsx';
import { Receipt } from '#web/components/icons/receipt.tsx';
import { Scale } from '#web/components/icons/scale.tsx';
import { Ticket } from '#web/components/icons/ticket.tsx';
import { Users } from '#web/components/icons/users.tsx';
import { UsersRound } from '#web/components/icons/users-round.tsx';
import { Failure } from '#web/components/layout/failure.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { FactorReminder } from '#web/features/account/second-factor/factor-reminder.tsx';
import { useConfig } from '#web/lib/page/config.ts';
import { PAGE_ID } from '#web/lib/page/page-id.ts';
import { onlyFor } from '#web/lib/session/guard.ts';
import { signedInUser } from '#web/lib/session/session.ts';
import { Area } from '#web/routes/area.tsx';
import { type AreaPage, pageAt } from '#web/routes/area-page.ts';

const AREA = {
  name: 'areas.admin',
  roles: ['admin', 'office'],
  pages: [
    {
      to: '/admin',
      label: 'areas.dashboard',
      icon: LayoutDashboard,
      heading: 'areas.welcome_admin',
      group: 'areas.group_today',
    },
    {
      to: '/admin/questions',
      label: 'areas.questions',
      icon: MessageCircle,
      heading: 'areas.questions',
      group: 'areas.group_today',
      only: 'admin',
    },
    {
      to: '/admin/mails',
      label: 'areas.failed_emails',
      icon: Mail,
      heading: 'areas.failed_emails',
      group: 'areas.group_today',
    },
    {
      to: '/admin/manageclass',
      label: 'areas.manage_class',
      icon: GraduationCap,
      heading: 'areas.manage_classes',
      group: 'areas.group_classes',
    },
    {
      to: '/admin/wishes',
      label: 'wishes.wishes',
      icon: Heart,
      heading: 'wishes.what_families_wish',
      group: 'areas.group_classes',
    },
    {
      to: '/admin/week',
      label: 'areas.week_by_room',
      icon: CalendarDays,
      heading: 'areas.week_by_room',
      group: 'areas.group_classes',
    },
    {
      to: '/admin/recitals',
      label: 'recitals.recitals',
      icon: Piano,
      heading: 'recitals.recitals',
      group: 'areas.group_classes',
    },
    {
      to: '/admin/rooms',
      label: 'rooms.rooms',
      icon: MapPin,
      heading: 'rooms.rooms',
      group: 'areas.group_classes',
    },
    {
      to: '/admin/instruments',
      label: 'instruments.instruments',
      icon: Music,
      heading: 'instruments.instruments',
      group: 'areas.group_classes',
      only: 'admin',
    },
    {
      to: '/admin/terms',
      label: 'terms.terms',
      icon: CalendarCheck,
      heading: 'terms.terms',
      group: 'areas.group_classes',
    },
    {
      to: '/admin/families',
      label: 'families.families',
      icon: UsersRound,
      heading: 'families.families',
      group: 'areas.group_people',
    },
    {
      to: '/admin/messages',
      label: 'areas.messages',
      icon: MessageSquareText,
      heading: 'areas.messages',
      group: 'areas.group_people',
    },
    {
      to: '/admin/manageusers',
      label: 'areas.manage_users',
      icon: Users,
      heading: 'areas.manage_users',
      group: 'areas.group_people',
    },
    {
      to: '/admin/import',
      label: 'areas.import',
      icon: Download,
      heading: 'areas.import',
      group: 'areas.group_people',
      only: 'admin',
    },
    {
      to: '/admin/billing',
      label: 'areas.billing',
      icon: Receipt,
      heading: 'areas.billing',
      group: 'areas.group_money',
      only: 'admin',
    },
    {
      to: '/admin/debtors',
      label: 'areas.debtors',
      icon: Hourglass,
      heading: 'areas.debtors',
      group: 'areas.group_money',
      only: 'admin',
    },
    {
      to: '/admin/money',
      label: 'areas.money_check',
      icon: Scale,
      heading: 'areas.money_check',
      group: 'areas.group_money',
    },
    {
      to: '/admin/discounts',
      label: 'discounts.discounts',
      icon: Ticket,
      heading: 'discounts.discounts',
      group: 'areas.group_money',
      only: 'admin',
    },
    {
      to: '/admin/school',
      label: 'areas.school',
      icon: House,
      heading: 'areas.school',
      group: 'areas.group_school',
      only: 'admin',
    },
    {
      to: '/admin/texts',
      label: 'areas.pages',
      icon: FileText,
      heading: 'areas.pages',
      group: 'areas.group_school',
      only: 'admin',
    },
    {
      to: '/admin/posts',
      label: 'areas.posts',
      icon: Newspaper,
      heading: 'areas.posts',
      group: 'areas.group_school',
      only: 'admin',
    },
    {
      to: '/admin/log',
      label: 'areas.log',
      icon: History,
      heading: 'areas.log',
      group: 'areas.group_school',
    },
    {
      to: '/admin/integrations',
      label: 'areas.integrations',
      icon: Plug,
      heading: 'areas.integrations',
      group: 'areas.group_school',
      only: 'admin',
    },
    {
      to: '/admin/start',
      label: 'golive.before_you_open',
      icon: ListChecks,
      heading: 'golive.before_you_open',
      group: 'areas.group_school',
      only: 'admin',
    },
    {
      to: '/admin/rehearsal',
      heading: 'rehearsal.title',
      group: 'areas.group_school',
      only: 'admin',
    },
    { to: '/admin/addclass', heading: 'areas.add_class', group: 'areas.group_classes' },
    { to: '/admin/updateclass', heading: 'areas.update_class', group: 'areas.group_classes' },
    { to: '/admin/reviews', heading: 'reviews.review', group: 'areas.group_classes', only: 'admin' },
    { to: '/admin/roster', heading: 'areas.roster', group: 'areas.group_classes' },
    { to: '/admin/plan', heading: 'areas.class_times', group: 'areas.group_classes' },
    { to: '/admin/lessons', heading: 'areas.lessons', group: 'areas.group_classes' },
    { to: '/admin/notes', heading: 'materials.notes_and_files', group: 'areas.group_classes' },
    { to: '/admin/registers', heading: 'areas.register', group: 'areas.group_classes' },
    {
      to: '/admin/billing/settings',
      heading: 'billing.settings',
      group: 'areas.group_money',
      only: 'admin',
    },
    { to: '/admin/receipt', heading: 'areas.receipt', group: 'areas.group_money' },
  ],
} as const satisfies { name: PlainId; roles: readonly Role[]; pages: readonly AreaPage[] };

/** Refuses a page of the area that is for another role, before anything is asked for it. */
const onlyPages: MiddlewareFunction = ({ request }, next) => {
  const { only } = pageAt(AREA.pages, withoutLanguage(new URL(request.url).pathname));
  if (!only || only === signedInUser().role) return next();
  throw new ApiError({ status: 403, code: 'forbidden', detail: t('areas.refused') });
};

export const clientMiddleware = [onlyFor(...AREA.roles), onlyPages];
// Without a loader in the browser the guard would not run on the first page.
export const clientLoader = () => null;
export const HydrateFallback = () => <Area {...AREA} />;

export default function AdminArea() {
  return (
    <Area {...AREA}>
      <FactorReminder />
      <Outlet />
    </Area>
  );
}

export function ErrorBoundary() {
  if (apiErrorOf(useRouteError())?.kind !== 'forbidden')
    return (
      <div id={PAGE_ID} tabIndex={-1} className="outline-none">
        <Failure />
      </div>
    );
  return (
    <Area {...AREA}>
      <Refused />
    </Area>
  );
}

/** Stands for a page that is for admins alone; the menu beside it leads to those that are not. */
function Refused() {
  const { school } = useConfig();
  return (
    <>
      <title>{`${school.name} | ${t('areas.refused')}`}</title>
      <PageHeading title={t('areas.refused')} lead={t('areas.refused_hint')} />
      <Link to="/admin" className="btn btn-primary mt-6">
        {t('areas.dashboard')}
      </Link>
    </>
  );
}
