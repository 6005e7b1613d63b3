import { xml } from './xml.ts';

/** A page for search engines; `day` is the day of its last change, `YYYY-MM-DD`, where it is known. */
export type Location = { path: string; day?: string };

/** How many pages one file may list (https://www.sitemaps.org/protocol.html). */
export const LOCATIONS_MAX = 50_000;

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/**
 * What sitemaps.org's protocol 0.9 lists at `/sitemap.xml`: the pages, or where these are too many for one
 * file the files of them, each of which is named by its number, `part`; one that there is not lists nothing.
 */
export function sitemapOf(
  locations: readonly Location[],
  { origin, part }: { origin: string; part: string | undefined },
): string {
  const parts = Math.ceil(locations.length / LOCATIONS_MAX);
  if (parts > 1 && part === undefined) {
    const files = Array.from({ length: parts }, (_, at) => `/sitemap.xml?part=${at + 1}`);
    return listOf(
      'sitemapindex',
      files.map((path) => `<sitemap>${locOf(origin, path)}</sitemap>`),
    );
  }
  const from = (Number(part ?? 1) - 1) * LOCATIONS_MAX;
  const some = locations.slice(from, from + LOCATIONS_MAX);
  return listOf(
    'urlset',
    some.map(({ path, day }) => `<url>${locOf(origin, path)}${day ? `<lastmod>${day}</lastmod>` : ''}</url>`),
  );
}

const locOf = (origin: string, path: string) => `<loc>${xml(origin + path)}</loc>`;

const listOf = (name: string, items: readonly string[]) =>
  `<${name} ${NAMESPACE}>\n${items.join('\n')}\n</${name}>`;
