import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#contract/endpoint.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { proveAtIdentity } from '#tests/support/identity-accounts.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { numberAt } from '#tests/support/second-factor.ts';
import { openAccounts, PASSWORD } from '#tests/support/thief.ts';

/* A school that asks who runs it for a second factor, and how one that is lost is taken away. */

const DAY_MS = 24 * 60 * 60_000;
const STEP_MS = 30_000;
let school: TestSchool;
let accounts: ReturnType<typeof openAccounts>;
let boss: Person;
let people = 0;

const asking = { REQUIRE_SECOND_FACTOR: 'admins' };

beforeAll(async () => {
  school = await openTestSchool({ env: asking });
  accounts = openAccounts(school);
  boss = await school.signIn('admin');
});
afterAll(() => school.close());

/** An account with a proved address that signs in here, given a role now. */
async function openWith(role: Role) {
  const email = `runs-${role}-${++people}@test.example`;
  await accounts.signIn(email, { call: 'signUp' });
  await proveAtIdentity(school.db, email);
  const owner = await accounts.signIn(email);
  const { _id } = await school.db
    .selectFrom('users')
    .select('_id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  if (role !== 'student') {
    // The admin’s own days begin anew: they are to give the role, and not to be refused themselves.
    await school.db
      .updateTable('users')
      .set({ officesince: school.clock.now })
      .where('_id', '=', boss.user._id)
      .execute();
    expect((await boss.call('PATCH', `/users/${role}/${_id}`)).status).toBe(200);
  }
  return { ...owner, email, _id };
}

const mfa = (name: string, body: object) =>
  accounts.post(
    `/identitytoolkit.googleapis.com/v2/accounts/${name}?key=${school.config.identity.apiKey}`,
    body,
  );

/** Enrols an app, as the page does; gives its secret and the session that goes on. */
async function enrol(idToken: string) {
  const { body } = await mfa('mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} });
  const { sharedSecretKey: secret, sessionInfo } = body.totpSessionInfo;
  const verificationCode = numberAt(secret, school.clock.now);
  const done = await mfa('mfaEnrollment:finalize', {
    idToken,
    totpVerificationInfo: { sessionInfo, verificationCode },
  });
  school.clock.now += STEP_MS;
  return { secret, idToken: done.body.idToken as string };
}

async function twoSteps(email: string, secret: string) {
  const { body } = await accounts.accounts('signInWithPassword', { email, password: PASSWORD });
  const pending = {
    mfaPendingCredential: body.mfaPendingCredential,
    mfaEnrollmentId: body.mfaInfo[0].mfaEnrollmentId,
  };
  const totpVerificationInfo = { verificationCode: numberAt(secret, school.clock.now) };
  const { body: done } = await mfa('mfaSignIn:finalize', { ...pending, totpVerificationInfo });
  school.clock.now += STEP_MS;
  return done.idToken as string;
}

const idTokenOf = async (email: string) =>
  (await accounts.accounts('signInWithPassword', { email, password: PASSWORD, returnSecureToken: true })).body
    .idToken as string;
const register = (email: string, idToken: string) => accounts.post('/api/users', { email }, idToken);
const jwt = (email: string, idToken: string) => accounts.post('/api/jwt', { email }, idToken);
const get = async (path: string, token: string) => {
  const answer = await school.app.inject({
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.statusCode, code: answer.json().code, role: answer.headers['x-role'] };
};
const codes = (idToken: string) => accounts.post('/api/account/recovery-codes', {}, idToken);

test.each(['admin', 'office'] as const)(
  'an account of the role %s is reminded for 14 days, then has no access token without a second factor',
  async (role) => {
    const { email } = await openWith(role);
    const given = school.clock.now;
    const idToken = await idTokenOf(email);
    const { body } = await register(email, idToken);
    expect(Date.parse(body.data.factorfrom)).toBe(given + 14 * DAY_MS);
    expect((await jwt(email, idToken)).status).toBe(200);

    school.clock.now = given + 14 * DAY_MS - 1000;
    const last = await idTokenOf(email);
    const { body: kept } = await jwt(email, last);
    expect(await get('/users/search', kept.token)).toMatchObject({ status: 200, role });

    school.clock.now = given + 14 * DAY_MS;
    const refused = { status: 403, code: 'second-factor-required' };
    // Neither the token that there is, nor another.
    expect(await get('/users/search', kept.token)).toMatchObject(refused);
    expect(await get('/account/sessions', kept.token)).toMatchObject(refused);
    expect(await jwt(email, last)).toMatchObject({ status: 403, body: { code: 'second-factor-required' } });
    expect(await jwt(email, await idTokenOf(email))).toMatchObject({ status: 403 });
    // What everyone sees they see as everyone does.
    expect(await get('/classes/page', kept.token)).toEqual({
      status: 200,
      code: undefined,
      role: undefined,
    });
    expect((await register(email, last)).body.data.role).toBe(role);

    const enrolled = await enrol(await idTokenOf(email));
    const { body: opened } = await jwt(email, enrolled.idToken);
    expect((await register(email, enrolled.idToken)).body.data).not.toHaveProperty('factorfrom');
    expect(await get('/users/search', opened.token)).toMatchObject({ status: 200, role });
    const { body: again } = await jwt(email, await twoSteps(email, enrolled.secret));
    expect(await get('/users/search', again.token)).toMatchObject({ status: 200 });
  },
);

test('families and teachers are asked for none, whatever time passes', async () => {
  for (const role of ['student', 'instructor'] as const) {
    const { email } = await openWith(role);
    school.clock.now += 20 * DAY_MS;
    const idToken = await idTokenOf(email);
    expect((await register(email, idToken)).body.data).not.toHaveProperty('factorfrom');
    expect((await jwt(email, idToken)).status).toBe(200);
  }
});

test('the days begin with the role, go on between office and admins, and begin anew after another', async () => {
  const { email, _id } = await openWith('office');
  const given = school.clock.now;
  const from = async () => Date.parse((await register(email, await idTokenOf(email))).body.data.factorfrom);
  school.clock.now += 5 * DAY_MS;
  await boss.call('PATCH', `/users/admin/${_id}`);
  expect(await from()).toBe(given + 14 * DAY_MS);
  await boss.call('PATCH', `/users/student/${_id}`);
  expect(await from()).toBeNaN();
  school.clock.now += DAY_MS;
  await boss.call('PATCH', `/users/admin/${_id}`);
  expect(await from()).toBe(school.clock.now + 14 * DAY_MS);
});

test('of accounts from before, they begin with the first start that asks, and anew where it was turned off', async () => {
  const records = await openTestDatabase({ migrated: true });
  const shared = { ...records, close: async () => {} };
  const since = async (env: Record<string, string>, days: number) => {
    const started = await openTestSchool({ env, records: shared });
    await started.close();
    const row = records.db.selectFrom('settings').select('value').where('key', '=', 'second-factor-since');
    if (days > 0)
      await records.db
        .updateTable('settings')
        .set({ value: String(started.clock.now - days * DAY_MS) })
        .where('key', '=', 'second-factor-since')
        .execute();
    return (await row.executeTakeFirst())?.value;
  };
  const now = Date.UTC(2026, 8, 1, 12);
  expect(await since(asking, 5)).toBe(String(now - 5 * DAY_MS));
  expect(await since(asking, 0)).toBe(String(now - 5 * DAY_MS));
  expect(await since({ REQUIRE_SECOND_FACTOR: 'none' }, 0)).toBeUndefined();
  expect(await since(asking, 0)).toBe(String(now));
  await records.close();
});

test('who is not let in accepts nothing, nor does an invitation or another address open a way around', async () => {
  const { email } = await openWith('admin');
  const given = school.clock.now;
  const sent = await boss.call('POST', '/invitations', {
    email: 'new@test.example',
    name: 'New',
    role: 'admin',
  });
  expect(sent.status).toBe(200);
  const { letter } = await school.db
    .selectFrom('mails')
    .select('letter')
    .where('recipient', '=', 'new@test.example')
    .executeTakeFirstOrThrow();
  const token = /token=([\w-]+)/.exec(letter ?? '')?.[1] ?? '';
  school.clock.now = given + 14 * DAY_MS - 1000;
  const { body } = await jwt(email, await idTokenOf(email));
  // The invited one begins with 14 days of their own.
  const accepted = await accounts.post(`/api/invitations/${token}`, {
    password: PASSWORD,
    name: 'New',
    agrees: [],
  });
  expect(accepted).toMatchObject({ status: 200, body: { role: 'admin' } });
  school.clock.now += 1000;
  expect((await jwt('new@test.example', await idTokenOf('new@test.example'))).status).toBe(200);
  expect(await get('/invitations', body.token)).toMatchObject({ code: 'second-factor-required' });
  school.clock.now += 14 * DAY_MS;
  expect((await jwt('new@test.example', await idTokenOf('new@test.example'))).status).toBe(403);
});

test('ten recovery codes are told once to who has just shown the factor, and to nobody else', async () => {
  const { email, idToken } = await openWith('student');
  expect(await codes(idToken)).toMatchObject({ status: 409, body: { code: 'second-factor-missing' } });
  const { secret, idToken: enrolled } = await enrol(await idTokenOf(email));
  const { body } = await codes(enrolled);
  expect(new Set(body.codes).size).toBe(10);
  expect(body.codes[0]).toMatch(/^\w{4}(-\w{4}){3}$/);
  expect((await mailsOf(school, email)).at(-1)).toMatchObject({ kind: 'SECOND_FACTOR' });
  school.clock.now += 11 * 60_000;
  expect(await codes(enrolled)).toMatchObject({ status: 403, body: { code: 'sign-in-too-old' } });
  expect((await codes(await twoSteps(email, secret))).status).toBe(200);
  // An access token does not do.
  const { body: mine } = await jwt(email, await twoSteps(email, secret));
  expect((await codes(mine.token)).status).toBe(401);
});

test('another admin takes a lost factor away; both are mailed, and the log keeps it', async () => {
  const owner = await openWith('instructor');
  const { idToken } = await enrol(await idTokenOf(owner.email));
  const { body: mine } = await jwt(owner.email, idToken);
  expect((await boss.call('GET', `/users/${owner._id}/second-factor`)).body).toEqual({ has: true });
  expect((await boss.call('POST', `/users/${owner._id}/second-factor/reset`)).status).toBe(200);
  expect((await get('/account/sessions', mine.token)).status).toBe(401);
  expect((await boss.call('GET', `/users/${owner._id}/second-factor`)).body).toEqual({ has: false });
  expect((await jwt(owner.email, await idTokenOf(owner.email))).status).toBe(200);
  for (const { email } of [owner, boss])
    expect((await mailsOf(school, email)).filter(({ kind }) => kind === 'second-factor-reset')).toHaveLength(
      1,
    );
  const lines = await school.db
    .selectFrom('changes')
    .select(['action', 'actorid', 'subjectid'])
    .where('action', '=', 'second-factor-reset')
    .execute();
  expect(lines).toEqual([{ action: 'second-factor-reset', actorid: boss.user._id, subjectid: owner._id }]);
  // There is nothing to take away any more, and nothing more is said.
  expect(await boss.call('POST', `/users/${owner._id}/second-factor/reset`)).toMatchObject({
    status: 409,
    body: { code: 'second-factor-missing' },
  });
  expect(
    (await mailsOf(school, owner.email)).filter(({ kind }) => kind === 'second-factor-reset'),
  ).toHaveLength(1);
});

test('nobody takes their own away by it, nor the office or a teacher anyone’s', async () => {
  const path = (id: string) => `/users/${id}/second-factor/reset`;
  expect(await boss.call('POST', path(boss.user._id))).toMatchObject({ body: { code: 'second-factor-own' } });
  expect(await boss.call('POST', path('nobody'))).toMatchObject({ status: 404 });
  for (const role of ['office', 'instructor', 'student'] as const) {
    const other = await school.signIn(role);
    expect((await other.call('POST', path(boss.user._id))).status).toBe(403);
    expect((await other.call('GET', `/users/${boss.user._id}/second-factor`)).status).toBe(403);
  }
});

test('API keys of an admin go on', async () => {
  const { email } = await openWith('admin');
  school.clock.now += 14 * DAY_MS - 1000;
  const { body } = await jwt(email, await idTokenOf(email));
  const made = await accounts.post('/api/keys', { name: 'Roster', scopes: ['people'] }, body.token);
  school.clock.now += 1000;
  expect((await get('/users/search', body.token)).code).toBe('second-factor-required');
  expect((await get('/users/search', made.body.secret)).status).toBe(200);
});
