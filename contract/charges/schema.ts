import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { says } from '#contract/fields.form.ts';
import { ById, Id, Inserted } from '#contract/primitives.schema.ts';
import { chargeCalls } from './calls.ts';
import { ChargeDraft } from './form.ts';

/** The same key again is the same charge, or the same reversal. */
const key = Id.min(1, says('payments.key_missing'));

export const chargeEndpoints = withSchemas(chargeCalls, {
  addCharge: {
    summary:
      'Charges a family, or takes something off what it owes (`discount`, `credit`, `writeoff`). The amount has no sign. The same `key` again for the family adds nothing and answers the same.',
    refusals: ['user-not-found', 'learner-not-found', 'class-not-found'],
    body: z.strictObject({ ...ChargeDraft.shape, userid: Id.min(1), key }),
    response: { 200: Inserted },
  },
  reverseCharge: {
    summary:
      'Takes a charge back by one of the opposite amount, once. The same `key` again adds nothing and answers the same.',
    refusals: ['charge-not-found', 'charge-reversed', 'charge-reverses'],
    params: ById,
    body: z.strictObject({ key }),
    response: { 200: Inserted },
  },
});
