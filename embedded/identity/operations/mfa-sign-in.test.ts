import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeRecoveryCodes } from '#embedded/identity/second-factor/new-recovery-codes.ts';
import { claimsOf, openIdentity, PASSWORD, type TestIdentity } from '#tests/support/identity-service.ts';
import {
  addFactor,
  firstStep,
  numberAt,
  openProved,
  openWithFactor,
  type Pending,
  pendingOf,
  secondStep,
} from '#tests/support/second-factor.ts';

const EMAIL = 'ada@example.com';
const MINUTE_MS = 60_000;
let identity: TestIdentity;
let secret: string;
let localId: string;
let idToken: string;
beforeEach(async () => {
  identity = await openIdentity({ providers: { demoPeople: [{ name: 'Ada', email: EMAIL }] } });
  ({ secret, localId, idToken } = await openWithFactor(identity, EMAIL));
  identity.mails.length = 0;
});
afterEach(() => identity.close());

const number = (drift = 0) => numberAt(secret, identity.clock.now, drift);
const first = () => firstStep(identity, EMAIL);
const second = (pending: Pending, typed = number()) => secondStep(identity, pending, typed);
/** No number of now, whatever the clock shows. */
const wrong = () => {
  const near = [number(-1), number(), number(1)];
  return ['000000', '000001', '000002', '000003'].find((typed) => !near.includes(typed)) ?? '';
};

test('the first factor gives nothing away but that there is a second', async () => {
  const body = await identity.ok('signInWithPassword', { email: EMAIL, password: PASSWORD });
  expect(Object.keys(body).sort()).toEqual(
    ['email', 'kind', 'localId', 'mfaInfo', 'mfaPendingCredential', 'registered'].sort(),
  );
  expect(body.mfaInfo).toEqual([
    {
      mfaEnrollmentId: expect.any(String),
      displayName: 'Phone',
      enrolledAt: expect.any(String),
      totpInfo: {},
    },
  ]);
  const pending = await identity.db.selectFrom('identity_pending_sign_ins').selectAll().execute();
  expect(JSON.stringify(pending)).not.toContain(body.mfaPendingCredential);
});

const FIRST_FACTORS: Record<string, () => Promise<Record<string, unknown>>> = {
  'a password': () => identity.ok('signInWithPassword', { email: EMAIL, password: PASSWORD }),
  'a mailed link': async () => {
    await identity.ok('sendOobCode', { requestType: 'EMAIL_SIGNIN', email: EMAIL });
    return identity.ok('signInWithEmailLink', { email: EMAIL, oobCode: identity.mailedCode(EMAIL) });
  },
  'a provider': async () => {
    const postBody = await identity.choose('google.com', 0);
    return identity.ok('signInWithIdp', { requestUri: 'http://localhost', postBody });
  },
  'a password that was reset': async () => {
    await identity.ok('sendOobCode', { requestType: 'PASSWORD_RESET', email: EMAIL });
    const oobCode = identity.mailedCode(EMAIL);
    await identity.ok('resetPassword', { oobCode, newPassword: 'Brand-new1' });
    return identity.ok('signInWithPassword', { email: EMAIL, password: 'Brand-new1' });
  },
};

test.each(Object.entries(FIRST_FACTORS))('%s alone does not sign in', async (_way, show) => {
  const body = await show();
  expect(body).not.toHaveProperty('idToken');
  expect(body).not.toHaveProperty('refreshToken');
  const done = await second(pendingOf(body));
  expect(done.status).toBe(200);
  const claims = claimsOf(done.body.idToken);
  expect(claims).toMatchObject({ sub: localId, auth_time: Math.floor(identity.clock.now / 1000) });
  expect(claims.firebase).toMatchObject({ sign_in_second_factor: 'totp' });
  expect((await identity.refresh(String(done.body.refreshToken))).status).toBe(200);
});

test('a session goes on, and what it links keeps the moment of its sign-in and the second factor', async () => {
  const { auth_time, firebase } = claimsOf(idToken);
  identity.clock.now += 30 * MINUTE_MS;
  const postBody = await identity.choose('github.com', 0);
  const linked = await identity.ok('signInWithIdp', { requestUri: 'http://localhost', postBody, idToken });
  expect(claimsOf(linked.idToken)).toMatchObject({
    auth_time,
    firebase: {
      sign_in_provider: 'github.com',
      sign_in_second_factor: 'totp',
      second_factor_identifier: (firebase as Record<string, string>).second_factor_identifier,
    },
  });
});

test.each([
  [-2, 'INVALID_CODE'],
  [-1, undefined],
  [0, undefined],
  [1, undefined],
  [2, 'INVALID_CODE'],
])('the number of a clock that is %i steps off: %s', async (drift, message) => {
  identity.clock.now += 5 * MINUTE_MS;
  expect((await second(await first(), number(drift))).message).toBe(message);
});

test('a number may be typed with a space', async () => {
  const typed = number().replace(/^.../, '$& ');
  expect((await second(await first(), ` ${typed} `)).status).toBe(200);
});

test('a number signs in once, and none from before it does', async () => {
  identity.clock.now += 5 * MINUTE_MS;
  const used = number();
  const before = number(-1);
  expect((await second(await first(), used)).status).toBe(200);
  for (const typed of [used, before])
    expect((await second(await first(), typed)).message).toBe('INVALID_CODE');
  expect((await second(await first(), number(1))).status).toBe(200);
});

test('of several who show one number at once, one is signed in', async () => {
  const pending = [await first(), await first(), await first()];
  const answers = await Promise.all(pending.map((one) => second(one)));
  expect(answers.map(({ message }) => message ?? 'in').sort()).toEqual([
    'INVALID_CODE',
    'INVALID_CODE',
    'in',
  ]);
});

test('a pending sign-in counts once, for ten minutes, and ends with the sessions of the account', async () => {
  const used = await first();
  expect((await second(used)).status).toBe(200);
  identity.clock.now += MINUTE_MS;
  expect((await second(used)).message).toBe('INVALID_MFA_PENDING_CREDENTIAL');

  const old = await first();
  identity.clock.now += 10 * MINUTE_MS - 1;
  expect((await second(old, wrong())).message).toBe('INVALID_CODE');
  identity.clock.now += 1;
  expect((await second(old)).message).toBe('INVALID_MFA_PENDING_CREDENTIAL');

  const stolen = await first();
  await identity.ok('sendOobCode', { requestType: 'PASSWORD_RESET', email: EMAIL });
  const oobCode = identity.mailedCode(EMAIL);
  await identity.ok('resetPassword', { oobCode, newPassword: 'Brand-new1' });
  expect((await second(stolen)).message).toBe('INVALID_MFA_PENDING_CREDENTIAL');
});

test('five wrong numbers end a pending sign-in, and the right one comes too late', async () => {
  const pending = await first();
  for (let i = 0; i < 4; i++) expect((await second(pending, wrong())).message).toBe('INVALID_CODE');
  expect((await second(pending)).status).toBe(200);

  identity.clock.now += MINUTE_MS;
  const spent = await first();
  for (let i = 0; i < 5; i++) expect((await second(spent, wrong())).message).toBe('INVALID_CODE');
  expect((await second(spent)).message).toBe('INVALID_MFA_PENDING_CREDENTIAL');
});

test('parallel tries do not slip past five', async () => {
  const pending = await first();
  const answers = await Promise.all(Array.from({ length: 12 }, () => second(pending, wrong())));
  expect(answers.filter(({ message }) => message === 'INVALID_CODE')).toHaveLength(5);
});

/** Shows wrong numbers, as many at each sign-in as it takes. */
async function guess(times: number) {
  for (let left = times; left > 0; left -= 5) {
    const pending = await first();
    for (let i = 0; i < Math.min(left, 5); i++) {
      expect((await second(pending, wrong())).message).toBe('INVALID_CODE');
    }
  }
}

test('with nine wrong numbers an hour the right one signs in, and is not counted', async () => {
  await guess(9);
  expect((await second(await first())).status).toBe(200);
  // What was right is not counted, what was wrong still is.
  identity.clock.now += MINUTE_MS;
  await guess(1);
  expect((await second(await first())).message).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
});

test('after ten wrong numbers an hour the right one waits; other accounts do not', async () => {
  await guess(10);
  expect((await second(await first())).message).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
  const bob = await openWithFactor(identity, 'bob@example.com');
  const his = await firstStep(identity, bob.email);
  expect((await secondStep(identity, his, numberAt(bob.secret, identity.clock.now))).status).toBe(200);
  identity.clock.now += 60 * MINUTE_MS;
  expect((await second(await first())).status).toBe(200);
});

test('a session that is there goes on while someone guesses', async () => {
  const pending = await first();
  const { refreshToken } = (await second(pending)).body;
  await guess(10);
  expect((await identity.refresh(String(refreshToken))).status).toBe(200);
});

test('a pending sign-in opens its own account’s factor alone', async () => {
  const bob = await openWithFactor(identity, 'bob@example.com');
  const his = await firstStep(identity, bob.email);
  const mine = await first();
  const mixed = { ...mine, mfaEnrollmentId: his.mfaEnrollmentId };
  expect((await second(mixed)).message).toBe('MFA_ENROLLMENT_NOT_FOUND');
  expect((await second(his)).message).toBe('INVALID_CODE');
});

test('what is missing is named', async () => {
  const pending = await first();
  const { mfaPendingCredential, mfaEnrollmentId } = pending;
  const call = async (body: object) => (await identity.mfa('mfaSignIn:finalize', body)).message;
  expect(await call({ mfaEnrollmentId })).toBe('MISSING_MFA_PENDING_CREDENTIAL');
  expect(await call({ mfaPendingCredential })).toBe('MISSING_MFA_ENROLLMENT_ID');
  expect(await call(pending)).toBe('MISSING_CODE');
  expect((await second({ ...pending, mfaPendingCredential: 'x' })).message).toBe(
    'INVALID_MFA_PENDING_CREDENTIAL',
  );
});

test('a disabled account is not signed in by a second step', async () => {
  const pending = await first();
  await identity.db.updateTable('identity_accounts').set({ disabled: 1 }).execute();
  expect((await second(pending)).message).toBe('USER_DISABLED');
});

const mailing = () => ({
  insertMail: async (_tx: unknown, mail: object) => void identity.mails.push({ ...mail, text: '' } as never),
  languageOf: async () => 'en' as const,
  now: () => identity.clock.now,
});
const seen = { origin: 'http://school.test', lang: '', schoolName: 'Test School' };
const codesOf = (whose: string) => makeRecoveryCodes(identity.db, mailing(), seen, whose);

test('each of ten recovery codes stands once for a number, however it is typed, and is mailed', async () => {
  const codes = (await codesOf(localId)) ?? [];
  expect(new Set(codes).size).toBe(10);
  expect(identity.mails.at(-1)).toMatchObject({ kind: 'SECOND_FACTOR', to: EMAIL, opensAccount: false });
  for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(
    JSON.stringify(await identity.db.selectFrom('identity_recovery_codes').selectAll().execute()),
  ).not.toMatch(new RegExp(codes.map((code) => code.replaceAll('-', '')).join('|')));

  const [one = '', two = ''] = codes;
  const done = await second(await first(), one);
  expect(claimsOf(done.body.idToken).firebase).toMatchObject({ sign_in_second_factor: 'totp' });
  expect(identity.mails.at(-1)).toMatchObject({ kind: 'SECOND_FACTOR', to: EMAIL });
  expect(identity.mails.at(-1)?.text).toContain('9 codes are left');
  expect((await second(await first(), one)).message).toBe('INVALID_CODE');

  const typed = two.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
  expect((await second(await first(), typed)).status).toBe(200);
  expect(identity.mails.at(-1)?.text).toContain('8 codes are left');
});

test('of several who show one recovery code at once, one is signed in', async () => {
  const [code = ''] = (await codesOf(localId)) ?? [];
  const pending = [await first(), await first(), await first()];
  const answers = await Promise.all(pending.map((one) => second(one, code)));
  expect(answers.map(({ message }) => message ?? 'in').sort()).toEqual([
    'INVALID_CODE',
    'INVALID_CODE',
    'in',
  ]);
});

test('new recovery codes replace those before, and belong to one account', async () => {
  const [old = ''] = (await codesOf(localId)) ?? [];
  const [code = ''] = (await codesOf(localId)) ?? [];
  const bob = await openWithFactor(identity, 'bob@example.com');
  expect((await secondStep(identity, await firstStep(identity, bob.email), code)).message).toBe(
    'INVALID_CODE',
  );
  expect((await second(await first(), old)).message).toBe('INVALID_CODE');
  expect((await second(await first(), code)).status).toBe(200);
});

test('wrong recovery codes count as wrong numbers do', async () => {
  await codesOf(localId);
  const pending = await first();
  for (let i = 0; i < 5; i++)
    expect((await second(pending, 'AAAA-AAAA-AAAA-AAAA')).message).toBe('INVALID_CODE');
  expect((await second(pending)).message).toBe('INVALID_MFA_PENDING_CREDENTIAL');
});

test('recovery codes are for an account with a second factor, and go with it', async () => {
  const none = await openProved(identity, 'carl@example.com');
  expect(await codesOf(none.localId)).toBeUndefined();
  expect(await codesOf('nobody')).toBeUndefined();
  await codesOf(localId);
  const { mfaEnrollmentId } = await first();
  const done = await identity.mfa('mfaEnrollment:withdraw', { idToken, mfaEnrollmentId });
  expect(await identity.db.selectFrom('identity_recovery_codes').selectAll().execute()).toEqual([]);
  await addFactor(identity, String(done.body.idToken));
  expect(await identity.db.selectFrom('identity_recovery_codes').selectAll().execute()).toEqual([]);
});
