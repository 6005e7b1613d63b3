import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimsOf, openIdentity, START_MS, type TestIdentity } from '#tests/support/identity-service.ts';

let identity: TestIdentity;
beforeEach(async () => {
  identity = await openIdentity();
});
afterEach(() => identity.close());

const PATH = '/securetoken.googleapis.com/v1/token';

test('a refresh token renews the ID token and keeps when the person signed in', async () => {
  const { localId, refreshToken } = await identity.signUp('ana@example.com');
  identity.clock.now += 3 * 3600_000;
  const { body } = await identity.refresh(refreshToken);
  expect(body).toEqual({
    access_token: body.id_token,
    id_token: expect.stringMatching(/^ey/),
    expires_in: '3600',
    token_type: 'Bearer',
    refresh_token: refreshToken,
    user_id: localId,
    project_id: expect.stringMatching(/^\d+$/),
  });
  expect(claimsOf(body.id_token)).toMatchObject({
    iat: START_MS / 1000 + 3 * 3600,
    auth_time: START_MS / 1000,
    firebase: { sign_in_provider: 'password' },
  });
  const { users } = await identity.ok('lookup', { idToken: body.id_token });
  expect(users).toMatchObject([{ lastRefreshAt: new Date(identity.clock.now).toISOString() }]);
});

test('refusals come in the order of the protocol', async () => {
  const { localId, refreshToken } = await identity.signUp('ana@example.com');
  const cases: [form: string, message: string][] = [
    ['x=1', 'MISSING_GRANT_TYPE'],
    ['grant_type=password', 'INVALID_GRANT_TYPE'],
    ['grant_type=refresh_token', 'MISSING_REFRESH_TOKEN'],
    ['grant_type=refresh_token&refresh_token=', 'MISSING_REFRESH_TOKEN'],
    ['grant_type=refresh_token&refresh_token=forged', 'INVALID_REFRESH_TOKEN'],
    [`grant_type=refresh_token&refresh_token=${localId}`, 'INVALID_REFRESH_TOKEN'],
  ];
  for (const [form, message] of cases) {
    expect(await identity.post(PATH, form)).toMatchObject({ status: 400, message });
  }
  const accounts = identity.db.updateTable('identity_accounts');
  await accounts.set({ disabled: 1 }).execute();
  expect((await identity.refresh(refreshToken)).message).toBe('USER_DISABLED');
  await accounts.set({ disabled: 0, epoch: 2 }).execute();
  expect((await identity.refresh(refreshToken)).message).toBe('TOKEN_EXPIRED');
  await identity.db.deleteFrom('identity_accounts').execute();
  expect((await identity.refresh(refreshToken)).message).toBe('USER_NOT_FOUND');
});

test('a hash read from the database is no refresh token', async () => {
  await identity.signUp('ana@example.com');
  const { hash } = await identity.db
    .selectFrom('identity_refresh_tokens')
    .select('hash')
    .executeTakeFirstOrThrow();
  expect((await identity.refresh(hash)).message).toBe('INVALID_REFRESH_TOKEN');
});
