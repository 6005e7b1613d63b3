import { configContext } from '#web/ssr.ts';
import type { Route } from './+types/robots';

const CALENDARS = ['/api/calendar/', '/api/class/*/calendar.ics'];

/**
 * RFC 9309: the longest rule counts. The areas behind sign-in hold nothing to be found; Google's calendar
 * asks here before it fetches one.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(configContext);
  const closed = ['/admin', '/instructor$', '/instructor/', '/student', '/dashboard', '/api/'];
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    ...CALENDARS.map((path) => `Allow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
