import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IdentityDb } from '#embedded/identity/tables.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { proveAtIdentity } from '#tests/support/identity-accounts.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { numberAt } from '#tests/support/second-factor.ts';
import { answersTo, openAccounts, opens, PASSWORD } from '#tests/support/thief.ts';

/* The second factor at the school that mounts the identity service, in two processes of it. */

const STEP_MS = 30_000;
let school: TestSchool;
let other: TestSchool;
let accounts: ReturnType<typeof openAccounts>;
let people = 0;

beforeAll(async () => {
  const records = await openTestDatabase({ migrated: true });
  school = await openTestSchool({ records });
  // The database is closed once, by the first.
  other = await openTestSchool({ records: { ...records, close: async () => {} } });
  other.clock.now = school.clock.now;
  accounts = openAccounts(school);
});
afterAll(async () => {
  await other.close();
  await school.close();
});

function tick(ms: number) {
  for (const { clock } of [school, other]) clock.now += ms;
}

/** Makes a call of the second factor, in one of the processes. */
const mfa = (name: string, body: object, at = accounts) =>
  at.post(`/identitytoolkit.googleapis.com/v2/accounts/${name}?key=${school.config.identity.apiKey}`, body);

/** An account with a proved address, and a sign-in there and at the school. */
async function openProved() {
  const email = `owner-${++people}@test.example`;
  await accounts.signIn(email, { call: 'signUp' });
  await proveAtIdentity(school.db, email);
  return accounts.signIn(email);
}

async function begin(idToken: string) {
  const { body } = await mfa('mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} });
  return body.totpSessionInfo as { sharedSecretKey: string; sessionInfo: string };
}

const finish = (
  idToken: string,
  { sharedSecretKey, sessionInfo }: Awaited<ReturnType<typeof begin>>,
  at = accounts,
) =>
  mfa(
    'mfaEnrollment:finalize',
    {
      idToken,
      totpVerificationInfo: { sessionInfo, verificationCode: numberAt(sharedSecretKey, school.clock.now) },
    },
    at,
  );

/** Gives it a second factor. */
async function openWithFactor() {
  const owner = await openProved();
  const begun = await begin(owner.idToken);
  const { body } = await finish(owner.idToken, begun);
  tick(STEP_MS);
  const uid = JSON.parse(Buffer.from(body.idToken.split('.')[1], 'base64url').toString()).sub as string;
  return { ...owner, ...body, uid, before: owner, secret: begun.sharedSecretKey } as typeof owner & {
    uid: string;
    before: typeof owner;
    secret: string;
  };
}

async function firstStep(email: string) {
  const { body } = await accounts.accounts('signInWithPassword', { email, password: PASSWORD });
  return {
    mfaPendingCredential: body.mfaPendingCredential as string,
    mfaEnrollmentId: body.mfaInfo?.[0].mfaEnrollmentId as string,
  };
}

const secondStep = (
  pending: Awaited<ReturnType<typeof firstStep>>,
  verificationCode: string,
  at = accounts,
) => mfa('mfaSignIn:finalize', { ...pending, totpVerificationInfo: { verificationCode } }, at);

const outcomes = (answers: { status: number; body: { error?: { message: string } } }[]) =>
  answers.map(({ body }) => body.error?.message ?? 'in').sort();

test('enrolling ends the sign-ins at the school, and the one that enrolled goes on', async () => {
  const elsewhere = await openProved();
  const { email } = elsewhere;
  const owner = await accounts.signIn(email);
  const { body } = await finish(owner.idToken, await begin(owner.idToken));
  expect(await answersTo(school, elsewhere.token)).toEqual([401]);
  expect(await answersTo(other, elsewhere.token)).toEqual([401]);
  const oneStep = await accounts.accounts('signInWithPassword', { email, password: PASSWORD });
  expect(oneStep.body).not.toHaveProperty('idToken');
  const { body: mine } = await accounts.post('/api/jwt', { email }, body.idToken);
  expect(await opens(school, mine.token)).toBe(true);
});

test('the school reads of an ID token whether its account has a second factor, and whether it was shown', async () => {
  const owner = await openProved();
  const flags = async (idToken: string) => {
    const { hasSecondFactor, isBySecondFactor } = await school.identity.verify(idToken);
    return { hasSecondFactor, isBySecondFactor };
  };
  expect(await flags(owner.idToken)).toEqual({ hasSecondFactor: false, isBySecondFactor: false });
  const { body } = await finish(owner.idToken, await begin(owner.idToken));
  expect(await flags(body.idToken)).toEqual({ hasSecondFactor: true, isBySecondFactor: true });
});

test('of enrolments at once in two processes one counts', async () => {
  const owner = await openProved();
  const begun = [await begin(owner.idToken), await begin(owner.idToken)] as const;
  const answers = await Promise.all([
    finish(owner.idToken, begun[0]),
    finish(owner.idToken, begun[1], openAccounts(other)),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('a number and a recovery code count once, in however many processes they are shown at once', async () => {
  const { email, uid, secret } = await openWithFactor();
  const [code = ''] = (await school.identity.makeRecoveryCodes?.(uid)) ?? [];
  for (const typed of [numberAt(secret, school.clock.now), code]) {
    const pending = [];
    for (let i = 0; i < 4; i++) pending.push(await firstStep(email));
    const answers = await Promise.all(
      pending.map((one, at) => secondStep(one, typed, at % 2 ? accounts : openAccounts(other))),
    );
    expect(outcomes(answers)).toEqual(['INVALID_CODE', 'INVALID_CODE', 'INVALID_CODE', 'in']);
  }
});

test('one pending sign-in opens one session, and takes five tries, however many come at once', async () => {
  const { email, secret, uid } = await openWithFactor();
  const codes = (await school.identity.makeRecoveryCodes?.(uid)) ?? [];
  const pending = await firstStep(email);
  const shown = [numberAt(secret, school.clock.now), ...codes.slice(0, 3)];
  const answers = await Promise.all(
    shown.map((typed, at) => secondStep(pending, typed, at % 2 ? accounts : openAccounts(other))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);

  const guessed = await firstStep(email);
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      secondStep(guessed, 'wrong', at % 2 ? accounts : openAccounts(other)),
    ),
  );
  expect(outcomes(guesses).filter((message) => message === 'INVALID_CODE')).toHaveLength(5);
});

test('ten recovery codes are made for who has a second factor, and told by mail', async () => {
  const { email, uid } = await openWithFactor();
  const codes = await school.identity.makeRecoveryCodes?.(uid);
  expect(new Set(codes).size).toBe(10);
  const mails = () =>
    school.db
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', email)
      .where('kind', '=', 'SECOND_FACTOR')
      .execute();
  expect(await mails()).toHaveLength(1);
  expect((await secondStep(await firstStep(email), codes?.[9] ?? '')).status).toBe(200);
  expect(await mails()).toHaveLength(2);
  const { idToken } = await openProved();
  const without = (await school.identity.verify(idToken)).uid;
  expect(await school.identity.makeRecoveryCodes?.(without)).toBeUndefined();
});

test('of codes that are made twice at once, the later ten count', async () => {
  const { email, uid } = await openWithFactor();
  const made = await Promise.all([
    school.identity.makeRecoveryCodes?.(uid),
    other.identity.makeRecoveryCodes?.(uid),
  ]);
  const answers = [];
  for (const codes of made) answers.push(await secondStep(await firstStep(email), codes?.[0] ?? ''));
  expect(outcomes(answers)).toEqual(['INVALID_CODE', 'in']);
});

test('a lost factor is taken away: every sign-in ends, here too, and the password alone signs in again', async () => {
  const owner = await openWithFactor();
  const { email, uid, idToken } = owner;
  const { body } = await accounts.post('/api/jwt', { email }, idToken);
  expect(await opens(school, body.token)).toBe(true);
  expect(await school.identity.secondFactors?.has(uid)).toBe(true);
  expect(await school.identity.secondFactors?.reset(uid)).toBe(true);
  expect(await answersTo(school, body.token)).toEqual([401]);
  expect(await school.identity.secondFactors?.has(uid)).toBe(false);
  expect(await school.identity.secondFactors?.reset(uid)).toBe(false);
  expect(await school.identity.secondFactors?.has('nobody')).toBeUndefined();
  const again = await accounts.signIn(email);
  expect(await opens(school, again.token)).toBe(true);
});

test('the link in the mail takes a thief’s factor back, at the school too', async () => {
  const thief = await openWithFactor();
  const { body } = await accounts.post('/api/jwt', { email: thief.email }, thief.idToken);
  expect(await opens(school, body.token)).toBe(true);
  const { letter } = await school.db
    .selectFrom('mails')
    .select('letter')
    .where('recipient', '=', thief.email)
    .executeTakeFirstOrThrow();
  const oobCode = /oobCode=([\w-]+)/.exec(letter ?? '')?.[1] ?? '';
  expect((await accounts.accounts('update', { oobCode })).status).toBe(200);
  expect(await answersTo(school, body.token)).toEqual([401]);
  const again = await accounts.accounts('signInWithPassword', { email: thief.email, password: PASSWORD });
  expect(again.body.error.message).toBe('INVALID_PASSWORD');
});

test('an erased account leaves nothing of its factor', async () => {
  const { uid } = await openWithFactor();
  await school.identity.makeRecoveryCodes?.(uid);
  await school.identity.forget?.(uid);
  const db = school.db as unknown as IdentityDb;
  for (const table of [
    'identity_second_factors',
    'identity_recovery_codes',
    'identity_pending_sign_ins',
  ] as const) {
    const rows = db.selectFrom(table).selectAll().where('localid', '=', uid);
    expect(await rows.execute()).toEqual([]);
  }
});
