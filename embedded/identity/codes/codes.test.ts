import { expect, test } from 'vitest';
import { openIdentity } from '#tests/support/identity-service.ts';
import { consumeCode, findCode, insertCode } from './codes.ts';

test('of two that found a code at the same moment, one consumes it', async () => {
  const { db, clock, close } = await openIdentity();
  const wanted = {
    kind: 'EMAIL_SIGNIN',
    localid: null,
    email: 'ana@example.com',
    newemail: null,
    epoch: null,
  } as const;
  const code = await insertCode(db, clock.now, wanted);
  const [first, second] = await Promise.all([findCode(db, clock.now, code), findCode(db, clock.now, code)]);
  await consumeCode(db, first);
  await expect(consumeCode(db, second)).rejects.toThrow('INVALID_OOB_CODE');
  await close();
});
