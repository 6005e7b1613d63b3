import { defaultOf } from '#contract/translations.ts';
import type { Shipped } from '#languages/languages.ts';
import type { SchoolNow } from './school-row.ts';

/**
 * The language that a person is written to in: the one that their account has chosen, as long as the school
 * offers it, and its default else.
 */
export const languageOf = (
  reader: { language: string | null } | undefined,
  { languages }: Pick<SchoolNow, 'languages'>,
): Shipped => languages.find((code) => code === reader?.language) ?? defaultOf(languages);
