import * as z from 'zod/mini';
import { requiredLine } from '#contract/fields.form.ts';
import { areDaysInOrder, areDaysWithin, DAYS, day } from '#contract/time/days-form.ts';
import { TERM_DAYS_MAX, TERM_NAME_MAX } from './calls.ts';

const TERM_FIELDS = { name: requiredLine(TERM_NAME_MAX, 'Enter a name for the term.'), ...DAYS };

/** The form of a term. */
export const TermDraft = z.object(TERM_FIELDS).check(areDaysInOrder(), areDaysWithin(TERM_DAYS_MAX));

/**
 * The form of copying a term: the new term, and until when its places are kept for the families of this one.
 */
export const TermCopyDraft = z.object({ ...TERM_FIELDS, offeruntil: day('Choose a day.') }).check(
  areDaysInOrder(),
  areDaysWithin(TERM_DAYS_MAX),
  z.refine(({ offeruntil, lastday }) => offeruntil <= lastday, {
    path: ['offeruntil'],
    error: 'Choose a day up to the last day of the term.',
  }),
);
