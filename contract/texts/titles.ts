import { type PlainId, t } from '#languages/t.ts';
import type { TextSlug } from './calls.ts';

const TITLES = {
  about: 'texts.about',
  privacy: 'texts.privacy',
  terms: 'texts.terms',
  cookies: 'texts.cookies',
  'child-protection': 'texts.child_protection',
  absence: 'texts.absence',
} as const satisfies Record<TextSlug, PlainId>;

/** The title of a text, on its page and in links. */
export const textTitle = (slug: TextSlug): string => t(TITLES[slug]);
