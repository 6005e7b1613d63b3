import * as z from 'zod/mini';
import { optionalId, requiredLine, says } from '#contract/fields.form.ts';
import { Price, SumAboveZero } from '#contract/numbers.form.ts';
import { HAND_KINDS, PRICE_REASON_MAX } from './calls.ts';

/** What a family paid at the school, for whatever it owes. */
export const MovementDraft = z.object({
  kind: z.enum(HAND_KINDS, says('payments.choose_way')),
  amount: SumAboveZero,
  day: z.iso.date(says('common.choose_day')),
  invoiceid: optionalId,
});

/** A sum other than the price, with the reason, which the receipt, the log and the money check show. */
export const AnotherSumDraft = z.object({
  amount: Price,
  reason: requiredLine(PRICE_REASON_MAX, 'payments.say_why'),
});

/** The same of a debt that is paid: nothing is no payment. */
export const AnotherPaidSumDraft = z.extend(AnotherSumDraft, { amount: SumAboveZero });
