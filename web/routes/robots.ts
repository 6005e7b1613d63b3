import { prefixOf } from '#languages/addresses.ts';
import { configContext } from '#web/ssr.ts';
import type { Route } from './+types/robots';

const CALENDARS = ['/api/calendar/', '/api/class/*/calendar.ics'];

/**
 * RFC 9309: the longest rule counts. The areas behind sign-in hold nothing to be found; Google's calendar
 * asks here before it fetches one.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { origin, school } = context.get(configContext);
  const closed = ['/admin', '/instructor$', '/instructor/', '/student', '/dashboard'];
  const prefixes = school.languages.map((code) => prefixOf(code, school));
  const lines = [
    'User-agent: *',
    ...prefixes.flatMap((prefix) => closed.map((path) => `Disallow: ${prefix}${path}`)),
    'Disallow: /api/',
    ...CALENDARS.map((path) => `Allow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
