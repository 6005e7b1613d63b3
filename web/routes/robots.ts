import { configContext } from '#web/ssr.ts';
import type { Route } from './+types/robots';

/** RFC 9309. The areas behind sign-in hold nothing to be found. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(configContext);
  const closed = ['/admin', '/instructor$', '/instructor/', '/student', '/dashboard', '/api/'];
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
