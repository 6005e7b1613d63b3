import { type PlainId, t } from '#languages/t.ts';
import { DASHBOARDS } from '#web/lib/address/dashboards.ts';
import type { Session } from '#web/lib/session/session.ts';

/** `isWide`: in the header only where there is much room; the page of the classes leads there too. */
export type SiteLink = { to: string; label: string; isWide?: true };

const PAGES: readonly (Omit<SiteLink, 'label'> & { label: PlainId })[] = [
  { to: '/', label: 'site.home' },
  { to: '/instructorlist', label: 'site.instructors' },
  { to: '/classes', label: 'site.classes' },
  { to: '/timetable', label: 'site.timetable', isWide: true },
  { to: '/blogs', label: 'site.blogs' },
];

/** The links of header and menu, in their order, for the person who is signed in. */
export function siteLinks(session: Session): readonly SiteLink[] {
  const pages = PAGES.map((page) => ({ ...page, label: t(page.label) }));
  if (session.state !== 'signed-in') return pages;
  const { role } = session.user;
  const own = [{ to: DASHBOARDS[role], label: t('site.dashboard') }];
  const family = { to: '/account/family', label: t('site.my_family') };
  return role === 'student' ? [...pages, ...own, family] : [...pages, ...own];
}
