import * as z from 'zod/mini';
import { requiredText, text } from '#contract/fields.form.ts';
import { MARKDOWN_MAX } from '#contract/markdown/calls.ts';
import { t } from '#languages/t.ts';
import { NOTE_MAX } from './calls.ts';

/** What is written beside a line: a remark or a question, other words for it, or both. */
export const NoteDraft = z.object({ words: text(NOTE_MAX), proposal: text(MARKDOWN_MAX) }).check(
  z.refine(({ words, proposal }) => words !== '' || proposal !== '', {
    path: ['words'],
    error: () => t('reviews.write_note'),
  }),
);
export type NoteDraft = z.input<typeof NoteDraft>;

export const AnswerDraft = z.object({ answer: requiredText(NOTE_MAX, 'reviews.write_answer') });
export type AnswerDraft = z.input<typeof AnswerDraft>;
