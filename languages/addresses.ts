import { ENGLISH, isShipped, type Language, PSEUDO, SHIPPED, type Shipped } from './languages.ts';

/*
 * Which language a page is in, its address says: the school's first language has addresses without more, the
 * others stand below their code.
 */

/** The languages that a school offers, the default first; English where it says none. */
export type InLanguages = { readonly languages?: readonly Shipped[] | undefined };

/** What stands before the paths of a language's pages: `/de`; empty for the default, and for what is not offered. */
export function prefixOf(language: Language, { languages }: InLanguages): string {
  const [first = ENGLISH, ...others] = languages ?? [];
  const isPrefixed = language !== first && (!isShipped(language) || others.includes(language));
  return isPrefixed ? `/${language}` : '';
}

/** The path of a page in a language, of its path without one: `/de/classes`. Never leads to another host. */
export function pagePath(path: string, language: Language, school: InLanguages): string {
  const prefix = prefixOf(language, school);
  const own = path.replace(/^\/+/, '/');
  return prefix ? prefix + own.replace(/^\/(?=$|[?#])/, '') : own;
}

/** A page's language, the `prefix` that its address has for it, and its path without that. */
export type Place = { language: Language; prefix: string; path: string };
/** Where else the page is: for ever, or while the school does not offer the language that was named. */
export type Moved = { to: string; isForEver: boolean };

const CODES = Object.keys({ ...SHIPPED, ...PSEUDO });
const PREFIX = new RegExp(`^/(?:${CODES.join('|')})(?=[/?#]|$)`);

/** What a path has before it for the language that it names, whichever that is. */
export const prefixIn = (path: string): string => PREFIX.exec(path)?.[0] ?? '';

/** A path without the language that it names: the same in all. */
export function withoutLanguage(path: string): string {
  const prefix = prefixIn(path);
  return prefix ? path.slice(prefix.length).replace(/^\/*/, '/') : path;
}

const LEADING = /^\/([\w-]+)(?=\/|$)/;
const isPseudo = (code: string): code is keyof typeof PSEUDO => Object.hasOwn(PSEUDO, code);

/** What the path of an address names, as a URL has it; `hasPseudo` where the languages for tests are on. */
export function placeOf(
  pathname: string,
  { languages }: InLanguages,
  { hasPseudo = false }: { hasPseudo?: boolean } = {},
): Place | Moved {
  const [first = ENGLISH, ...others] = languages ?? [];
  const [prefix = '', code = ''] = LEADING.exec(pathname) ?? [];
  // A path that begins with two slashes would be another host.
  const path = pathname.slice(prefix.length).replace(/^\/*/, '/');
  if (isShipped(code)) {
    if (others.includes(code)) return { language: code, prefix, path };
    return { to: path, isForEver: code === first };
  }
  if (hasPseudo && isPseudo(code)) return { language: code, prefix, path };
  return { language: first, prefix: '', path: pathname };
}
