import { pagePath, prefixIn, prefixOf } from '#languages/addresses.ts';
import { language } from '#languages/t.ts';
import type { Site } from './page-meta.ts';

/** The path of a page, unlike those of what the school serves besides, and of another host (`//`). */
const PAGE = /^\/(?!\/|(?:api|assets|cards|files|identity|images|uploads)(?![\w-])|[^?#]*\.\w+(?:[?#]|$))/;

/**
 * HTML made of the school's Markdown: links to pages, written for the school's first language, lead to the
 * same pages in the page's own. A link that names a language stays.
 */
export function linksInLanguage(html: string, { origin, school }: Site): string {
  if (!prefixOf(language(), school)) return html;
  return html.replace(/(?<=<a href=")[^"]*/g, (href) => {
    const path = href.startsWith(`${origin}/`) ? href.slice(origin.length) : href;
    return PAGE.test(path) && !prefixIn(path) ? pagePath(path, language(), school) : href;
  });
}
