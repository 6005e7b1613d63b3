import * as z from 'zod/mini';
import { requiredLine, says } from '#contract/fields.form.ts';
import { areDaysInOrder, areDaysWithin, DAYS, day } from '#contract/time/days-form.ts';
import { TERM_DAYS_MAX, TERM_NAME_MAX } from './calls.ts';

const TERM_FIELDS = { name: requiredLine(TERM_NAME_MAX, 'terms.enter_name'), ...DAYS };

/** The form of a term. */
export const TermDraft = z.object(TERM_FIELDS).check(areDaysInOrder(), areDaysWithin(TERM_DAYS_MAX));

/**
 * The form of copying a term: the new term, and until when its places are kept for the families of this one.
 */
export const TermCopyDraft = z.object({ ...TERM_FIELDS, offeruntil: day('common.choose_day') }).check(
  areDaysInOrder(),
  areDaysWithin(TERM_DAYS_MAX),
  z.refine(({ offeruntil, lastday }) => offeruntil <= lastday, {
    path: ['offeruntil'],
    ...says('terms.offer_within'),
  }),
);
