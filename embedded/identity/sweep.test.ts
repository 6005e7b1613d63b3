import { expect, test } from 'vitest';
import { openIdentity } from '#tests/support/identity-service.ts';
import { firstStep, openWithFactor } from '#tests/support/second-factor.ts';
import { sweep } from './sweep.ts';

const DAY_MS = 24 * 3600_000;

test('what has run out is swept away; living sessions stay', async () => {
  const identity = await openIdentity({
    providers: { demoPeople: [{ name: 'Ada', email: 'ada@example.com' }] },
  });
  const { refreshToken } = await identity.signUp('ana@example.com');
  const { email } = await openWithFactor(identity, 'bob@example.com');
  await firstStep(identity, email);
  await identity.ok('sendOobCode', { requestType: 'PASSWORD_RESET', email: 'ana@example.com' });
  await identity.ok('signInWithIdp', {
    requestUri: 'http://localhost',
    postBody: await identity.choose('google.com', 0),
  });
  const tables = [
    'identity_codes',
    'identity_attempts',
    'identity_pending_sign_ins',
    'identity_used_assertions',
    'identity_refresh_tokens',
  ] as const;
  const counts = () =>
    Promise.all(
      tables.map(async (table) => (await identity.db.selectFrom(table).selectAll().execute()).length),
    );

  expect((await counts()).every((count) => count > 0)).toBe(true);
  await sweep(identity.db, identity.clock.now);
  expect((await counts()).every((count) => count > 0)).toBe(true);
  identity.clock.now += 2 * DAY_MS;
  await sweep(identity.db, identity.clock.now);
  // A way back is kept for as long as it counts.
  expect(await counts()).toEqual([1, 0, 0, 0, 5]);
  expect((await identity.refresh(refreshToken)).status).toBe(200);
  identity.clock.now += 399 * DAY_MS;
  await sweep(identity.db, identity.clock.now);
  expect(await counts()).toEqual([0, 0, 0, 0, 1]);
  await identity.close();
});
