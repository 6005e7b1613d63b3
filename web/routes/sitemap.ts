import { xml, xmlAnswer } from '#web/lib/xml.ts';
import { apiContext, configContext } from '#web/ssr.ts';
import type { Route } from './+types/sitemap';

const PAGES = ['/', '/classes', '/instructorlist', '/blogs', '/ongoing'];

/** Every public page as sitemaps.org's protocol 0.9 lists them. */
export async function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(configContext);
  const posts = await context.get(apiContext).listBlogs();
  const urls = [
    ...PAGES.map((path) => `<url><loc>${xml(origin + path)}</loc></url>`),
    ...posts.map(
      ({ _id, time }) =>
        `<url><loc>${xml(`${origin}/blogs/blog/${_id}`)}</loc><lastmod>${time.slice(0, 10)}</lastmod></url>`,
    ),
  ];
  return xmlAnswer(
    'application/xml',
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>`,
  );
}
