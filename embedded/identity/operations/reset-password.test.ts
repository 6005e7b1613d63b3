import { afterEach, beforeEach, expect, test } from 'vitest';
import { holdHashes } from '#tests/support/cheap-hashes.ts';
import { openIdentity, PASSWORD, type TestIdentity } from '#tests/support/identity-service.ts';

let identity: TestIdentity;
beforeEach(async () => {
  identity = await openIdentity({
    providers: { demoPeople: [{ name: 'Mallory', email: 'mallory@example.com' }] },
  });
});
afterEach(() => identity.close());

const NEW_PASSWORD = 'Brand-new1';

async function mailedCode(email: string): Promise<string> {
  await identity.ok('sendOobCode', { requestType: 'PASSWORD_RESET', email });
  return identity.mailedCode(email);
}

test('a code tells whose password it resets, any number of times, and resets it once', async () => {
  await identity.signUp('ana@example.com');
  const oobCode = await mailedCode('ana@example.com');
  const described = {
    kind: 'identitytoolkit#ResetPasswordResponse',
    requestType: 'PASSWORD_RESET',
    email: 'ana@example.com',
  };
  expect(await identity.ok('resetPassword', { oobCode })).toEqual(described);
  expect(await identity.ok('resetPassword', { oobCode, newPassword: NEW_PASSWORD })).toEqual(described);
  expect((await identity.call('resetPassword', { oobCode, newPassword: 'Again-1' })).message).toBe(
    'INVALID_OOB_CODE',
  );
  const signIn = { email: 'ana@example.com', password: NEW_PASSWORD };
  expect((await identity.call('signInWithPassword', signIn)).status).toBe(200);
});

test('of several uses at once one happens', async () => {
  await identity.signUp('ana@example.com');
  const oobCode = await mailedCode('ana@example.com');
  const uses = Array.from({ length: 6 }, (_, i) =>
    identity.call('resetPassword', { oobCode, newPassword: `New-pass${i}` }),
  );
  const messages = (await Promise.all(uses)).map(({ message }) => message);
  expect(messages.filter((message) => message === undefined)).toHaveLength(1);
  expect(messages.filter((message) => message === 'INVALID_OOB_CODE')).toHaveLength(5);
});

test('a reset password ends every session', async () => {
  const { idToken, refreshToken } = await identity.signUp('ana@example.com');
  await identity.ok('resetPassword', {
    oobCode: await mailedCode('ana@example.com'),
    newPassword: NEW_PASSWORD,
  });
  expect((await identity.call('lookup', { idToken })).message).toBe('TOKEN_EXPIRED');
  expect((await identity.refresh(refreshToken)).message).toBe('TOKEN_EXPIRED');
});

test('refusals come in the order of the protocol', async () => {
  const { idToken, localId } = await identity.signUp('ana@example.com');
  const oobCode = await mailedCode('ana@example.com');
  await identity.ok('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
  const verification = identity.mailedCode('ana@example.com');
  const reset = async (code: string | undefined, newPassword: string) =>
    (await identity.call('resetPassword', { oobCode: code, newPassword })).message;

  expect(await reset(undefined, 'x')).toBe('MISSING_OOB_CODE');
  expect(await reset('unknown', 'x')).toBe('INVALID_OOB_CODE');
  expect(await reset(verification, NEW_PASSWORD)).toBe('INVALID_OOB_CODE');
  expect(await reset(oobCode, 'x')).toBe('WEAK_PASSWORD : Password should be at least 6 characters');
  await identity.db
    .updateTable('identity_accounts')
    .set({ disabled: 1 })
    .where('localid', '=', localId)
    .execute();
  expect(await reset(oobCode, NEW_PASSWORD)).toBe('USER_DISABLED');
  identity.clock.now += 60 * 60_000;
  expect(await reset(oobCode, 'x')).toBe('EXPIRED_OOB_CODE');
});

test('a code counts only for the address it was mailed to', async () => {
  const { idToken } = await identity.signUp('ana@example.com');
  const oobCode = await mailedCode('ana@example.com');
  await identity.ok('update', { idToken, email: 'moved@example.com' });
  const answer = await identity.call('resetPassword', { oobCode, newPassword: NEW_PASSWORD });
  expect(answer.message).toBe('INVALID_OOB_CODE');
});

test('a used code takes the account’s other reset codes with it', async () => {
  await identity.signUp('ana@example.com');
  const older = await mailedCode('ana@example.com');
  const newer = await mailedCode('ana@example.com');
  await identity.ok('resetPassword', { oobCode: newer, newPassword: NEW_PASSWORD });
  const answer = await identity.call('resetPassword', { oobCode: older, newPassword: PASSWORD });
  expect(answer.message).toBe('INVALID_OOB_CODE');
});

test('a stranger who made the account of an address loses every way in when its owner resets the password', async () => {
  const stranger = await identity.signUp('owner@example.com');
  const postBody = await identity.choose('google.com', 0);
  const requestUri = 'http://localhost';
  await identity.ok('signInWithIdp', { postBody, requestUri, idToken: stranger.idToken });

  const oobCode = await mailedCode('owner@example.com');
  await identity.ok('resetPassword', { oobCode, newPassword: NEW_PASSWORD });
  const owner = await identity.ok('signInWithPassword', {
    email: 'owner@example.com',
    password: NEW_PASSWORD,
  });
  expect(owner.localId).toBe(stranger.localId);
  expect((await identity.ok('lookup', { idToken: owner.idToken })).users).toMatchObject([
    { emailVerified: true, providerUserInfo: [{ providerId: 'password' }] },
  ]);
  const again = await identity.ok('signInWithIdp', {
    postBody: await identity.choose('google.com', 0),
    requestUri,
  });
  expect(again.localId).not.toBe(stranger.localId);
});

test('a reset takes every other way in away, also from an account whose address was proved', async () => {
  const email = 'owner@example.com';
  const thief = await identity.signUp(email);
  await identity.ok('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: thief.idToken });
  await identity.ok('update', { oobCode: identity.mailedCode(email) });
  const requestUri = 'http://localhost';
  const arrive = async (idToken?: string) =>
    identity.ok('signInWithIdp', { postBody: await identity.choose('google.com', 0), requestUri, idToken });
  await arrive(thief.idToken);
  await identity.ok('resetPassword', { oobCode: await mailedCode(email), newPassword: NEW_PASSWORD });
  expect((await arrive()).localId).not.toBe(thief.localId);
});

test('one code changes the password once, however many try it at once', async () => {
  await identity.signUp('ana@example.com');
  const oobCode = await mailedCode('ana@example.com');
  // All have been counted, and twenty may try, before the first of them has hashed.
  const letGo = holdHashes();
  let answered = 0;
  const uses = Array.from({ length: 30 }, async (_, i) => {
    const { message } = await identity.call('resetPassword', { oobCode, newPassword: `New-pass${i}` });
    if (++answered === 10) letGo();
    return message;
  });
  const counts = Object.groupBy(await Promise.all(uses), (message) => message ?? 'reset');
  const { reset, INVALID_OOB_CODE: late, TOO_MANY_ATTEMPTS_TRY_LATER: over, ...others } = counts;
  expect(others).toEqual({});
  expect([reset?.length, late?.length, over?.length]).toEqual([1, 19, 10]);
});
