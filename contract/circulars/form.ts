import * as z from 'zod/mini';
import { requiredLine, requiredText } from '#contract/fields.form.ts';
import { CIRCULAR_MAX, SUBJECT_MAX } from './calls.ts';

export const CircularDraft = z.object({
  subject: requiredLine(SUBJECT_MAX, 'circulars.enter_subject'),
  text: requiredText(CIRCULAR_MAX, 'circulars.enter_text'),
});
