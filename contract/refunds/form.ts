import * as z from 'zod/mini';
import { says } from '#contract/fields.form.ts';
import { SumAboveZero } from '#contract/numbers.form.ts';
import { HAND_KINDS } from '#contract/payments/calls.ts';

/** What a family gets back of its credit, and by which way what no card takes. */
export const RefundDraft = z.object({
  amount: SumAboveZero,
  kind: z.enum(HAND_KINDS, says('payments.choose_way')),
});
