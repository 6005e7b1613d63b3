import * as z from 'zod/mini';
import { areDaysInOrder, areDaysWithin, DAYS } from './days.form.ts';
import { requiredLine } from './fields.form.ts';
import { TERM_DAYS_MAX, TERM_NAME_MAX } from './terms.ts';

/** What an admin says of a term. */
export const TermDraft = z
  .object({ name: requiredLine(TERM_NAME_MAX, 'Enter a name for the term.'), ...DAYS })
  .check(areDaysInOrder(), areDaysWithin(TERM_DAYS_MAX));
