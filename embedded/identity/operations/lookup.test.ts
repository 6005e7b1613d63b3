import { afterEach, beforeEach, expect, test } from 'vitest';
import { openIdentity, START_MS, type TestIdentity } from '#tests/support/identity-service.ts';

let identity: TestIdentity;
beforeEach(async () => {
  identity = await openIdentity();
});
afterEach(() => identity.close());

test('an ID token answers its own account alone, without any secret', async () => {
  await identity.signUp('bob@example.com');
  const { localId, idToken } = await identity.signUp('ana@example.com');
  const { body } = await identity.call('lookup', { idToken });
  expect(body).toEqual({
    kind: 'identitytoolkit#GetAccountInfoResponse',
    users: [
      {
        localId,
        email: 'ana@example.com',
        emailVerified: false,
        providerUserInfo: [
          {
            providerId: 'password',
            rawId: 'ana@example.com',
            federatedId: 'ana@example.com',
            email: 'ana@example.com',
          },
        ],
        validSince: String(START_MS / 1000),
        createdAt: String(START_MS),
        lastLoginAt: String(START_MS),
        lastRefreshAt: new Date(START_MS).toISOString(),
        disabled: false,
        initialEmail: 'ana@example.com',
        emailLinkSignin: false,
      },
    ],
  });
});

test('refusals come in the order of the protocol', async () => {
  const { localId, idToken } = await identity.signUp('ana@example.com');
  const lookup = async (token?: string) => (await identity.call('lookup', { idToken: token })).message;
  expect(await lookup()).toBe('MISSING_ID_TOKEN');
  expect(await lookup('')).toBe('MISSING_ID_TOKEN');
  expect(await lookup('x')).toBe('INVALID_ID_TOKEN');

  await identity.db
    .updateTable('identity_accounts')
    .set({ disabled: 1 })
    .where('localid', '=', localId)
    .execute();
  expect(await lookup(idToken)).toBe('USER_DISABLED');
  identity.clock.now += 3600_000;
  expect(await lookup(idToken)).toBe('TOKEN_EXPIRED');
  await identity.db.deleteFrom('identity_accounts').execute();
  expect(await lookup(idToken)).toBe('USER_NOT_FOUND');
});

test('an ID token counts for an hour', async () => {
  const { idToken } = await identity.signUp('ana@example.com');
  identity.clock.now += 3599_000;
  expect((await identity.call('lookup', { idToken })).status).toBe(200);
  identity.clock.now += 1000;
  expect((await identity.call('lookup', { idToken })).message).toBe('TOKEN_EXPIRED');
});

test('nobody looks up an account by its id, whatever bearer they show', async () => {
  const { localId } = await identity.signUp('ana@example.com');
  for (const authorization of ['Bearer owner', 'Bearer ya29.x']) {
    const response = await identity.app.inject({
      method: 'POST',
      url: '/identitytoolkit.googleapis.com/v1/accounts:lookup?key=test-key',
      headers: { authorization },
      payload: { localId: [localId], email: ['ana@example.com'] },
    });
    expect(response.json()).toMatchObject({ error: { message: 'MISSING_ID_TOKEN' } });
  }
});
