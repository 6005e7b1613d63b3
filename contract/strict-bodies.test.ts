import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { paymentEndpoints } from './payments/schema.ts';
import { reconciliationEndpoints } from './reconciliation/schema.ts';

/* What a call about money does not know it refuses: a sum that is misspelt is not dropped in silence. */

/** As the first schools' clients send them: with whatever else their records have. */
const LENIENT = new Set(['createPaymentIntent', 'recordPayment']);

const calls = Object.entries({ ...paymentEndpoints, ...reconciliationEndpoints });
const bodies = calls.flatMap(([name, { schema }]) =>
  'body' in schema ? [[name, schema.body as z.ZodType] as const] : [],
);

describe.each(bodies)('%s', (name, body) => {
  const refused = (body.safeParse({ amuont: 1 }).error?.issues ?? []).filter(
    ({ code }) => code === 'unrecognized_keys',
  );
  test(
    LENIENT.has(name) ? 'ignores a field that it does not know' : 'refuses a field that it does not know',
    () => {
      expect(refused).toHaveLength(LENIENT.has(name) ? 0 : 1);
    },
  );
});
