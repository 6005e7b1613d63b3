import * as z from 'zod/mini';
import { optionalId, says } from '#contract/fields.form.ts';
import { Price } from '#contract/numbers.form.ts';
import { HAND_KINDS } from './calls.ts';

/** What a family paid at the school, for whatever it owes. */
export const MovementDraft = z.object({
  kind: z.enum(HAND_KINDS, says('payments.choose_way')),
  amount: Price.check(z.refine((cents) => cents > 0, says('charges.enter_sum'))),
  day: z.iso.date(says('common.choose_day')),
  invoiceid: optionalId,
});
