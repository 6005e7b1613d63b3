import * as z from 'zod/mini';
import { text } from '#contract/fields.form.ts';
import { ABSENCE_WORDS_MAX } from './calls.ts';

/** What a family writes of a lesson that will be missed. */
export const AbsenceDraft = z.object({ words: text(ABSENCE_WORDS_MAX) });
