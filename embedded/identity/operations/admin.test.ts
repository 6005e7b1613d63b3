import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Identity } from '#embedded/identity/options.ts';
import {
  API_KEY,
  openIdentity,
  PASSWORD,
  PROJECT_ID,
  type TestIdentity,
} from '#tests/support/identity-service.ts';
import { firstStep, openWithFactor } from '#tests/support/second-factor.ts';
import { adminUpdate } from './admin.ts';

const TOKEN = 'the-servers-own';
const EMAIL = 'ana@example.com';

let identity: TestIdentity;
beforeEach(async () => {
  identity = await openIdentity({ adminToken: TOKEN });
});
afterEach(() => identity.close());

async function admin(
  name: string,
  body: object,
  { token = TOKEN as string | null, project = PROJECT_ID } = {},
) {
  const answer = await identity.app.inject({
    method: 'POST',
    url: `/identitytoolkit.googleapis.com/v1/projects/${project}/accounts${name}?key=${API_KEY}`,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    payload: body,
  });
  return { status: answer.statusCode, body: answer.json() };
}
const account = { email: EMAIL, password: 'Chosen-by-link1', displayName: 'Ana', emailVerified: true };

test('the server makes an account whose address is proved', async () => {
  expect((await admin(':lookup', { email: [EMAIL] })).body).not.toHaveProperty('users');
  const { body } = await admin('', account);
  expect((await admin(':lookup', { email: [EMAIL, 'nobody@example.com'] })).body.users).toMatchObject([
    { localId: body.localId, emailVerified: true, displayName: 'Ana' },
  ]);
  await identity.ok('signInWithPassword', { email: EMAIL, password: account.password });
  expect((await admin('', account)).body.error.message).toBe('EMAIL_EXISTS');
  expect(identity.mails).toEqual([]);
});

test('an account that nobody proved becomes its owner’s, and nothing from before opens it', async () => {
  const { localId, idToken, refreshToken } = await identity.signUp(EMAIL);
  await identity.ok('update', { idToken, displayName: 'Stranger' });
  const { displayName, ...claim } = { ...account, localId };
  expect((await admin(':update', { ...claim, displayName })).body).toMatchObject({
    localId,
    emailVerified: true,
  });
  expect((await identity.call('lookup', { idToken })).message).toBe('TOKEN_EXPIRED');
  expect((await identity.refresh(refreshToken)).status).toBe(400);
  expect((await identity.call('signInWithPassword', { email: EMAIL, password: PASSWORD })).status).toBe(400);
  const mine = await identity.ok('signInWithPassword', { email: EMAIL, password: account.password });
  expect(mine).toMatchObject({ localId, displayName: 'Ana' });
});

test('of an account that is proved no password is set', async () => {
  const { body } = await admin('', account);
  const change = { localId: body.localId, password: 'Another-one1', emailVerified: true };
  expect((await admin(':update', change)).body.error.message).toBe('OPERATION_NOT_ALLOWED');
  await identity.ok('signInWithPassword', { email: EMAIL, password: account.password });
});

test('of an account whose address is proved while the password is being hashed none is set', async () => {
  const { localId, idToken } = await identity.signUp(EMAIL);
  await identity.ok('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
  const change = { localId, password: 'Another-one1', emailVerified: true };
  const hash = async () => {
    await identity.ok('update', { oobCode: identity.mailedCode(EMAIL) });
    return 'a hash';
  };
  const at = {
    db: identity.db,
    now: () => identity.clock.now,
    passwords: { hash },
    sessionsEnded: async () => {},
  };
  await expect(adminUpdate(at as unknown as Identity, change as never)).rejects.toThrow(
    'OPERATION_NOT_ALLOWED',
  );
  await identity.ok('signInWithPassword', { email: EMAIL, password: PASSWORD });
});

test('a password has to be fit, and nothing is changed by halves', async () => {
  const { localId } = await identity.signUp(EMAIL);
  for (const change of [
    { localId, password: 'Short' },
    { localId, password: 'x'.repeat(1025) },
  ])
    expect((await admin(':update', { ...change, emailVerified: true })).status).toBe(400);
  expect((await admin(':update', { localId, password: 'Without-proof1' })).status).toBe(400);
  expect(
    (await admin(':update', { localId: 'nobody', password: 'Correct-1', emailVerified: true })).status,
  ).toBe(400);
  await identity.ok('signInWithPassword', { email: EMAIL, password: PASSWORD });
});

test('of an account the server reads whether it has a second factor, and takes a lost one away', async () => {
  const { localId, idToken, refreshToken } = await openWithFactor(identity, EMAIL);
  await firstStep(identity, EMAIL);
  const { body } = await admin(':lookup', { localId: [localId, 'nobody'] });
  expect(body.users).toMatchObject([{ localId, mfaInfo: [{ displayName: 'Phone', totpInfo: {} }] }]);

  const some = { localId, mfa: { enrollments: [{ mfaEnrollmentId: 'theirs', totpInfo: {} }] } };
  expect((await admin(':update', some)).status).toBe(400);
  identity.mails.length = 0;
  expect((await admin(':update', { localId, mfa: {} })).body).toMatchObject({ localId, email: EMAIL });
  expect((await identity.call('lookup', { idToken })).message).toBe('TOKEN_EXPIRED');
  expect((await identity.refresh(refreshToken)).message).toBe('TOKEN_EXPIRED');
  // The password stays, and who asked for it tells the owner.
  const again = await identity.ok('signInWithPassword', { email: EMAIL, password: PASSWORD });
  expect(again).toHaveProperty('idToken');
  expect(identity.mails).toEqual([]);
  const [user] = (await admin(':lookup', { localId: [localId] })).body.users;
  expect(user).not.toHaveProperty('mfaInfo');

  // Where there is none, nothing ends.
  await admin(':update', { localId, mfa: {} });
  expect((await identity.refresh(String(again.refreshToken))).status).toBe(200);
  expect((await admin(':update', { localId: 'nobody', mfa: {} })).body.error.message).toBe('USER_NOT_FOUND');
});

test.each(['', ':lookup', ':update'])('accounts%s is for the server alone', async (name) => {
  const { idToken } = await identity.signUp('bob@example.com');
  const body = { ...account, email: name === ':lookup' ? [EMAIL] : EMAIL };
  expect((await admin(name, body, { token: null })).status).toBe(401);
  for (const token of ['other', idToken]) expect((await admin(name, body, { token })).status).toBe(403);
  expect((await admin(name, body, { project: 'another' })).status).toBe(403);
});
