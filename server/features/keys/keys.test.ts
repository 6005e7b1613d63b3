import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEYS_MAX, type NewApiKey } from '#contract/keys/calls.ts';
import { letLeave } from '#tests/support/leaving.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { openAccounts } from '#tests/support/thief.ts';

/*
 * Keys of the school's own programs: made by an admin, shown once, and good for nothing that was not chosen.
 * Which call a key may make is in the table of all calls.
 */

const MINUTE_MS = 60_000;

let school: TestSchool;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
afterAll(() => school.close({ typed: ['Theirs', 'Ours', 'Second'] }));

async function makeKey(by: Person = admin, name = 'Accounting'): Promise<NewApiKey> {
  // Lines of the log are told apart by their moments.
  school.clock.now += 1;
  const { status, body } = await by.call('POST', '/keys', { name, scopes: ['people', 'read'] });
  expect(status).toBe(200);
  return body;
}

async function ask(secret: string, url = '/api/users') {
  const answer = await school.app.inject({ url, headers: { authorization: `Bearer ${secret}` } });
  return { status: answer.statusCode, code: answer.statusCode < 400 ? undefined : answer.json().code };
}

const list = async () => (await admin.call('GET', '/keys')).body;
const keyInList = async ({ _id }: NewApiKey) =>
  (await list()).find((key: { _id: string }) => key._id === _id);
const newestLine = async () => (await admin.call('GET', '/changes?about=integration')).body.items[0];

test('what opens a key is shown once, and the school keeps its hash alone', async () => {
  const { secret, ...key } = await makeKey();
  expect(secret).toMatch(/^cad_[\w-]{43}$/);
  expect(key).toMatchObject({ name: 'Accounting', scopes: ['people', 'read'], madeby: admin.user.name });
  expect(key.prefix).toBe(secret.slice(0, 8));
  expect(await keyInList({ ...key, secret })).toEqual({ ...key, usedat: null });
  const rows = JSON.stringify(await school.db.selectFrom('apikeys').selectAll().execute());
  expect(rows).toContain(createHash('sha256').update(secret).digest('base64url'));
  expect(rows).not.toContain(secret.slice(8));
  expect(await newestLine()).toMatchObject({
    action: 'key-made',
    subjectname: 'Accounting',
    note: 'people, read',
  });
});

test('every admin is told of a new key by mail, without what opens it', async () => {
  const other = await school.signIn('admin');
  const { _id, secret } = await makeKey();
  const mails = await school.db.selectFrom('mails').selectAll().where('ref', '=', _id).execute();
  expect(mails.map(({ recipient }) => recipient)).toEqual(expect.arrayContaining([admin.email, other.email]));
  const [told] = (await mailsOf(school)).filter(({ ref }) => ref === _id);
  expect(told?.text).toContain(`${admin.user.name} made the API key “Accounting”`);
  expect(JSON.stringify(mails)).not.toContain(secret);
});

test('its last use is noted, once a minute at most, and by no call that it may not make', async () => {
  const key = await makeKey();
  expect(await ask(key.secret, '/api/money')).toEqual({ status: 403, code: 'key-forbidden' });
  expect((await keyInList(key)).usedat).toBeNull();
  const first = school.clock.now;
  expect((await ask(key.secret)).status).toBe(200);
  school.clock.now += MINUTE_MS - 1;
  await ask(key.secret);
  expect((await keyInList(key)).usedat).toBe(new Date(first).toISOString());
  school.clock.now += 1;
  await ask(key.secret);
  expect((await keyInList(key)).usedat).toBe(new Date(first + MINUTE_MS).toISOString());
});

test('a revoked key opens nothing from the next call on', async () => {
  const key = await makeKey();
  expect((await ask(key.secret)).status).toBe(200);
  school.clock.now += 1;
  expect((await admin.call('DELETE', `/keys/${key._id}`)).body).toEqual({ deletedCount: 1 });
  expect(await ask(key.secret)).toEqual({ status: 401, code: 'key-unknown' });
  expect(await newestLine()).toMatchObject({ action: 'key-revoked', actorname: admin.user.name });
  expect((await admin.call('DELETE', `/keys/${key._id}`)).status).toBe(404);
});

test('a key is nobody: no role is told, and what everyone may see it sees as everyone does', async () => {
  const { secret } = await makeKey();
  const pending = await school.addClass({ status: 'pending' });
  expect(await ask(secret, `/api/class/${pending._id}`)).toEqual({ status: 404, code: 'class-not-found' });
  const answer = await school.app.inject({
    url: '/api/users',
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(answer.headers).not.toHaveProperty('x-role');
  for (const url of ['/api/account/sessions', '/api/account/data', '/api/keys'])
    expect(await ask(secret, url)).toEqual({ status: 403, code: 'key-forbidden' });
});

test('with an admin’s rights the keys end that they made, and no others', async () => {
  const leaving = await school.signIn('admin');
  const [theirs, ours] = [await makeKey(leaving, 'Theirs'), await makeKey(admin, 'Ours')];
  school.clock.now += 1;
  await admin.call('PATCH', `/users/student/${leaving.user._id}`, { was: 'admin' });
  expect(await ask(theirs.secret)).toEqual({ status: 401, code: 'key-unknown' });
  expect((await ask(ours.secret)).status).toBe(200);
  expect(await newestLine()).toMatchObject({ action: 'key-revoked', subjectname: 'Theirs' });
  // Not even when they are one again.
  await admin.call('PATCH', `/users/admin/${leaving.user._id}`, { was: 'student' });
  expect((await ask(theirs.secret)).status).toBe(401);
});

test('with the account of an admin their keys end', async () => {
  const accounts = openAccounts(school);
  const { idToken, email } = await accounts.signIn('leaves@test.example', { call: 'signUp' });
  await school.db.updateTable('users').set({ role: 'admin' }).where('email', '=', email).execute();
  const user = await school.db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const leaving = await school.signInAs({ ...user, uid: user.uid ?? '' });
  const { secret } = await makeKey(leaving);
  expect((await ask(secret)).status).toBe(200);
  const erased = await school.app.inject({
    method: 'DELETE',
    url: '/api/account',
    headers: { authorization: `Bearer ${idToken}` },
  });
  expect(erased.statusCode).toBe(200);
  await letLeave(school);
  expect(await ask(secret)).toEqual({ status: 401, code: 'key-unknown' });
});

test('a key opens nothing while its owner’s account is being deleted, and goes on where the account is kept', async () => {
  const leaving = await school.signIn('admin');
  const { secret } = await makeKey(leaving);
  const leaves = (leavesat: number | null) =>
    school.db.updateTable('users').set({ leavesat }).where('_id', '=', leaving.user._id).execute();
  await leaves(school.clock.now + 7 * 24 * 60 * MINUTE_MS);
  expect(await ask(secret)).toEqual({ status: 401, code: 'key-unknown' });
  await leaves(null);
  expect((await ask(secret)).status).toBe(200);
});

test('a key has a name and something that it may read', async () => {
  for (const body of [
    { name: '', scopes: ['read'] },
    { name: 'Nothing', scopes: [] },
    { name: 'More', scopes: ['write'] },
  ])
    expect((await admin.call('POST', '/keys', body)).status).toBe(400);
});

test('a school has 30 keys at once', async () => {
  await school.db.deleteFrom('apikeys').execute();
  for (let n = 1; n <= KEYS_MAX; n++) await makeKey();
  const refused = await admin.call('POST', '/keys', { name: 'One more', scopes: ['read'] });
  expect(refused).toMatchObject({ status: 409, body: { code: 'too-many-keys' } });
});
