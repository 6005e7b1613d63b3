import { afterEach, beforeEach, expect, test } from 'vitest';
import { openIdentity, type TestIdentity } from '#tests/support/identity-service.ts';

let identity: TestIdentity;
beforeEach(async () => {
  identity = await openIdentity({
    providers: { demoPeople: [{ name: 'Mallory', email: 'mallory@example.com' }] },
  });
});
afterEach(() => identity.close());

async function mailedCode(email: string): Promise<string> {
  await identity.ok('sendOobCode', { requestType: 'EMAIL_SIGNIN', email, canHandleCodeInApp: true });
  return identity.mailedCode(email);
}

test('a link makes the account of its address, verified, and signs in to it the next time', async () => {
  const email = 'ana@example.com';
  const first = await identity.ok('signInWithEmailLink', { email, oobCode: await mailedCode(email) });
  expect(first).toEqual({
    kind: 'identitytoolkit#EmailLinkSigninResponse',
    localId: expect.any(String),
    email,
    isNewUser: true,
    idToken: expect.any(String),
    refreshToken: expect.any(String),
    expiresIn: '3600',
  });
  const { users } = await identity.ok('lookup', { idToken: first.idToken });
  expect(users).toMatchObject([{ emailVerified: true, emailLinkSignin: true }]);
  const second = await identity.ok('signInWithEmailLink', { email, oobCode: await mailedCode(email) });
  expect(second).toMatchObject({ localId: first.localId, isNewUser: false });
});

test('a link works once, also when it is opened several times at once', async () => {
  const email = 'ana@example.com';
  const oobCode = await mailedCode(email);
  const answers = await Promise.all(
    [1, 2, 3].map(() => identity.call('signInWithEmailLink', { email, oobCode })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ message }) => message === 'INVALID_OOB_CODE')).toHaveLength(2);
});

test('refusals come in the order of the protocol, and use nothing up', async () => {
  const oobCode = await mailedCode('ana@example.com');
  const signIn = async (email: string | undefined, code: string | undefined) =>
    (await identity.call('signInWithEmailLink', { email, oobCode: code })).message;
  await identity.signUp('reset@example.com');
  await identity.ok('sendOobCode', { requestType: 'PASSWORD_RESET', email: 'reset@example.com' });

  expect(await signIn(undefined, undefined)).toBe('MISSING_OOB_CODE');
  expect(await signIn(undefined, 'unknown')).toBe('INVALID_OOB_CODE');
  expect(await signIn('reset@example.com', identity.mailedCode('reset@example.com'))).toBe(
    'INVALID_OOB_CODE',
  );
  expect(await signIn(undefined, oobCode)).toBe('MISSING_EMAIL');
  expect(await signIn('x', oobCode)).toBe('INVALID_EMAIL');
  expect(await signIn('other@example.com', oobCode)).toMatch(/^INVALID_EMAIL : /);
  expect(await signIn('ana@example.com', oobCode)).toBeUndefined();
  const late = await mailedCode('ana@example.com');
  identity.clock.now += 60 * 60_000;
  expect(await signIn('ana@example.com', late)).toBe('EXPIRED_OOB_CODE');
});

test('a link does not say whose it is', async () => {
  const oobCode = await mailedCode('ana@example.com');
  expect(await identity.ok('resetPassword', { oobCode })).toEqual({
    kind: 'identitytoolkit#ResetPasswordResponse',
    requestType: 'EMAIL_SIGNIN',
  });
});

test('a disabled account is not entered', async () => {
  const { localId } = await identity.signUp('ana@example.com');
  await identity.db
    .updateTable('identity_accounts')
    .set({ disabled: 1 })
    .where('localid', '=', localId)
    .execute();
  const email = 'ana@example.com';
  const answer = await identity.call('signInWithEmailLink', { email, oobCode: await mailedCode(email) });
  expect(answer.message).toBe('USER_DISABLED');
});

test('anyone who made an unverified account loses their password and sessions to the owner of the address', async () => {
  const email = 'owner@example.com';
  const stranger = await identity.signUp(email);
  const owner = await identity.ok('signInWithEmailLink', { email, oobCode: await mailedCode(email) });
  expect(owner.localId).toBe(stranger.localId);
  expect((await identity.refresh(stranger.refreshToken)).message).toBe('TOKEN_EXPIRED');
  const answer = await identity.call('signInWithPassword', { email, password: 'Correct-horse1' });
  expect(answer.message).toBe('INVALID_PASSWORD');
});

test('with an ID token a link gives that account its address, unless it is another’s', async () => {
  const { idToken, localId } = await identity.signUp('ana@example.com');
  await identity.signUp('taken@example.com');
  const taken = { email: 'taken@example.com', oobCode: await mailedCode('taken@example.com'), idToken };
  expect((await identity.call('signInWithEmailLink', taken)).message).toBe('EMAIL_EXISTS');
  const free = { email: 'new@example.com', oobCode: await mailedCode('new@example.com'), idToken };
  expect(await identity.ok('signInWithEmailLink', free)).toMatchObject({
    localId,
    email: 'new@example.com',
    isNewUser: false,
  });
});
