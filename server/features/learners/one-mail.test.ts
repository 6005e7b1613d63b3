import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addChildBy, EVERY_RIGHT, NO_RIGHTS, tokenFor } from '#tests/support/families.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/* A recipient opens the link of a mail in a browser without a sign-in, and is done on that page. */

const PASSWORD = 'Practice!1';

let school: TestSchool;
let parent: Person;
let learnerid: string;
let recipient: string;
let links = 0;

beforeAll(async () => {
  school = await openTestSchool();
});
beforeEach(async () => {
  parent = await school.signIn('student');
  learnerid = await addChildBy(parent, { born: '2010-04-03' });
  recipient = `xiao${++links}@mail.example`;
});
afterAll(() => school.close());

const ask = (kind: 'guardian' | 'takeover', by = parent) =>
  kind === 'guardian'
    ? by.call('POST', '/guardians', { learnerid, email: recipient, ...EVERY_RIGHT })
    : by.call('POST', `/learners/${learnerid}/takeover`, { email: recipient, ...NO_RIGHTS });

async function send(method: 'GET' | 'POST', url: string, token?: unknown, payload?: object) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await school.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}
const identity = async (call: string, payload: object) => {
  const { apiKey } = school.config.identity;
  return send(
    'POST',
    `/identitytoolkit.googleapis.com/v1/accounts:${call}?key=${apiKey}`,
    undefined,
    payload,
  );
};
const read = (token: string | undefined, as?: string) => send('GET', `/api/claims/${token}`, as);
const open = (token: string | undefined, wanted: object = {}, as?: string) =>
  send('POST', `/api/claims/${token}/account`, as, { password: PASSWORD, name: 'Xiao Long', ...wanted });

/** Signs in as a browser does; `register` is for a user without an account. */
async function comeIn(password = PASSWORD, call = 'signInWithPassword') {
  const { body } = await identity(call, { email: recipient, password, returnSecureToken: true });
  const user = await send('POST', '/api/users', body.idToken, { email: recipient });
  const { body: issued } = await send('POST', '/api/jwt', body.idToken, { email: recipient });
  return { idToken: body.idToken, user: user.body.data, token: issued.token as string };
}
const mailsTo = async (email: string) =>
  (await school.db.selectFrom('mails').select('kind').where('recipient', '=', email).execute()).map(
    ({ kind }) => kind,
  );

test('a guardian who has no account is told what it is about, chooses a password and is done, by one mail', async () => {
  await ask('guardian');
  const token = await tokenFor(school, recipient);
  await school.work();
  expect((await read(token)).body).toMatchObject({
    kind: 'guardian',
    byname: parent.user.name,
    learnernames: ['Mia Sol'],
    email: recipient,
    step: 'password',
    name: null,
  });
  expect(await open(token)).toEqual({ status: 200, body: { email: recipient } });
  const guardian = await comeIn();
  expect(guardian.user).toMatchObject({ name: 'Xiao Long', email: recipient });
  expect((await send('POST', `/api/claims/${token}`, guardian.token)).status).toBe(200);
  expect((await send('GET', '/api/learners', guardian.token)).body).toMatchObject([{}, { _id: learnerid }]);
  expect(await mailsTo(recipient)).toEqual(['claim']);
});

test('who stood there unproved loses the account with all that was set up in it', async () => {
  const stranger = await comeIn('Stranger!1', 'signUp');
  await send('POST', '/api/calendars', stranger.token);
  const theirs = await send('POST', '/api/learners', stranger.token, { firstname: 'A', lastname: 'B' });
  const asked = { learnerid: theirs.body.insertedId, email: `second-${recipient}`, ...EVERY_RIGHT };
  expect((await send('POST', '/api/guardians', stranger.token, asked)).status).toBe(200);
  const offered = await tokenFor(school, asked.email);

  await ask('guardian');
  const token = await tokenFor(school, recipient);
  // The link is read alike in a browser where the unproved account is signed in.
  expect((await read(token, stranger.token)).body).toMatchObject({ step: 'password', name: null });
  expect((await open(token)).status).toBe(200);
  expect((await send('GET', '/api/learners', stranger.token)).status).toBe(401);
  expect((await identity('lookup', { idToken: stranger.idToken })).body.error.message).toBe('TOKEN_EXPIRED');
  expect((await identity('signInWithPassword', { email: recipient, password: 'Stranger!1' })).status).toBe(
    400,
  );
  expect((await read(offered)).body.code).toBe('claim-withdrawn');
  const owner = await comeIn();
  expect(owner.user).toMatchObject({ _id: stranger.user._id, name: 'Xiao Long' });
  expect((await send('POST', `/api/claims/${token}`, owner.token)).status).toBe(200);
});

test('a link never sets the password of an account that is proved', async () => {
  const known = await school.signIn('student');
  recipient = known.email;
  await ask('guardian');
  const token = await tokenFor(school, recipient);
  expect((await read(token)).body).toMatchObject({ step: 'sign-in' });
  expect(await open(token)).toMatchObject({ status: 409, body: { code: 'claim-sign-in' } });
  // Nor twice: after the first time it is proved.
  recipient = `twice${links}@mail.example`;
  await ask('guardian');
  const other = await tokenFor(school, recipient);
  const both = await Promise.all([open(other, { password: 'First-One!1' }), open(other)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await open(other)).body.code).toBe('claim-sign-in');
});

test('a reader signed in with another address learns so, and a link that no longer works says why', async () => {
  await ask('guardian');
  const token = await tokenFor(school, recipient);
  const other = await school.signIn('student');
  expect((await read(token, other.token)).body.code).toBe('claim-other-address');
  expect((await open(token, {}, other.token)).body.code).toBe('claim-other-address');
  expect((await read('nonsense')).body.code).toBe('claim-not-found');

  await ask('guardian');
  for (const call of [read, open]) expect((await call(token)).body.code).toBe('claim-replaced');
  const newer = await tokenFor(school, recipient);
  await parent.call('DELETE', `/claims/${learnerid}/${recipient}`);
  for (const call of [read, open]) expect((await call(newer)).body.code).toBe('claim-withdrawn');

  await ask('guardian');
  const late = await tokenFor(school, recipient);
  const { now } = school.clock;
  school.clock.now += 14 * 24 * 60 * 60_000;
  for (const call of [read, open]) expect((await call(late)).body.code).toBe('claim-expired');
  school.clock.now = now;
});

test('a password and a name have to be fit', async () => {
  await ask('guardian');
  const token = await tokenFor(school, recipient);
  for (const wanted of [{ password: 'short' }, { password: 'nocapital!1' }, { name: ' ' }])
    expect((await open(token, wanted)).status).toBe(400);
  expect((await read(token)).body.step).toBe('password');
});

test('who takes their lessons over keeps the name that they have learned by', async () => {
  await ask('takeover');
  const token = await tokenFor(school, recipient);
  expect((await read(token)).body).toMatchObject({ step: 'password', name: 'Mia Sol' });
  expect((await open(token, { name: 'Mia Sol' })).status).toBe(200);
  const teenager = await comeIn();
  await send('POST', `/api/claims/${token}`, teenager.token);
  expect((await comeIn()).user.name).toBe('Mia Sol');
});

test('also where they had signed up without saying one', async () => {
  const { body } = await identity('signUp', {
    email: recipient,
    password: PASSWORD,
    returnSecureToken: true,
  });
  expect((await send('POST', '/api/users', body.idToken, { email: recipient })).body.data.name).toBe(
    'No name yet',
  );
  await school.db
    .updateTable('identity_accounts' as never)
    .set({ emailverified: 1 } as never)
    .where('email' as never, '=', recipient as never)
    .execute();
  await ask('takeover');
  const token = await tokenFor(school, recipient);
  const teenager = await comeIn();
  expect((await send('POST', `/api/claims/${token}`, teenager.token)).status).toBe(200);
  expect((await comeIn()).user.name).toBe('Mia Sol');
  expect((await send('GET', '/api/learners', teenager.token)).body).toMatchObject([
    { _id: learnerid, self: true, learnername: 'Mia Sol' },
  ]);
});
