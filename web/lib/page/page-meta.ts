import type { MetaDescriptor } from 'react-router';
import type { ClientConfig } from '#contract/config/calls.ts';
import { defaultOf } from '#contract/translations.ts';
import { pagePath } from '#languages/addresses.ts';
import { ENGLISH, type Language, localeIn } from '#languages/languages.ts';
import { language } from '#languages/t.ts';
import { titleOf } from './title.ts';

type Matches = Parameters<typeof titleOf>[0];
type Page = {
  title: string;
  /**
   * One or two sentences for search engines and shared links; may depend on what the school says of itself.
   */
  description: string | ((config: ClientConfig) => string);
  /** The page's one address below the school's, with its slash; what else leads to it is named a copy. */
  path: string;
  /** A picture for shared links, as a path of this school or an absolute URL. */
  image?: string;
  type?: 'website' | 'article' | 'profile';
  /** What the page is about in schema.org's words; gets the school's own data. */
  about?: (config: ClientConfig) => object;
};

/** An address that works anywhere: paths of this school get its origin. */
export const absolute = (origin: string, url: string) => new URL(url, origin).href;

/** The school that pages are of, and where it is. */
export type Site = Pick<ClientConfig, 'origin' | 'school'>;

/** The address of a page in a language, the reader's own unless another is named. */
export const pageAddress = ({ origin, school }: Site, path: string, code: Language = language()) =>
  absolute(origin, pagePath(path, code, school));

/**
 * The address of a page of a public list. Each page of the whole list has its own; a narrowed list, or one
 * that was gone back to, is named a copy of the whole.
 */
export function pathOfPage(path: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const named = Object.entries(query).filter(([, value]) => value !== undefined);
  const isPage = named.length === 1 && query.after !== undefined;
  return isPage ? `${path}?${new URLSearchParams({ after: query.after ?? '' })}` : path;
}

/** Everything in a public page's head that machines read; for a route module's `meta`. */
export function pageMeta(
  matches: Matches,
  { title, description: words, path, image, type, about }: Page,
): MetaDescriptor[] {
  const config = matches.find((match) => match?.id === 'root')?.loaderData as ClientConfig | undefined;
  if (!config) return [titleOf(matches, title)];
  const description = typeof words === 'string' ? words : words(config);
  const picture = absolute(config.origin, image ?? '/og.png');
  const url = pageAddress(config, path);
  return [
    titleOf(matches, title),
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:site_name', content: config.school.name },
    { property: 'og:type', content: type ?? 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    ...inOtherLanguages(config, path),
    { property: 'og:image', content: picture },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: picture },
    ...(about
      ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...about(config) } } as MetaDescriptor]
      : []),
  ];
}

/** The page's language, and where it is in the others; nothing where the school has English alone. */
function inOtherLanguages(config: ClientConfig, path: string): MetaDescriptor[] {
  const languages = config.school.languages;
  const alternate = (hrefLang: string, code: Language): MetaDescriptor => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang,
    href: pageAddress(config, path, code),
  });
  /** As Open Graph writes it, `de_IE`. */
  const locale = (code: Language) => localeIn(code, config.school.locale)?.replace('-', '_') ?? code;
  const own = { property: 'og:locale', content: locale(language()) };
  if (languages.length === 1) return languages[0] === ENGLISH ? [] : [own];
  const others = languages.filter((code) => code !== language());
  return [
    ...languages.map((code) => alternate(code, code)),
    alternate('x-default', defaultOf(languages)),
    own,
    ...others.map((code) => ({ property: 'og:locale:alternate', content: locale(code) })),
  ];
}

/** Keeps a page that is only for one person, or leads elsewhere, out of search engines. */
export const NOT_INDEXED: MetaDescriptor = { name: 'robots', content: 'noindex' };
