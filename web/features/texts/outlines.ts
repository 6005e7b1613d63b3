import type { TextSlug } from '#contract/texts/calls.ts';
import { type PlainId, t } from '#languages/t.ts';

const OUTLINES = {
  about: 'texts.outline_about',
  privacy: 'texts.outline_privacy',
  terms: 'texts.outline_terms',
  cookies: 'texts.outline_cookies',
  absence: 'texts.outline_absence',
  'child-protection': 'texts.outline_child_protection',
} as const satisfies Record<TextSlug, PlainId>;

/**
 * The outline of a text: the usual headings, and under each the question that it answers. No outline says
 * anything of a school. It is in the page's language, also where a text in another is written: a browser
 * knows the messages of one language.
 */
export const outlineOf = (slug: TextSlug): string => t(OUTLINES[slug]);

const isQuestion = (line: string) => line.startsWith('(');

/** Whether a text still asks what an outline asks: then it is not ready to be read. */
export const hasQuestions = (slug: TextSlug, text: string): boolean =>
  outlineOf(slug)
    .split('\n')
    .some((line) => isQuestion(line) && text.includes(line));
