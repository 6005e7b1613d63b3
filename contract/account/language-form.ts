import * as z from 'zod/mini';
import { LanguageCode } from '#contract/fields.form.ts';

/** The language of mails and calendars; an empty one is the school's default. */
export const LanguageDraft = z.object({ language: z.union([z.literal(''), LanguageCode]) });
export type LanguageDraft = z.input<typeof LanguageDraft>;
