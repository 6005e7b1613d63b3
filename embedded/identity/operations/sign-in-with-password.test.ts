import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashesMade, holdHashes } from '#tests/support/cheap-hashes.ts';
import {
  claimsOf,
  type From,
  openIdentity,
  PASSWORD,
  PROJECT_ID,
  START_MS,
  type TestIdentity,
} from '#tests/support/identity-service.ts';

let identity: TestIdentity;
beforeEach(async () => {
  identity = await openIdentity();
});
afterEach(() => identity.close());

const signIn = (email: unknown, password: unknown, options?: From) =>
  identity.call('signInWithPassword', { email, password, returnSecureToken: true }, options);

test('the right password answers the account and a pair of tokens', async () => {
  const { localId, idToken } = await identity.signUp('ana@example.com');
  await identity.ok('update', { idToken, displayName: 'Ana' });
  const { body } = await signIn(' ANA@example.com ', PASSWORD);
  expect(body).toEqual({
    kind: 'identitytoolkit#VerifyPasswordResponse',
    registered: true,
    localId,
    email: 'ana@example.com',
    displayName: 'Ana',
    idToken: expect.any(String),
    refreshToken: expect.any(String),
    expiresIn: '3600',
  });
});

test('the ID token says what the protocol says and nothing that is unset', async () => {
  const { localId, idToken } = await identity.signUp('ana@example.com');
  const iat = START_MS / 1000;
  expect(claimsOf(idToken)).toEqual({
    iss: `https://securetoken.google.com/${PROJECT_ID}`,
    aud: PROJECT_ID,
    sub: localId,
    user_id: localId,
    iat,
    exp: iat + 3600,
    auth_time: iat,
    email: 'ana@example.com',
    email_verified: false,
    firebase: { identities: { email: ['ana@example.com'] }, sign_in_provider: 'password' },
    session_epoch: 1,
  });
});

test('refusals come in the order of the protocol', async () => {
  const { localId } = await identity.signUp('ana@example.com');
  const cases: [email: unknown, password: unknown, message: string][] = [
    [undefined, undefined, 'MISSING_EMAIL'],
    ['', undefined, 'INVALID_EMAIL'],
    ['nobody', undefined, 'INVALID_EMAIL'],
    ['nobody@example.com', '', 'MISSING_PASSWORD'],
    ['nobody@example.com', 'x', 'EMAIL_NOT_FOUND'],
    ['ana@example.com', 'x', 'INVALID_PASSWORD'],
    ['ana@example.com', `${PASSWORD}${'x'.repeat(2000)}`, 'INVALID_PASSWORD'],
  ];
  for (const [email, password, message] of cases) {
    expect(await signIn(email, password)).toMatchObject({ status: 400, message });
  }
  await identity.db
    .updateTable('identity_accounts')
    .set({ disabled: 1 })
    .where('localid', '=', localId)
    .execute();
  expect((await signIn('ana@example.com', 'x')).message).toBe('USER_DISABLED');
  expect((await signIn('ana@example.com', PASSWORD)).message).toBe('USER_DISABLED');
});

test('enumeration protection answers alike for an unknown account and a wrong password', async () => {
  const guarded = await openIdentity({ enumerationProtection: true });
  const { localId } = await guarded.signUp('ana@example.com');
  const ask = async (email: string, password: string) =>
    (await guarded.call('signInWithPassword', { email, password })).message;
  expect(await ask('ana@example.com', 'x')).toBe('INVALID_LOGIN_CREDENTIALS');
  expect(await ask('nobody@example.com', 'x')).toBe('INVALID_LOGIN_CREDENTIALS');
  await guarded.db
    .updateTable('identity_accounts')
    .set({ disabled: 1 })
    .where('localid', '=', localId)
    .execute();
  expect(await ask('ana@example.com', 'x')).toBe('INVALID_LOGIN_CREDENTIALS');
  expect(await ask('ana@example.com', PASSWORD)).toBe('USER_DISABLED');
  await guarded.close();
});

test('an unknown account takes as much hashing as a wrong password', async () => {
  await identity.signUp('ana@example.com');
  const hashesOf = async (email: string) => {
    const before = hashesMade();
    await signIn(email, 'wrong-password');
    return hashesMade() - before;
  };
  const wrong = await hashesOf('ana@example.com');
  expect(wrong).toBeGreaterThan(0);
  expect(await hashesOf('nobody@example.com')).toBe(wrong);
});

test('ten wrong passwords stop that account from that IP address, and nobody else', async () => {
  await identity.signUp('ana@example.com');
  await identity.signUp('bob@example.com');
  for (let i = 0; i < 10; i++) await signIn('ana@example.com', 'x');
  expect((await signIn('ana@example.com', PASSWORD)).message).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
  expect((await signIn('bob@example.com', PASSWORD)).status).toBe(200);
  expect((await signIn('ana@example.com', PASSWORD, { from: '198.51.100.9' })).status).toBe(200);
  identity.clock.now += 15 * 60_000;
  expect((await signIn('ana@example.com', PASSWORD)).status).toBe(200);
});

test('guesses at an unknown account are limited just so', async () => {
  for (let i = 0; i < 10; i++) await signIn('nobody@example.com', 'x');
  expect((await signIn('nobody@example.com', 'x')).message).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
});

test('one hundred wrong passwords stop an IP address, whatever the accounts', async () => {
  const tenth = await openIdentity({ rateLimitFactor: 0.1 });
  const ask = async (email: string, from?: string) =>
    (await tenth.call('signInWithPassword', { email, password: PASSWORD }, { from })).message;
  await tenth.signUp('ana@example.com');
  for (let i = 0; i < 10; i++) expect(await ask(`guess${i}@example.com`)).toBe('EMAIL_NOT_FOUND');
  expect(await ask('ana@example.com')).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
  expect(await ask('ana@example.com', '198.51.100.9')).toBeUndefined();
  await tenth.close();
});

test('parallel guesses do not slip past the limit', async () => {
  await identity.signUp('ana@example.com');
  // One is at work and two wait; those that come meanwhile are refused before anything is counted or hashed.
  const letGo = holdHashes();
  let answered = 0;
  const guesses = Array.from({ length: 30 }, async (_, i) => {
    const { message } = await signIn('ana@example.com', `guess-${i}`);
    if (++answered === 27) letGo();
    return message;
  });
  const counts = Object.groupBy(await Promise.all(guesses), (message) => message ?? 'signed in');
  const { INVALID_PASSWORD: tried, TOO_MANY_ATTEMPTS_TRY_LATER: refused, ...others } = counts;
  expect(others).toEqual({});
  expect([tried?.length, refused?.length]).toEqual([3, 27]);
  for (let i = 3; i < 10; i++)
    expect((await signIn('ana@example.com', 'x')).message).toBe('INVALID_PASSWORD');
  expect((await signIn('ana@example.com', 'x')).message).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
});

test('the addresses of one IPv6 site are stopped together, at four times what one subscriber may', async () => {
  await identity.signUp('ana@example.com');
  const from = (subscriber: number) => ({ from: `2001:db8:1:${subscriber.toString(16)}::1` });
  for (let i = 0; i < 400; i++) await signIn(`guess${i}@example.com`, 'x', from(i));
  expect((await signIn('ana@example.com', PASSWORD, from(999))).message).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
  expect((await signIn('ana@example.com', PASSWORD, { from: '2001:db8:2::1' })).status).toBe(200);
});

describe('while hundreds of networks guess at one account', () => {
  const guess = (i: number) =>
    signIn('ana@example.com', `guess-${i}`, { from: `198.51.${i >> 8}.${i & 255}` });
  const stranger = { from: '203.0.113.99' };

  test('thirty guesses in a quarter of an hour are looked at, from all of them together', async () => {
    await identity.signUp('ana@example.com');
    const messages: unknown[] = [];
    for (let i = 0; i < 300; i++) messages.push((await guess(i)).message);
    expect(messages.filter((message) => message === 'INVALID_PASSWORD')).toHaveLength(30);
    expect((await signIn('ana@example.com', PASSWORD, stranger)).message).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
    identity.clock.now += 15 * 60_000;
    expect((await signIn('ana@example.com', PASSWORD, stranger)).status).toBe(200);
  });

  test('a browser in which its owner signed in lately is let in', async () => {
    await identity.signUp('ana@example.com');
    await identity.signUp('bob@example.com');
    const { cookie } = await signIn('ana@example.com', PASSWORD);
    const bobs = (await signIn('bob@example.com', PASSWORD)).cookie;
    for (let i = 0; i < 60; i++) await guess(i);
    expect((await signIn('ana@example.com', PASSWORD, { ...stranger, cookie })).status).toBe(200);
    expect((await signIn('ana@example.com', PASSWORD, { ...stranger, cookie: bobs })).status).toBe(400);
    // Who got hold of the browser may guess as often there as anywhere.
    for (let i = 0; i < 10; i++)
      expect((await signIn('ana@example.com', 'x', { cookie })).message).toBe('INVALID_PASSWORD');
    expect((await signIn('ana@example.com', PASSWORD, { cookie })).message).toBe(
      'TOO_MANY_ATTEMPTS_TRY_LATER',
    );
    identity.clock.now += 90 * 24 * 60 * 60_000;
    for (let i = 0; i < 60; i++) await guess(i);
    expect((await signIn('ana@example.com', PASSWORD, { ...stranger, cookie })).status).toBe(400);
  });

  test('a mailed reset lets the owner in, and forgets the browsers that were known', async () => {
    await identity.signUp('ana@example.com');
    const { cookie: thiefs } = await signIn('ana@example.com', PASSWORD);
    for (let i = 0; i < 60; i++) await guess(i);
    await identity.ok('sendOobCode', { requestType: 'PASSWORD_RESET', email: 'ana@example.com' });
    const oobCode = identity.mailedCode('ana@example.com');
    const { cookie } = await identity.call(
      'resetPassword',
      { oobCode, newPassword: 'Another-horse1' },
      stranger,
    );
    for (let i = 0; i < 60; i++) await guess(i);
    const again = { ...stranger, cookie };
    expect((await signIn('ana@example.com', 'Another-horse1', again)).status).toBe(200);
    expect((await signIn('ana@example.com', 'Another-horse1', { cookie: thiefs })).status).toBe(400);
  });

  test('a family’s tablet knows its four latest accounts', async () => {
    let cookie: string | undefined;
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await identity.signUp(`${name}@example.com`);
      ({ cookie } = await signIn(`${name}@example.com`, PASSWORD, { cookie }));
    }
    expect(claimsOf(cookie).accounts).toHaveLength(4);
  });
});

test('signing in rightly is never counted as guessing', async () => {
  await identity.signUp('ana@example.com');
  for (let i = 0; i < 25; i++) expect((await signIn('ana@example.com', PASSWORD)).status).toBe(200);
});

test('the limits are multiplied by the factor', async () => {
  const wide = await openIdentity({ rateLimitFactor: 2 });
  const guess = () => wide.call('signInWithPassword', { email: 'nobody@example.com', password: 'x' });
  for (let i = 0; i < 20; i++) expect((await guess()).message).toBe('EMAIL_NOT_FOUND');
  expect((await guess()).message).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
  await wide.close();
});

test('a password typed in another Unicode form is the same password', async () => {
  await identity.signUp('ana@example.com', 'Caf\u00e9-au-lait');
  expect((await signIn('ana@example.com', 'Cafe\u0301-au-lait')).status).toBe(200);
});

test('a longer text does not pass for the longest password', async () => {
  const longest = 'Aa1-'.repeat(256);
  await identity.signUp('ana@example.com', longest);
  expect((await signIn('ana@example.com', `${longest}x`)).message).toBe('INVALID_PASSWORD');
  expect((await signIn('ana@example.com', longest)).status).toBe(200);
});

test.each(['zoë@example.com', 'ana@music_school.example', 'x,y@example.com'])(
  'an account of 0.1.0 keeps its address %s, which no new one can have',
  async (email) => {
    const { localId } = await identity.signUp('ana@example.com');
    await identity.db
      .updateTable('identity_accounts')
      .set({ email })
      .where('localid', '=', localId)
      .execute();
    const { body } = await signIn(email, PASSWORD);
    expect(body).toMatchObject({ localId, email });
    const { idToken } = body;
    const kept = await identity.ok('update', { idToken, email, password: 'Another-horse1' });
    expect(kept).toMatchObject({ email });
    const again = await identity.ok('signUp', { idToken: kept.idToken, email, password: 'Third-horse1' });
    expect(again).toMatchObject({ localId, email });

    const other = `b${email}`;
    const refused = { status: 400, message: 'INVALID_EMAIL' };
    expect(await identity.call('update', { idToken: again.idToken, email: other })).toMatchObject(refused);
    expect(
      await identity.call('signUp', { idToken: again.idToken, email: other, password: PASSWORD }),
    ).toMatchObject(refused);
    expect(await identity.call('signUp', { email: other, password: PASSWORD })).toMatchObject(refused);
  },
);
