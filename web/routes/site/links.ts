import type { Role } from '#contract/users/calls.ts';
import type { Session } from '#web/lib/session/session.ts';

const DASHBOARDS: Record<Role, string> = { admin: '/admin', instructor: '/instructor', student: '/student' };

/** `isWide`: in the header only where there is much room; the page of the classes leads there too. */
type SiteLink = { to: string; label: string; isWide?: true };

const PAGES: readonly SiteLink[] = [
  { to: '/', label: 'Home' },
  { to: '/instructorlist', label: 'Instructors' },
  { to: '/classes', label: 'Classes' },
  { to: '/timetable', label: 'Timetable', isWide: true },
  { to: '/blogs', label: 'Blogs' },
];

const FAMILY = { to: '/account/family', label: 'My family' };

/** The links of header and menu, in their order, for the person who is signed in. */
export function siteLinks(session: Session): readonly SiteLink[] {
  if (session.state !== 'signed-in') return PAGES;
  const { role } = session.user;
  const own = [{ to: DASHBOARDS[role], label: 'Dashboard' }];
  return role === 'student' ? [...PAGES, ...own, FAMILY] : [...PAGES, ...own];
}
