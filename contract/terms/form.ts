import * as z from 'zod/mini';
import { requiredLine, says } from '#contract/fields.form.ts';
import { areDaysInOrder, areDaysWithin, DAYS, day } from '#contract/time/days-form.ts';
import { PLACES_WAYS, TERM_DAYS_MAX, TERM_NAME_MAX } from './calls.ts';

const TERM_FIELDS = { name: requiredLine(TERM_NAME_MAX, 'terms.enter_name'), ...DAYS };

/** The form of a term. */
export const TermDraft = z.object(TERM_FIELDS).check(areDaysInOrder(), areDaysWithin(TERM_DAYS_MAX));

/**
 * The form of copying a term: the new term, what becomes of the places of the families of this one, and until
 * when they may take them, or give them back.
 */
export const TermCopyDraft = z
  .object({
    ...TERM_FIELDS,
    offeruntil: day('common.choose_day'),
    places: z._default(z.enum(PLACES_WAYS), 'offer'),
  })
  .check(
    areDaysInOrder(),
    areDaysWithin(TERM_DAYS_MAX),
    z.refine(({ offeruntil, lastday }) => offeruntil <= lastday, {
      path: ['offeruntil'],
      ...says('terms.offer_within'),
    }),
  );
