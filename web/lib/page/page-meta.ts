import type { MetaDescriptor } from 'react-router';
import type { ClientConfig } from '#contract/config/calls.ts';
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
  const url = absolute(config.origin, path);
  return [
    titleOf(matches, title),
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:site_name', content: config.school.name },
    { property: 'og:type', content: type ?? 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
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

/** Keeps a page that is only for one person, or leads elsewhere, out of search engines. */
export const NOT_INDEXED: MetaDescriptor = { name: 'robots', content: 'noindex' };
