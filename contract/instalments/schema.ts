import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { InvoicePayment } from '#contract/familypayments/schema.ts';
import { HAND_KINDS } from '#contract/payments/calls.ts';
import { ById, Id, Money, Updated } from '#contract/primitives.schema.ts';
import { instalmentCalls, PARTS_MAX, PARTS_MIN } from './calls.ts';

/** How the first part is paid, what follows, and what the account agrees to by paying. */
export const InstalmentPlan = InvoicePayment.extend({
  parts: z.array(z.object({ day: z.iso.date(), amount: Money })),
  words: z.string(),
}).meta({ id: 'InstalmentPlan' });

/** Instalments for which the card was tried in vain three times, as far as they are open still. */
export const FailedInstalments = z
  .object({
    items: z.array(
      z.object({
        _id: Id,
        userid: Id,
        name: z.string(),
        invoice: z.string(),
        number: z.int(),
        day: z.iso.date(),
        left: Money,
        currency: z.string(),
        refusal: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'FailedInstalments' });

export const instalmentEndpoints = withSchemas(instalmentCalls, {
  startInstalments: {
    summary:
      'Says how to pay an invoice in parts: the first one now, the others each a month later, taken from the saved card. Nothing is agreed to before the first part is paid, with a card that is saved; `words` is what is agreed to then. Asked again for the same it is the same payment.',
    unlogged: 'Nothing moves until it is paid.',
    refusals: [
      'invoice-not-found',
      'nothing-to-pay',
      'already-in-instalments',
      'instalments-too-small',
      'email-not-verified',
      'payment-refused',
      'payment-expired',
      'user-not-found',
      'provider-unavailable',
    ],
    params: ById,
    body: z.strictObject({ parts: z.int().min(PARTS_MIN).max(PARTS_MAX) }),
    response: { 200: InstalmentPlan },
  },
  listFailedInstalments: {
    summary: 'Instalments for which the card was tried in vain three times, and of which something is open.',
    response: { 200: FailedInstalments },
  },
  markInstalmentPaid: {
    summary:
      'Records that what is left of an instalment was paid at the school; the card is not tried for it any more. The same `key` again changes nothing.',
    refusals: ['instalment-not-found', 'instalment-settled', 'user-not-found', 'provider-unavailable'],
    params: ById,
    body: z.strictObject({ kind: z.enum(HAND_KINDS), key: Id.min(1) }),
    response: { 200: Updated },
  },
});
