import * as z from 'zod/mini';
import { requiredLine } from '#contract/fields.form.ts';

const REASON_MAX = 200;

/** Why an invoice is void, which its credit note says; and whether its charges are no longer owed. */
export const VoidDraft = z.object({
  reason: requiredLine(REASON_MAX, 'invoices.say_why'),
  strike: z.optional(z.boolean()),
});
