import { classPath } from '#contract/classes/calls.ts';
import type { ClientConfig } from '#contract/config/calls.ts';
import { textPath } from '#contract/texts/calls.ts';
import { pagePath } from '#languages/addresses.ts';
import { type Location, sitemapOf } from '#web/lib/page/sitemap.ts';
import { xmlAnswer } from '#web/lib/page/xml.ts';
import { apiContext, configContext, type PageHandle } from '#web/ssr.ts';
import type { Route } from './+types/sitemap';

const PAGES = ['/', '/classes', '/timetable', '/instructorlist', '/blogs', '/ask'];

/** Which of its files an address names, by its number; a number that none can have counts as none. */
const filter = (url: string) => ({
  part: /^[1-9]\d{0,3}$/.exec(new URL(url).searchParams.get('part') ?? '')?.[0],
});

export const handle: PageHandle = { filter };

/** The same pages in each of the school's languages, each of which names the others. */
function inLanguages(locations: readonly Location[], school: ClientConfig['school']): readonly Location[] {
  const codes = school.languages;
  if (codes.length === 1) return locations;
  return locations.flatMap((one) => {
    const languages = codes.map((code) => ({ code, path: pagePath(one.path, code, school) }));
    return languages.map(({ path }) => ({ ...one, path, languages }));
  });
}

/** Every public page for search engines. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { origin, isDemo, school } = context.get(configContext);
  const api = context.get(apiContext);
  const [classes, instructors, posts, texts] = await Promise.all([
    api.indexClasses(),
    api.listInstructors(),
    api.indexBlogs(),
    api.listTexts(),
  ]);
  const locations: Location[] = [
    ...PAGES.map((path) => ({ path })),
    ...classes.map((item) => ({ path: classPath(item) })),
    ...instructors.map(({ _id }) => ({ path: `/instructors/${_id}` })),
    // Elsewhere nothing is voted on.
    ...(isDemo ? [{ path: '/ongoing' }] : []),
    ...posts.map(({ _id, time }) => ({ path: `/blogs/blog/${_id}`, day: time.slice(0, 10) })),
    ...texts.map(({ slug, updatedat }) => ({ path: textPath(slug), day: updatedat.slice(0, 10) })),
  ];
  return xmlAnswer(
    'application/xml',
    sitemapOf(inLanguages(locations, school), { origin, ...filter(request.url) }),
  );
}
