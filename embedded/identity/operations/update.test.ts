import { afterEach, beforeEach, expect, test } from 'vitest';
import { openIdentity, PASSWORD, type TestIdentity } from '#tests/support/identity-service.ts';

let identity: TestIdentity;
beforeEach(async () => {
  identity = await openIdentity();
});
afterEach(() => identity.close());

const signIn = async (email: string, password: string) =>
  (await identity.call('signInWithPassword', { email, password })).message ?? 'signed in';

test('name and photo are set, kept when absent or null, and taken away when empty', async () => {
  const { idToken, localId } = await identity.signUp('ana@example.com');
  const photoUrl = 'https://images.example.com/ana.webp';
  const { body } = await identity.call('update', {
    idToken,
    displayName: 'Ana Díaz',
    photoUrl,
    returnSecureToken: true,
  });
  expect(body).toMatchObject({
    kind: 'identitytoolkit#SetAccountInfoResponse',
    localId,
    email: 'ana@example.com',
    emailVerified: false,
    displayName: 'Ana Díaz',
    photoUrl,
    providerUserInfo: [{ providerId: 'password', displayName: 'Ana Díaz' }],
  });
  expect(body).not.toHaveProperty('idToken');
  expect(await identity.ok('update', { idToken, displayName: null })).toMatchObject({
    displayName: 'Ana Díaz',
    photoUrl,
  });
  expect(await identity.ok('update', { idToken, photoUrl: '' })).not.toHaveProperty('photoUrl');
});

test('a name is one line that reads as it is, no matter who says it', async () => {
  const names = ['x'.repeat(121), 'Ana\nAdmin', 'Ana\u202enimdA', 'Ana\u0007', 'Ana\u2066'];
  const { idToken } = await identity.signUp('ana@example.com');
  for (const displayName of names) {
    const asked = { email: 'new@example.com', password: PASSWORD, displayName };
    expect((await identity.call('update', { idToken, displayName })).body).toMatchObject({
      error: { status: 'INVALID_ARGUMENT' },
    });
    expect((await identity.call('signUp', asked)).body).toMatchObject({
      error: { status: 'INVALID_ARGUMENT' },
    });
  }

  const demoPeople = [{ name: `Ada\u202e\n${'x'.repeat(300)}`, email: 'ada@example.com' }];
  const demo = await openIdentity({ providers: { demoPeople } });
  const postBody = await demo.choose('google.com', 0);
  const { displayName } = await demo.ok('signInWithIdp', { postBody, requestUri: 'http://localhost' });
  expect(displayName).toMatch(/^Ada x{115}$/);
  await demo.close();
});

test('a photo is a web address or a path of this origin', async () => {
  const { idToken } = await identity.signUp('ana@example.com');
  for (const photoUrl of ['javascript:alert(1)', 'data:image/png;base64,x', '//evil.example/x', 'x y']) {
    const answer = await identity.call('update', { idToken, photoUrl });
    expect(answer.body, photoUrl).toMatchObject({ error: { code: 400, status: 'INVALID_ARGUMENT' } });
  }
  expect(await identity.ok('update', { idToken, photoUrl: '/images/a.webp' })).toMatchObject({
    photoUrl: '/images/a.webp',
  });
});

test('refusals come in the order of the protocol', async () => {
  const { idToken } = await identity.signUp('ana@example.com');
  await identity.signUp('taken@example.com');
  const cases: [body: object, message: string][] = [
    [{ displayName: 'x' }, 'INVALID_REQ_TYPE : Unsupported request parameters.'],
    [{ idToken: 'x', customAttributes: '{"role":"admin"}' }, 'INSUFFICIENT_PERMISSION'],
    [{ idToken: '', disableUser: true }, 'MISSING_ID_TOKEN'],
    [{ idToken: 'x', disableUser: true }, 'INVALID_ID_TOKEN'],
    [{ idToken, disableUser: true, email: 'x' }, 'OPERATION_NOT_ALLOWED'],
    [{ idToken, linkProviderUserInfo: { providerId: 'google.com', rawId: '1' } }, 'OPERATION_NOT_ALLOWED'],
    [{ idToken, email: 'x', password: 'x' }, 'INVALID_EMAIL'],
    [
      { idToken, email: 'taken@example.com', password: 'x' },
      'WEAK_PASSWORD : Password should be at least 6 characters',
    ],
    [{ idToken, email: 'taken@example.com', password: PASSWORD }, 'EMAIL_EXISTS'],
    [{ idToken, password: 'x' }, 'WEAK_PASSWORD : Password should be at least 6 characters'],
    [{ oobCode: '' }, 'MISSING_OOB_CODE'],
    [{ oobCode: 'x' }, 'INVALID_OOB_CODE'],
  ];
  for (const [body, message] of cases) {
    expect(await identity.call('update', body), JSON.stringify(body)).toMatchObject({ status: 400, message });
  }
});

test('what a user may not say of the account is ignored', async () => {
  const { idToken } = await identity.signUp('ana@example.com');
  await identity.ok('update', {
    idToken,
    emailVerified: true,
    createdAt: '1',
    phoneNumber: '+1',
    localId: 'x',
  });
  const { users } = await identity.ok('lookup', { idToken });
  expect(users).toMatchObject([{ emailVerified: false, createdAt: String(identity.clock.now) }]);
});

test('a changed password ends every other session; the caller goes on with a new pair', async () => {
  const first = await identity.signUp('ana@example.com');
  const second = await identity.ok('signInWithPassword', { email: 'ana@example.com', password: PASSWORD });
  const changed = await identity.ok('update', { idToken: first.idToken, password: 'Another-one2' });

  for (const { idToken, refreshToken } of [first, second]) {
    expect((await identity.call('lookup', { idToken })).message).toBe('TOKEN_EXPIRED');
    expect((await identity.refresh(String(refreshToken))).message).toBe('TOKEN_EXPIRED');
  }
  expect((await identity.call('lookup', { idToken: changed.idToken })).status).toBe(200);
  expect((await identity.refresh(String(changed.refreshToken))).status).toBe(200);
  expect(await signIn('ana@example.com', PASSWORD)).toBe('INVALID_PASSWORD');
  expect(await signIn('ana@example.com', 'Another-one2')).toBe('signed in');
});

test('anyone who names a moment from which tokens count ends every session, however long ago they signed in', async () => {
  const first = await identity.signUp('ana@example.com');
  const second = await identity.ok('signInWithPassword', { email: 'ana@example.com', password: PASSWORD });
  identity.clock.now += 61 * 60_000;
  const { id_token } = (await identity.refresh(first.refreshToken)).body;
  const validSince = String(Math.floor(identity.clock.now / 1000));
  const answer = await identity.ok('update', { idToken: id_token, validSince });
  expect(answer).not.toHaveProperty('idToken');

  expect((await identity.call('lookup', { idToken: id_token })).message).toBe('TOKEN_EXPIRED');
  for (const { refreshToken } of [first, second]) {
    expect((await identity.refresh(String(refreshToken))).message).toBe('TOKEN_EXPIRED');
  }
  const again = await identity.ok('signInWithPassword', { email: 'ana@example.com', password: PASSWORD });
  expect((await identity.ok('lookup', { idToken: again.idToken })).users).toMatchObject([{ validSince }]);
});

test('who ends every session and asks for tokens goes on with a new pair', async () => {
  const { idToken } = await identity.signUp('ana@example.com');
  const kept = await identity.ok('update', { idToken, validSince: 1, returnSecureToken: true });
  expect((await identity.call('lookup', { idToken })).message).toBe('TOKEN_EXPIRED');
  expect((await identity.call('lookup', { idToken: kept.idToken })).status).toBe(200);
  expect((await identity.refresh(String(kept.refreshToken))).status).toBe(200);
});

test('of two changes at once by one session, one happens', async () => {
  const { idToken } = await identity.signUp('ana@example.com');
  const answers = await Promise.all(
    ['First-pass1', 'Second-pass2'].map((password) => identity.call('update', { idToken, password })),
  );
  expect(answers.map(({ message }) => message).sort()).toEqual(['TOKEN_EXPIRED', undefined]);
});

test('a password or an address changes, and a provider goes, only within an hour of signing in', async () => {
  const { refreshToken } = await identity.signUp('ana@example.com');
  identity.clock.now += 61 * 60_000;
  const idToken = (await identity.refresh(refreshToken)).body.id_token;
  for (const change of [
    { password: 'Another-one2' },
    { email: 'b@example.com' },
    { deleteProvider: ['password'] },
  ]) {
    expect((await identity.call('update', { idToken, ...change })).message).toBe(
      'CREDENTIAL_TOO_OLD_LOGIN_AGAIN',
    );
  }
  expect((await identity.call('update', { idToken, displayName: 'Ana' })).status).toBe(200);
});

test('a verification code verifies its own address once', async () => {
  const { idToken } = await identity.signUp('ana@example.com');
  await identity.ok('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
  const oobCode = identity.mailedCode('ana@example.com');
  const answers = await Promise.all([1, 2, 3, 4].map(() => identity.call('update', { oobCode })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ message }) => message === 'INVALID_OOB_CODE')).toHaveLength(3);
  expect((await identity.ok('lookup', { idToken })).users).toMatchObject([{ emailVerified: true }]);
});

test('a verification code does not verify an address the account has got since', async () => {
  const { idToken } = await identity.signUp('ana@example.com');
  await identity.ok('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
  const oobCode = identity.mailedCode('ana@example.com');
  await identity.ok('update', { idToken, email: 'victim@example.com' });
  expect((await identity.call('update', { oobCode })).message).toBe('INVALID_OOB_CODE');
});

test('a code runs out after an hour', async () => {
  const { idToken } = await identity.signUp('ana@example.com');
  await identity.ok('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
  identity.clock.now += 60 * 60_000;
  const answer = await identity.call('update', { oobCode: identity.mailedCode('ana@example.com') });
  expect(answer.message).toBe('EXPIRED_OOB_CODE');
});

test('a confirmed new address takes the old one’s place, verified, and ends the sessions', async () => {
  const { idToken } = await identity.signUp('ana@example.com');
  const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: 'new@example.com' };
  await identity.ok('sendOobCode', request);
  const oobCode = identity.mailedCode('new@example.com');
  expect(await identity.ok('update', { oobCode })).toMatchObject({
    email: 'new@example.com',
    emailVerified: true,
  });
  expect((await identity.call('lookup', { idToken })).message).toBe('TOKEN_EXPIRED');
});

test('a change of address counts only while the account has the address it began from', async () => {
  const { idToken } = await identity.signUp('ana@example.com');
  const newEmail = 'new@example.com';
  await identity.ok('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail });
  await identity.ok('update', { idToken, email: 'second@example.com' });
  const answer = await identity.call('update', { oobCode: identity.mailedCode(newEmail) });
  expect(answer.message).toBe('INVALID_OOB_CODE');
});

test('a code to reset a password applies to nothing else', async () => {
  await identity.signUp('ana@example.com');
  await identity.ok('sendOobCode', { requestType: 'PASSWORD_RESET', email: 'ana@example.com' });
  const answer = await identity.call('update', { oobCode: identity.mailedCode('ana@example.com') });
  expect(answer.message).toBe('INVALID_OOB_CODE');
});
