import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.schema.ts';
import type { AccountRow, IdentityDb } from '#embedded/identity/tables.ts';
import { PEOPLE, STUDENT } from '#server/database/seed/people.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { letLeave } from '#tests/support/leaving.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { answersTo, openAccounts, opens, PASSWORD } from '#tests/support/thief.ts';

/*
 * A thief knows the password and holds a refresh token, an ID token and an access token of the school.
 * Whatever the owner then does to be rid of them ends all of it at once, at the identity service and at the
 * school.
 */

let school: TestSchool;
/** Another process of the same school. */
let other: TestSchool;
let accounts: ReturnType<typeof openAccounts>;
let people = 0;

/** The calls that take an ID token. */
const IDENTITY_CALLS = (Object.values(endpoints) as Endpoint[])
  .filter(({ config }) => config.access === 'identity')
  .map(({ method, url }) => [method, url] as const);

type Thief = Awaited<ReturnType<ReturnType<typeof openAccounts>['signIn']>>;

beforeAll(async () => {
  const records = await openTestDatabase({ migrated: true });
  school = await openTestSchool({ records });
  // The database is closed once, by the first.
  other = await openTestSchool({ records: { ...records, close: async () => {} } });
  accounts = openAccounts(school);
});
afterAll(async () => {
  await other.close();
  await school.close();
});

const newAddress = () => `owner-${++people}@test.example`;

/** What only the identity service's own office could set. */
async function setAccount(email: string, fields: Partial<Pick<AccountRow, 'emailverified' | 'disabled'>>) {
  const db = school.db as unknown as IdentityDb;
  await db.updateTable('identity_accounts').set(fields).where('email', '=', email).execute();
}

/** An owner who has signed up, and a thief who signed in after. */
async function rob(email = newAddress()) {
  const owner = await accounts.signIn(email, { call: 'signUp' });
  school.clock.now += 1000;
  const thief = await accounts.signIn(email);
  expect(await opens(school, thief.token)).toBe(true);
  return { email, owner, thief };
}

async function expectNothingLeft(thief: Thief, { knowsPassword = false } = {}) {
  expect(await answersTo(school, thief.token)).toEqual([401]);
  for (const path of ['/users', '/jwt']) {
    expect((await accounts.post(`/api${path}`, { email: thief.email }, thief.idToken)).status).toBe(401);
  }
  for (const [method, path] of [
    ['DELETE', '/account'],
    ['DELETE', '/account/sessions'],
  ] as const) {
    expect((await accounts.post(`/api${path}`, {}, thief.idToken, method)).status).toBe(401);
  }
  expect((await accounts.renew(thief.refreshToken)).status).toBe(400);
  const { status } = await accounts.accounts('update', { idToken: thief.idToken, password: 'Stolen!1' });
  expect(status).toBe(400);
  if (knowsPassword) return;
  const again = await accounts.accounts('signInWithPassword', { email: thief.email, password: PASSWORD });
  expect(again.status).toBe(400);
}

/** The owner goes on with what the identity service gave them, and the school is theirs as before. */
async function expectOwnerIn(email: string, password: string) {
  const { token } = await accounts.signIn(email, { password });
  expect(await opens(school, token)).toBe(true);
}

test('a changed password leaves a thief nothing, and the owner’s own browser goes on', async () => {
  const { email, owner, thief } = await rob();
  const { body } = await accounts.accounts('update', {
    idToken: owner.idToken,
    password: 'Changed!1',
    returnSecureToken: true,
  });
  await expectNothingLeft(thief);
  // As the browser does it, unseen: the refused token is exchanged for one of the new sign-in.
  expect(await answersTo(school, owner.token)).toEqual([401]);
  const { body: renewed } = await accounts.post('/api/jwt', { email }, body.idToken);
  expect(await opens(school, renewed.token)).toBe(true);
  // A copy of the owner's own access token, of the same session, stays worth nothing.
  expect(await answersTo(school, owner.token)).toEqual([401]);
});

test('a reset by mail leaves a thief nothing', async () => {
  const { email, thief } = await rob();
  await accounts.accounts('sendOobCode', { requestType: 'PASSWORD_RESET', email });
  const oobCode = await accounts.mailedCode(email);
  await accounts.accounts('resetPassword', { oobCode, newPassword: 'Reset-it!1' });
  await expectNothingLeft(thief);
  await expectOwnerIn(email, 'Reset-it!1');
});

test('an account that its owner claims by Google leaves a stranger who made it before nothing', async () => {
  const { email } = STUDENT;
  const stranger = await accounts.signIn(email, { call: 'signUp' });
  // The service takes a demo person's address for proved; a stranger's is not.
  await setAccount(email, { emailverified: 0 });
  const owner = await accounts.signInAt('google.com', PEOPLE.indexOf(STUDENT));
  expect(owner.email).toBe(email);
  await expectNothingLeft(stranger);
  expect(await opens(school, owner.token)).toBe(true);
});

test('taking a change of address back leaves a thief nothing, under either address', async () => {
  const { email, thief } = await rob();
  await setAccount(email, { emailverified: 1 });
  const moved = `thief-of-${email}`;
  await accounts.accounts('sendOobCode', {
    requestType: 'VERIFY_AND_CHANGE_EMAIL',
    idToken: thief.idToken,
    newEmail: moved,
  });
  const change = await accounts.accounts('update', { oobCode: await accounts.mailedCode(moved) });
  expect(change.status).toBe(200);
  const after = await accounts.signIn(moved);
  expect(await opens(school, after.token)).toBe(true);

  const oobCode = await accounts.mailedCode(email);
  expect((await accounts.accounts('update', { oobCode })).status).toBe(200);
  await expectNothingLeft(after);
  await expectNothingLeft(thief);
});

test('a session that its owner ends in the list leaves a thief nothing at the school, at once and in every process', async () => {
  const { owner, thief } = await rob();
  const { body: sessions } = await accounts.post('/api/account/sessions', '', owner.token, 'GET');
  const theirs = sessions.find(({ current }: { current: boolean }) => !current);
  // In the very second in which the thief signed in.
  const end = await accounts.post(`/api/account/sessions/${theirs._id}`, {}, owner.token, 'DELETE');
  expect(end.body).toEqual({ modifiedCount: 1 });
  for (const process of [school, other]) {
    const at = openAccounts(process);
    expect(await answersTo(process, thief.token)).toEqual([401]);
    // The identity service renews a token for longer; it opens nothing here.
    const { body: renewed } = await at.renew(thief.refreshToken);
    for (const idToken of [thief.idToken, renewed.id_token])
      for (const [method, path] of IDENTITY_CALLS) {
        const answer = await at.post(`/api${path}`, { email: thief.email }, idToken, method);
        expect(answer, `${method} ${path}`).toMatchObject({ status: 401, body: { code: 'session-ended' } });
      }
    expect(await opens(process, owner.token)).toBe(true);
  }
});

test('signing out everywhere leaves a thief nothing but the password', async () => {
  const { email, owner, thief } = await rob();
  school.clock.now += 1000;
  const answer = await accounts.post('/api/account/sessions', {}, owner.idToken, 'DELETE');
  expect(answer).toMatchObject({ status: 200, body: { modifiedCount: 2 } });
  await expectNothingLeft(thief, { knowsPassword: true });
  await expectNothingLeft(owner, { knowsPassword: true });
  await expectOwnerIn(email, PASSWORD);
});

test('a disabled account opens nothing from that moment on', async () => {
  const { email, thief } = await rob();
  await setAccount(email, { disabled: 1 });
  await expectNothingLeft(thief);
});

test.each([
  [
    'at the school',
    async (idToken: string) => {
      const answer = await accounts.post('/api/account', {}, idToken, 'DELETE');
      await letLeave(school);
      return answer;
    },
  ],
  ['at the identity service alone', (idToken: string) => accounts.accounts('delete', { idToken })],
])('an account deleted %s leaves a thief nothing', async (_where, remove) => {
  const { email, owner, thief } = await rob();
  expect((await remove(owner.idToken)).status).toBe(200);
  await expectNothingLeft(thief);
  // Nor does an account that somebody makes with the address later bring the old tokens back.
  await accounts.accounts('signUp', { email, password: 'Another!1' });
  expect(await answersTo(school, thief.token)).toEqual([401]);
});
