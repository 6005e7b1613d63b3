import { xml } from './xml.ts';

/**
 * A page for search engines; `day` is the day of its last change, `YYYY-MM-DD`, where it is known, and
 * `languages` where the same page is in each of the school's, where it has several.
 */
export type Location = { path: string; day?: string; languages?: readonly { code: string; path: string }[] };

/** How many pages one file may list (https://www.sitemaps.org/protocol.html). */
export const LOCATIONS_MAX = 50_000;

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
/** Of links to a page in other languages (developers.google.com/search/docs/specialty/international). */
const LINKS_NAMESPACE = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"';

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
      NAMESPACE,
      files.map((path) => `<sitemap>${locOf(origin, path)}</sitemap>`),
    );
  }
  const from = (Number(part ?? 1) - 1) * LOCATIONS_MAX;
  const some = locations.slice(from, from + LOCATIONS_MAX);
  return listOf(
    'urlset',
    some.some(({ languages }) => languages) ? `${NAMESPACE} ${LINKS_NAMESPACE}` : NAMESPACE,
    some.map((one) => urlOf(origin, one)),
  );
}

const locOf = (origin: string, path: string) => `<loc>${xml(origin + path)}</loc>`;

const urlOf = (origin: string, { path, day, languages = [] }: Location) => {
  const links = languages.map(
    (one) => `<xhtml:link rel="alternate" hreflang="${one.code}" href="${xml(origin + one.path)}"/>`,
  );
  return `<url>${locOf(origin, path)}${day ? `<lastmod>${day}</lastmod>` : ''}${links.join('')}</url>`;
};

const listOf = (name: string, namespaces: string, items: readonly string[]) =>
  `<${name} ${namespaces}>\n${items.join('\n')}\n</${name}>`;
