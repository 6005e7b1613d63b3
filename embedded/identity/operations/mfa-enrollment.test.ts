import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeRecoveryCodes } from '#embedded/identity/second-factor/new-recovery-codes.ts';
import { claimsOf, openIdentity, PASSWORD, type TestIdentity } from '#tests/support/identity-service.ts';
import {
  addFactor,
  begin,
  firstStep,
  numberAt,
  openProved,
  openWithFactor,
  secondStep,
} from '#tests/support/second-factor.ts';

const EMAIL = 'ana@example.com';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
let identity: TestIdentity;
let ended: object[];
beforeEach(async () => {
  ended = [];
  identity = await openIdentity({
    sessionsEnded: async (_tx, { localid: _localid, validsince: _validsince, ...how }) => {
      ended.push(how);
    },
  });
});
afterEach(() => identity.close());

const finalize = (idToken: string, sessionInfo: unknown, verificationCode?: string) =>
  identity.mfa('mfaEnrollment:finalize', {
    idToken,
    totpVerificationInfo: { sessionInfo, verificationCode },
  });
const withdraw = (idToken: string, mfaEnrollmentId?: string) =>
  identity.mfa('mfaEnrollment:withdraw', { idToken, mfaEnrollmentId });
const infoOf = async (idToken: string) => {
  const { users } = await identity.ok('lookup', { idToken });
  const [{ mfaInfo = [] } = {}] = users as { mfaInfo?: { mfaEnrollmentId: string }[] }[];
  return mfaInfo;
};
type Begun = { sharedSecretKey: string; sessionInfo: string };
const begun = async (idToken: string) => (await begin(identity, idToken)).body.totpSessionInfo as Begun;
const factors = () => identity.db.selectFrom('identity_second_factors').selectAll().execute();

test('a second factor is there once a number of the app came, and every other session has ended', async () => {
  const { idToken, refreshToken } = await openProved(identity, EMAIL);
  const answer = await begin(identity, idToken);
  expect(answer.body).toMatchObject({
    totpSessionInfo: {
      sharedSecretKey: expect.stringMatching(/^[A-Z2-7]{32}$/),
      verificationCodeLength: 6,
      hashingAlgorithm: 'SHA1',
      periodSec: 30,
      finalizeEnrollmentTime: new Date(identity.clock.now + 30 * MINUTE_MS).toISOString(),
    },
  });
  const { sharedSecretKey, sessionInfo } = answer.body.totpSessionInfo as Begun;
  expect(await infoOf(idToken)).toEqual([]);
  await identity.ok('signInWithPassword', { email: EMAIL, password: PASSWORD });

  ended.length = 0;
  const done = await finalize(idToken, sessionInfo, numberAt(sharedSecretKey, identity.clock.now));
  expect(done.status).toBe(200);
  // It is no recovery: nothing that the owner has set up at the school ends.
  expect(ended).toEqual([{ isRecovery: false }]);
  expect((await identity.call('lookup', { idToken })).message).toBe('TOKEN_EXPIRED');
  expect((await identity.refresh(refreshToken)).message).toBe('TOKEN_EXPIRED');

  const mine = String(done.body.idToken);
  const [info] = await infoOf(mine);
  expect(info).toEqual({
    mfaEnrollmentId: expect.any(String),
    enrolledAt: new Date(identity.clock.now).toISOString(),
    totpInfo: {},
  });
  const claims = { sign_in_second_factor: 'totp', second_factor_identifier: info?.mfaEnrollmentId };
  expect(claimsOf(mine).firebase).toMatchObject({ sign_in_provider: 'password', ...claims });
  const renewed = await identity.refresh(String(done.body.refreshToken));
  expect(claimsOf(renewed.body.id_token).firebase).toMatchObject(claims);
});

test('an account whose address is not proved gets none: a way back would reach a stranger', async () => {
  const { idToken } = await identity.signUp(EMAIL);
  expect((await begin(identity, idToken)).message).toMatch(/^UNVERIFIED_EMAIL/);
});

test('each step, and withdrawing, wants a sign-in of the last hour', async () => {
  const ana = await openProved(identity, EMAIL);
  const bob = await openWithFactor(identity, 'bob@example.com');
  const renewed = async ({ refreshToken }: { refreshToken: string }) =>
    String((await identity.refresh(refreshToken)).body.id_token);
  identity.clock.now += 45 * MINUTE_MS;
  const { sharedSecretKey, sessionInfo } = await begun(await renewed(ana));
  identity.clock.now += 15 * MINUTE_MS + 1000;
  const [mine, his] = [await renewed(ana), await renewed(bob)];
  for (const answer of [
    await begin(identity, mine),
    await finalize(mine, sessionInfo, numberAt(sharedSecretKey, identity.clock.now)),
    await withdraw(his, (await infoOf(his))[0]?.mfaEnrollmentId),
  ])
    expect(answer.message).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
});

test('a number that is wrong, or of another secret, changes nothing, and another may follow', async () => {
  const { idToken } = await openProved(identity, EMAIL);
  const first = await begun(idToken);
  const second = await begun(idToken);
  const wrong = await finalize(
    idToken,
    first.sessionInfo,
    numberAt(second.sharedSecretKey, identity.clock.now),
  );
  expect(wrong.message).toBe('INVALID_CODE');
  expect((await finalize(idToken, first.sessionInfo)).message).toBe('MISSING_CODE');
  expect((await finalize(idToken, undefined, '123456')).message).toBe('MISSING_SESSION_INFO');
  expect(await factors()).toEqual([]);
  const right = await finalize(
    idToken,
    first.sessionInfo,
    numberAt(first.sharedSecretKey, identity.clock.now),
  );
  expect(right.status).toBe(200);
});

test('what an enrolment began with counts for its own account, as it was, for half an hour', async () => {
  const ana = await openProved(identity, EMAIL);
  const bob = await openProved(identity, 'bob@example.com');
  const { sharedSecretKey, sessionInfo } = await begun(ana.idToken);
  const number = () => numberAt(sharedSecretKey, identity.clock.now);
  expect((await finalize(bob.idToken, sessionInfo, number())).message).toBe('INVALID_SESSION_INFO');
  for (const forged of ['x', ana.idToken, `${sessionInfo}x`])
    expect((await finalize(ana.idToken, forged, number())).message).toBe('INVALID_SESSION_INFO');

  identity.clock.now += 30 * MINUTE_MS;
  expect((await finalize(ana.idToken, sessionInfo, number())).message).toBe('SESSION_EXPIRED');

  const again = await begun(ana.idToken);
  const changed = await identity.ok('update', {
    idToken: ana.idToken,
    password: 'Another-one1',
    returnSecureToken: true,
  });
  const late = numberAt(again.sharedSecretKey, identity.clock.now);
  expect((await finalize(String(changed.idToken), again.sessionInfo, late)).message).toBe(
    'INVALID_SESSION_INFO',
  );
});

test('an account has one second factor; of two enrolments at once one wins', async () => {
  const { idToken } = await openProved(identity, EMAIL);
  const sessions = [await begun(idToken), await begun(idToken)];
  const answers = await Promise.all(
    sessions.map(({ sessionInfo, sharedSecretKey }) =>
      finalize(idToken, sessionInfo, numberAt(sharedSecretKey, identity.clock.now)),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(await factors()).toHaveLength(1);
  const mine = String(answers.find(({ status }) => status === 200)?.body.idToken);
  expect((await begin(identity, mine)).message).toBe('SECOND_FACTOR_EXISTS');
});

test('an enrolment is mailed with a way back of a week, that is shown before it is taken', async () => {
  const { idToken } = await openProved(identity, EMAIL);
  const { secret } = await addFactor(identity, idToken);
  const mail = identity.mails.at(-1);
  expect(mail).toMatchObject({ kind: 'REVERT_SECOND_FACTOR_ADDITION', to: EMAIL, opensAccount: true });
  expect(mail?.text).toMatch(/mode=revertSecondFactorAddition[\s\S]*within 7 days/);
  expect(mail?.text).not.toContain(secret);
  const oobCode = identity.mailedCode(EMAIL);
  const { mfaEnrollmentId } = await firstStep(identity, EMAIL);
  expect(await identity.ok('resetPassword', { oobCode })).toMatchObject({
    requestType: 'REVERT_SECOND_FACTOR_ADDITION',
    email: EMAIL,
    mfaInfo: { mfaEnrollmentId, displayName: 'Phone', totpInfo: {} },
  });

  identity.clock.now += 7 * DAY_MS - MINUTE_MS;
  ended.length = 0;
  await identity.ok('update', { oobCode });
  expect(ended).toEqual([{ isRecovery: true, broughtback: EMAIL }]);
  expect(await factors()).toEqual([]);
  expect((await identity.call('update', { oobCode })).message).toBe('INVALID_OOB_CODE');
  // Who enrolled it knew the password.
  const { message } = await identity.call('signInWithPassword', { email: EMAIL, password: PASSWORD });
  expect(message).toBe('INVALID_PASSWORD');
});

test('a way back runs out after a week', async () => {
  await openWithFactor(identity, EMAIL);
  const oobCode = identity.mailedCode(EMAIL);
  identity.clock.now += 7 * DAY_MS;
  expect((await identity.call('update', { oobCode })).message).toBe('EXPIRED_OOB_CODE');
});

/** Moves the account of a session, and gives a session there; the old address is mailed a way back. */
async function move(idToken: string, newEmail: string, secret?: string) {
  await identity.ok('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail });
  await identity.ok('update', { oobCode: identity.mailedCode(newEmail) });
  if (!secret)
    return String((await identity.ok('signInWithPassword', { email: newEmail, password: PASSWORD })).idToken);
  const pending = await firstStep(identity, newEmail);
  const { body } = await secondStep(identity, pending, numberAt(secret, identity.clock.now));
  return String(body.idToken);
}

test('who takes a change of address back keeps the factor of before it, and none of its recovery codes', async () => {
  const { idToken, secret, localId } = await openWithFactor(identity, EMAIL);
  const seen = { origin: 'http://school.test', lang: '', schoolName: 'Test School' };
  const mailing = { insertMail: async () => {}, languageOf: async () => 'en' as const, now: () => 0 };
  expect(await makeRecoveryCodes(identity.db, mailing, seen, localId)).toHaveLength(10);
  await move(idToken, 'thief@example.com', secret);
  await identity.ok('update', { oobCode: identity.mailedCode(EMAIL) });
  expect(await factors()).toHaveLength(1);
  // A thief may have made them anew.
  expect(await identity.db.selectFrom('identity_recovery_codes').selectAll().execute()).toEqual([]);

  await identity.ok('sendOobCode', { requestType: 'PASSWORD_RESET', email: EMAIL });
  await identity.ok('resetPassword', { oobCode: identity.mailedCode(EMAIL), newPassword: 'Owners-own1' });
  identity.clock.now += MINUTE_MS;
  const pending = await firstStep(identity, EMAIL, 'Owners-own1');
  const done = await secondStep(identity, pending, numberAt(secret, identity.clock.now));
  expect(done.status).toBe(200);
});

test('a factor that a thief has put in the place of the owner’s goes with the change of address', async () => {
  const { idToken, secret } = await openWithFactor(identity, EMAIL);
  const moved = await move(idToken, 'thief@example.com', secret);
  const [info] = await infoOf(moved);
  const { body } = await withdraw(moved, info?.mfaEnrollmentId);
  await addFactor(identity, String(body.idToken));
  const wayBack = identity.mails.findLast(({ kind }) => kind === 'RECOVER_EMAIL');
  const oobCode = new URL(wayBack?.link.href ?? '').searchParams.get('oobCode');
  // The thief's own link is worth nothing any more.
  const theirs = identity.mailedCode('thief@example.com');
  expect(await identity.ok('update', { oobCode })).toMatchObject({ email: EMAIL });
  expect(await factors()).toEqual([]);
  expect((await identity.call('update', { oobCode: theirs })).message).toBe('INVALID_OOB_CODE');
});

test('a withdrawn factor is told, ends every other session, and the account signs in by one step', async () => {
  const { idToken, refreshToken } = await openWithFactor(identity, EMAIL);
  const [info] = await infoOf(idToken);
  expect((await withdraw(idToken)).message).toBe('MISSING_MFA_ENROLLMENT_ID');
  expect((await withdraw(idToken, 'another')).message).toBe('MFA_ENROLLMENT_NOT_FOUND');
  ended.length = 0;
  const done = await withdraw(idToken, info?.mfaEnrollmentId);
  expect(ended).toEqual([{ isRecovery: false }]);
  expect(identity.mails.at(-1)).toMatchObject({ kind: 'SECOND_FACTOR', to: EMAIL, opensAccount: false });
  expect((await identity.refresh(refreshToken)).message).toBe('TOKEN_EXPIRED');
  const mine = String(done.body.idToken);
  expect(claimsOf(mine).firebase).not.toHaveProperty('sign_in_second_factor');
  expect(await infoOf(mine)).toEqual([]);
  expect(await identity.ok('signInWithPassword', { email: EMAIL, password: PASSWORD })).toHaveProperty(
    'idToken',
  );
  // The same phone may come again.
  await addFactor(identity, mine);
  expect(await factors()).toHaveLength(1);
});

test('the number that an enrolment ended with does not sign in as well', async () => {
  const { secret, idToken } = await openWithFactor(identity, EMAIL);
  expect(idToken).toBeTruthy();
  identity.clock.now -= 30_000;
  const pending = await firstStep(identity, EMAIL);
  const again = await secondStep(identity, pending, numberAt(secret, identity.clock.now));
  expect(again.message).toBe('INVALID_CODE');
});

test('twenty changes an hour are asked for, enrolments among them', async () => {
  const { idToken } = await openProved(identity, EMAIL);
  for (let i = 0; i < 20; i++) expect((await begin(identity, idToken)).status).toBe(200);
  expect((await begin(identity, idToken)).message).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
});

test('only an authenticator app can be enrolled, by who is signed in', async () => {
  const { idToken } = await openProved(identity, EMAIL);
  const phone = await identity.mfa('mfaEnrollment:start', { idToken, phoneEnrollmentInfo: {} });
  expect(phone.message).toMatch(/^OPERATION_NOT_ALLOWED/);
  for (const name of ['start', 'finalize', 'withdraw'])
    expect((await identity.mfa(`mfaEnrollment:${name}`, {})).message).toBe('MISSING_ID_TOKEN');
});

test('a deleted account takes its factor, its codes and what waits for it along', async () => {
  const { idToken } = await openWithFactor(identity, EMAIL);
  await firstStep(identity, EMAIL);
  await identity.ok('delete', { idToken });
  expect(await factors()).toEqual([]);
  expect(await identity.db.selectFrom('identity_pending_sign_ins').selectAll().execute()).toEqual([]);
});
