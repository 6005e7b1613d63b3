import type { Generated } from 'kysely';
import type { TextSlug } from '#contract/texts/calls.ts';

/**
 * A version of one of the school's own texts; the latest counts, and the ones before tell what was accepted.
 * One without a word is not shown.
 */
export type TextRow = {
  slug: TextSlug;
  version: number;
  markdown: string;
  /** The code of the language of `markdown`; null where it was written before there were several. */
  language: Generated<string | null>;
  /** The same in others, as JSON: `{ de: { markdown } }`. */
  translations: Generated<string | null>;
  /** The admin who wrote it; null once that account was erased. */
  authorid: string | null;
  updatedat: number;
};

/** Which version of a text an account accepted at registration, and when. */
export type ConsentRow = { userid: string; slug: TextSlug; version: number; createdat: number };
