import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { says } from '#contract/fields.form.ts';
import { HAND_KINDS } from '#contract/payments/calls.ts';
import { DryQuery, Id, Money } from '#contract/primitives.schema.ts';
import { CARD_STATES, refundCalls } from './calls.ts';
import { RefundDraft } from './form.ts';

export const GivenBack = z
  .object({
    /** Absent from a dry run. */
    insertedId: Id.optional(),
    /** What goes to a card, and its last digits, where they are known. */
    card: Money,
    cardlast4: z.string().optional(),
    cardstate: z.enum(CARD_STATES),
    /** What is to be given by hand, and how: it stands in the statement as given. */
    byhand: Money,
    kind: z.enum(HAND_KINDS),
    currency: z.string(),
  })
  .meta({ id: 'GivenBack' });

export const refundEndpoints = withSchemas(refundCalls, {
  giveBack: {
    summary:
      'Gives a family back what it has as credit, never more: to its newest card payment that can take it, the rest by hand, which is recorded. With `dry` it only says what goes where. The same `key` again for the family gives back nothing more and answers the same.',
    refusals: ['user-not-found', 'more-than-credit', 'price-differs'],
    querystring: DryQuery,
    body: z.strictObject({
      ...RefundDraft.shape,
      kind: z.enum(HAND_KINDS, says('payments.choose_way')).default('transfer'),
      userid: Id.min(1),
      key: Id.min(1, says('payments.key_missing')),
    }),
    response: { 200: GivenBack },
  },
});
