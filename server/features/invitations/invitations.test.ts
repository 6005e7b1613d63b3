import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { LINK_MS } from '#contract/mailed-links.ts';
import type { IdentityDb } from '#embedded/identity/tables.ts';
import { tokenFor } from '#tests/support/families.ts';
import { letLeave } from '#tests/support/leaving.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { openAccounts, opens } from '#tests/support/thief.ts';
import { addLesson } from '#tests/support/timetable.ts';

/* Who is asked by mail to run the school: what admins see, what the link does, and how it ends. */

const PASSWORD = 'Practice!1';
const DAY_MS = 24 * 60 * 60_000;

let school: TestSchool;
let accounts: ReturnType<typeof openAccounts>;
let admin: Person;
let email: string;
let people = 0;

beforeAll(async () => {
  school = await openTestSchool();
  accounts = openAccounts(school);
  // The only admin cannot stop being one.
  await school.signIn('admin');
});
beforeEach(async () => {
  admin = await school.signIn('admin');
  email = `ida${++people}@mail.example`;
});
afterAll(() => school.close({ typed: ['Ida Quill'] }));

type Sent = { role?: string; to?: string; by?: Person; classids?: string[] };

const invite = ({ role = 'instructor', to = email, by = admin, ...more }: Sent = {}) =>
  by.call('POST', '/invitations', { name: 'Ida Quill', email: to, role, ...more });

/** Invites, and gives the token in the mail. */
async function mailed(sent: Sent = {}): Promise<string> {
  // Rows are in order by their moments.
  school.clock.now += 1000;
  expect((await invite(sent)).status).toBe(200);
  const to = sent.to ?? email;
  const token = (await tokenFor(school, to, 'invitation')) ?? '';
  const waiting = school.db.selectFrom('mails').select('_id').where('recipient', '=', to);
  // A busy machine takes longer than a worker waits.
  const isSent = async () => {
    await school.work();
    return (await waiting.where('sentat', 'is', null).execute()).length === 0;
  };
  await vi.waitUntil(isSent, { timeout: 30_000 });
  return token;
}

async function send(method: 'GET' | 'POST', url: string, token?: string, payload?: object) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await school.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}
const read = (token: string, as?: string) => send('GET', `/api/invitations/${token}`, as);
const accept = (token: string, as?: string, answer: object = {}) =>
  send('POST', `/api/invitations/${token}`, as, answer);
const open = (token: string, answer: object = {}) =>
  accept(token, undefined, { password: PASSWORD, ...answer });

/** The open invitations of one test. */
const list = async () =>
  (await admin.call('GET', '/invitations')).body.filter((one: { email: string }) =>
    one.email.endsWith(email),
  );
const roleOf = async (address = email) =>
  (await school.db.selectFrom('users').selectAll().where('email', '=', address).executeTakeFirst())?.role;
const kindsTo = async (address: string) =>
  (
    await school.db
      .selectFrom('mails')
      .select('kind')
      .where('recipient', '=', address)
      .orderBy('_id')
      .execute()
  )
    .map(({ kind }) => kind)
    .sort();

async function actionsOf(by: Person) {
  const lines = school.db.selectFrom('changes').select(['action', 'after', 'actorid']).orderBy('_id');
  return (await lines.execute())
    .filter(({ actorid, action }) => actorid === by.user._id || action === 'invitation-accepted')
    .map(({ action }) => action);
}

test.each([
  ['instructor', '/instructor/all'],
  ['office', undefined],
  ['admin', undefined],
])('someone new becomes %s by one mail, on another device than the one that invited', async (role, page) => {
  const token = await mailed({ role });
  expect(await list()).toMatchObject([{ name: 'Ida Quill', email, role, byname: admin.user.name }]);
  expect(JSON.stringify(await list())).not.toContain(token);
  expect((await read(token)).body).toMatchObject({
    name: 'Ida Quill',
    role,
    email,
    byname: admin.user.name,
    step: 'password',
    classnames: [],
  });
  // Nothing of them is public, and no account is there.
  expect(await roleOf()).toBeUndefined();
  if (page) expect(JSON.stringify((await send('GET', `/api${page}`)).body)).not.toContain(email);

  expect(await open(token)).toEqual({ status: 200, body: { result: 'accepted', role } });
  expect(await roleOf()).toBe(role);
  expect(await list()).toEqual([]);
  const browser = await accounts.signIn(email);
  expect((await send('GET', '/api/account/sessions', browser.token)).status).toBe(200);
  if (page) expect(JSON.stringify((await send('GET', `/api${page}`)).body)).toContain(email);
  // No mail to prove the address: what follows says what the role opens.
  expect(await kindsTo(email)).toEqual(['invitation', 'role-changed']);
  expect(await kindsTo(admin.email)).toEqual(['invitation-accepted', 'invitation-sent']);
  expect((await open(token)).body.code).toBe('claim-accepted');
});

test('the person is registered under the name that they say, with a proved address', async () => {
  const token = await mailed();
  expect((await open(token, { name: 'Ida Q.' })).status).toBe(200);
  expect(
    await school.db
      .selectFrom('users')
      .select(['name', 'emailverified', 'listed'])
      .where('email', '=', email)
      .executeTakeFirst(),
  ).toEqual({ name: 'Ida Q.', emailverified: 1, listed: 1 });
});

test('a proved account signs in to accept; the link never sets its password, and the role begins at once', async () => {
  const known = await school.signIn('student');
  const token = await mailed({ to: known.email });
  expect((await read(token)).body.step).toBe('sign-in');
  expect((await open(token)).body.code).toBe('claim-sign-in');
  expect((await accept(token)).body.code).toBe('unauthenticated');
  expect((await read(token, known.token)).body.step).toBe('accept');
  expect((await accept(token, known.token)).body).toEqual({ result: 'accepted', role: 'instructor' });
  expect((await known.call('GET', `/teaching/${known.email}`)).status).not.toBe(403);
  expect(await roleOf(known.email)).toBe('instructor');
});

test('who stood there unproved loses the account with all that was set up in it, before the role begins', async () => {
  const stranger = await accounts.signIn(email, { call: 'signUp', password: 'Stranger!1' });
  const calendar = await accounts.post('/api/account/calendar', {}, stranger.token);
  await school.db.updateTable('users').set({ photoURL: '/art/x.webp' }).where('email', '=', email).execute();
  const token = await mailed({ role: 'admin' });
  // The link is read alike in a browser where the unproved account is signed in, which cannot accept it.
  expect((await read(token, stranger.token)).body.step).toBe('password');
  expect((await accept(token, stranger.token)).body.code).toBe('email-not-verified');
  expect((await open(token)).status).toBe(200);
  expect(await opens(school, stranger.token)).toBe(false);
  expect((await accounts.renew(stranger.refreshToken)).status).toBe(400);
  expect((await accounts.accounts('signInWithPassword', { email, password: 'Stranger!1' })).status).toBe(400);
  expect((await school.app.inject(new URL(calendar.body.url).pathname)).statusCode).toBe(404);
  const user = school.db.selectFrom('users').selectAll().where('email', '=', email);
  expect(await user.executeTakeFirst()).toMatchObject({ role: 'admin', photoURL: null, name: 'Ida Quill' });
  expect(await opens(school, (await accounts.signIn(email)).token)).toBe(true);
});

test('a link that was forwarded opens nothing for who is signed in as someone else', async () => {
  const token = await mailed();
  const other = await school.signIn('student');
  expect((await read(token, other.token)).body.code).toBe('claim-other-address');
  expect((await accept(token, other.token, { password: PASSWORD })).body.code).toBe('claim-other-address');
  expect((await read('nonsense')).body.code).toBe('claim-not-found');
});

test('a link that has run out, was replaced or withdrawn says so, and gives nothing', async () => {
  const first = await mailed();
  const token = await mailed();
  for (const call of [read, open]) expect((await call(first)).body.code).toBe('claim-replaced');
  const [{ _id }] = await list();
  school.clock.now += 1000;
  const { body } = await admin.call('POST', `/invitations/${_id}/again`);
  const again = (await tokenFor(school, email, 'invitation')) ?? '';
  for (const call of [read, open]) expect((await call(token)).body.code).toBe('claim-replaced');
  expect(await list()).toMatchObject([{ _id: body.insertedId, name: 'Ida Quill' }]);

  expect((await admin.call('DELETE', `/invitations/${body.insertedId}`)).status).toBe(200);
  expect((await admin.call('DELETE', `/invitations/${body.insertedId}`)).body.code).toBe(
    'invitation-not-found',
  );
  expect((await admin.call('POST', `/invitations/${body.insertedId}/again`)).body.code).toBe(
    'invitation-not-found',
  );
  for (const call of [read, open]) expect((await call(again)).body.code).toBe('claim-withdrawn');
  expect(await list()).toEqual([]);

  const late = await mailed();
  const { now } = school.clock;
  school.clock.now += LINK_MS;
  for (const call of [read, open]) expect((await call(late)).body.code).toBe('claim-expired');
  expect(await list()).toEqual([]);
  school.clock.now = now + LINK_MS + 31 * DAY_MS;
  await school.work();
  expect((await read(late)).body.code).toBe('claim-not-found');
  school.clock.now = now;
  expect(await roleOf()).toBeUndefined();
});

test('a mail that was not sent yet goes with its invitation', async () => {
  await invite();
  expect(await kindsTo(email)).toEqual(['invitation']);
  const [{ _id }] = await list();
  await admin.call('DELETE', `/invitations/${_id}`);
  expect(await kindsTo(email)).toEqual([]);
});

test('a role that an admin gives or takes meanwhile ends what was asked before', async () => {
  const known = await school.signIn('student');
  const token = await mailed({ to: known.email, role: 'office' });
  await admin.call('PATCH', `/users/office/${known.user._id}`);
  expect((await invite({ to: known.email, role: 'office' })).body.code).toBe('account-has-role');
  expect((await invite({ to: admin.email, role: 'instructor' })).body.code).toBe('account-has-role');
  await admin.call('PATCH', `/users/student/${known.user._id}`);
  expect((await accept(token, known.token)).body.code).toBe('claim-withdrawn');
  expect(await roleOf(known.email)).toBe('student');
});

test('with the rights of the admin who invited, or their account, what they asked ends', async () => {
  const other = await school.signIn('admin');
  const token = await mailed({ by: other });
  await admin.call('PATCH', `/users/student/${other.user._id}`);
  expect((await open(token)).body.code).toBe('claim-withdrawn');
  await admin.call('PATCH', `/users/admin/${other.user._id}`);
  expect((await open(token)).body.code).toBe('claim-withdrawn');

  const again = await mailed({ by: other });
  const identities = school.db as unknown as IdentityDb;
  await identities
    .updateTable('identity_accounts')
    .set({ disabled: 1 })
    .where('email', '=', other.email)
    .execute();
  for (const call of [read, open]) expect((await call(again)).body.code).toBe('claim-withdrawn');
  expect(await roleOf()).toBeUndefined();
});

test('admins alone invite, and who gives rights has signed in lately', async () => {
  for (const role of ['office', 'instructor', 'student'] as const) {
    const other = await school.signIn(role);
    for (const answer of [await invite({ by: other }), await other.call('GET', '/invitations')])
      expect(answer.status).toBe(403);
  }
  await mailed();
  const [{ _id }] = await list();
  const token = await admin.issue();
  school.clock.now += 11 * 60_000;
  const late = await admin.issue();
  expect(token).not.toBe(late);
  for (const [url, body] of [
    ['/api/invitations', { name: 'Ida Quill', email, role: 'admin' }],
    [`/api/invitations/${_id}/again`, {}],
  ] as const)
    expect((await send('POST', url, late, body)).body.code).toBe('sign-in-too-old');
});

test('one address gets four a day, and who sends more than a school has teachers waits until the next', async () => {
  const strict = await openTestSchool({ env: { RATE_LIMIT_FACTOR: '1' } });
  const head = await strict.signIn('admin');
  const ask = (to: string) =>
    head.call('POST', '/invitations', { name: 'Ida Quill', email: to, role: 'instructor' });
  for (let sent = 0; sent < 4; sent++) expect((await ask(email)).status).toBe(200);
  const refused = await ask(email);
  expect(refused.body.code).toBe('too-many-requests');
  expect(Number(refused.headers['retry-after'])).toBe(DAY_MS / 1000);
  const [{ _id }] = (await head.call('GET', '/invitations')).body;
  expect((await head.call('POST', `/invitations/${_id}/again`)).status).toBe(429);
  for (let sent = 4; sent < 60; sent++) expect((await ask(`many${sent}@mail.example`)).status).toBe(200);
  expect((await ask('one-too-many@mail.example')).status).toBe(429);
  strict.clock.now += DAY_MS;
  expect((await ask(email)).status).toBe(200);
  await strict.close({ typed: ['Ida Quill'] });
});

test('classes go to an instructor once they accept, and are named with them to admins alone until then', async () => {
  const one = await school.addClass({ classname: 'Oboe' });
  const other = await school.addClass({ classname: 'Bassoon' });
  const gone = await school.addClass({ classname: 'Shawm' });
  await addLesson(school.db, { classid: one._id, day: '2026-12-01' });
  const classids = [one._id, other._id, gone._id];
  expect((await invite({ classids: ['unknown'] })).body.code).toBe('class-not-found');
  expect((await invite({ classids, role: 'office' })).body.errors).toMatchObject([{ field: 'classids' }]);
  const token = await mailed({ classids });
  expect((await list())[0].classes.map(({ classname }: { classname: string }) => classname)).toEqual([
    'Oboe',
    'Bassoon',
    'Shawm',
  ]);
  expect((await send('GET', `/api/class/${one._id}`)).body.instructorname).toBe('Clara Test');
  await admin.call('DELETE', `/delete/${gone._id}`);
  expect((await read(token)).body.classnames).toEqual(['Oboe', 'Bassoon']);
  expect((await open(token)).status).toBe(200);
  for (const { _id } of [one, other])
    expect((await send('GET', `/api/class/${_id}`)).body.instructorname).toBe('Ida Quill');
  const { _id: teacherid } = await school.db
    .selectFrom('users')
    .select('_id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const lessons = school.db.selectFrom('lessons').select('teacherid').where('classid', '=', one._id);
  expect(await lessons.execute()).toEqual([{ teacherid }]);
  expect(await actionsOf(admin)).toEqual(expect.arrayContaining(['invited', 'invitation-accepted', 'role']));
});

test('a class that clashes with another stays, and the admin who invited is mailed', async () => {
  const one = await school.addClass({ classname: 'Oboe' });
  const other = await school.addClass({ classname: 'Bassoon', instructorname: 'Otto Test' });
  await addLesson(school.db, { classid: one._id, day: '2026-12-02' });
  await addLesson(school.db, { classid: other._id, day: '2026-12-02' });
  expect((await open(await mailed({ classids: [one._id, other._id] }))).status).toBe(200);
  expect((await send('GET', `/api/class/${one._id}`)).body.instructorname).toBe('Ida Quill');
  expect((await send('GET', `/api/class/${other._id}`)).body.instructorname).toBe('Otto Test');
  const mails = school.db.selectFrom('mails').select('letter').where('kind', '=', 'invitation-accepted');
  const mail = await mails.where('recipient', '=', admin.email).executeTakeFirst();
  expect(mail?.letter).toContain('Bassoon');
  expect(mail?.letter).not.toContain('Oboe');
});

test('the texts of the school are agreed to, or the account stays as it is', async () => {
  await school.db
    .insertInto('texts')
    .values({ slug: 'privacy', version: 3, markdown: 'Ours.', authorid: null, updatedat: school.clock.now })
    .execute();
  const token = await mailed();
  for (const agrees of [[], [{ slug: 'privacy', version: 2 }]])
    expect((await open(token, { agrees })).body.code).toBe('consent-required');
  expect((await read(token)).body.step).toBe('password');
  expect((await open(token, { agrees: [{ slug: 'privacy', version: 3 }] })).status).toBe(200);
  const consents = school.db
    .selectFrom('consents')
    .innerJoin('users', 'users._id', 'consents.userid')
    .select(['slug', 'version'])
    .where('email', '=', email);
  expect(await consents.execute()).toEqual([{ slug: 'privacy', version: 3 }]);
  await school.db.deleteFrom('texts').execute();
});

test('of two who accept at once one does, and a withdrawal is before or after', async () => {
  const token = await mailed();
  const both = await Promise.all([open(token, { password: 'First-One!1' }), open(token)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);

  const known = await school.signIn('student');
  email = known.email;
  const link = await mailed();
  const [{ _id }] = await list();
  const [accepted, again, withdrawn] = await Promise.all([
    accept(link, known.token),
    accept(link, known.token),
    admin.call('DELETE', `/invitations/${_id}`),
  ]);
  const given = [accepted.status, again.status].filter((status) => status === 200).length;
  expect(given + (withdrawn.status === 200 ? 1 : 0)).toBe(1);
  expect(await roleOf(known.email)).toBe(given === 1 ? 'instructor' : 'student');
});

test('a thief who invites himself: the recovery ends it, and lists the role where he was faster', async () => {
  const owner = `owner${people}@mail.example`;
  await accounts.signIn(owner, { call: 'signUp' });
  const identities = school.db as unknown as IdentityDb;
  await identities
    .updateTable('identity_accounts')
    .set({ emailverified: 1 })
    .where('email', '=', owner)
    .execute();
  await school.db
    .updateTable('users')
    .set({ role: 'admin', emailverified: 1 })
    .where('email', '=', owner)
    .execute();
  const stolen = await accounts.signIn(owner);
  const ask = (to: string) =>
    accounts.post('/api/invitations', { name: 'Ida Quill', email: to, role: 'admin' }, stolen.token);
  expect((await ask(email)).status).toBe(200);
  expect((await ask(`second-${email}`)).status).toBe(200);
  // Every admin is mailed at once, the one whose account was stolen too.
  expect(await kindsTo(owner)).toContain('invitation-sent');
  expect(await kindsTo(admin.email)).toContain('invitation-sent');
  const [fast, slow] = [
    (await tokenFor(school, email, 'invitation')) ?? '',
    (await tokenFor(school, `second-${email}`, 'invitation')) ?? '',
  ];
  expect((await open(fast)).status).toBe(200);

  school.clock.now += 1000;
  await accounts.accounts('sendOobCode', { requestType: 'PASSWORD_RESET', email: owner });
  const oobCode = await accounts.mailedCode(owner);
  await accounts.accounts('resetPassword', { oobCode, newPassword: 'Reset-it!1' });
  for (const call of [read, open]) expect((await call(slow)).body.code).toBe('claim-withdrawn');
  const again = await accounts.signIn(owner, { password: 'Reset-it!1' });
  const { recovered, goeson } = (await send('GET', '/api/account/recovery', again.token)).body;
  expect(recovered.ended).toMatchObject([{ kind: 'invitation', detail: `second-${email}` }]);
  expect(goeson).toMatchObject([{ kind: 'role', detail: email }]);
  const given = await accounts.post(`/api/account/recovery/role/${goeson[0].id}`, {}, again.token, 'DELETE');
  expect(given.status).toBe(200);
  expect(await roleOf()).toBe('student');
});

test('the log names who is invited as long as the school keeps it, and who accepted', async () => {
  const lines = async () =>
    (await admin.call('GET', '/changes?about=user')).body.items
      .filter(({ actorname }: { actorname: string }) => [admin.user.name, 'Ida Log'].includes(actorname))
      .map(({ action, subjectname, after }: Record<string, string>) => [action, subjectname, after]);
  const token = await mailed({ role: 'office' });
  expect(await lines()).toEqual([['invited', 'Ida Quill', 'office']]);
  await open(token, { name: 'Ida Log' });
  expect(await lines()).toContainEqual(['invitation-accepted', 'Ida Log', 'office']);
  const kept = school.db.selectFrom('changes').select('subjectname').where('action', '=', 'invited');
  expect(new Set((await kept.execute()).map(({ subjectname }) => subjectname))).toEqual(
    new Set(['someone who was invited']),
  );
});

test('the mail is in the language of who reads it', async () => {
  const known = await school.signIn('student');
  await school.db.updateTable('users').set({ language: 'de' }).where('_id', '=', known.user._id).execute();
  await school.db
    .updateTable('school')
    .set({ languages: JSON.stringify(['fr', 'de']) })
    .execute();
  school.changed(['school']);
  await invite({ to: known.email });
  await invite();
  const textTo = async (to: string) => (await mailsOf(school, to)).at(-1)?.text;
  expect(await textTo(known.email)).toContain('lädt Sie ein, bei');
  expect(await textTo(email)).toContain('vous invite à enseigner');
});

test('the invitation of an account that is deleted goes with it, and so does what an admin asked', async () => {
  const known = await accounts.signIn(email, { call: 'signUp' });
  await mailed();
  const other = await school.signIn('admin');
  const theirs = await mailed({ by: other, to: `second-${email}` });
  expect((await accounts.post('/api/account', {}, known.idToken, 'DELETE')).status).toBe(200);
  await school.db
    .updateTable('users')
    .set({ leaveaskedat: school.clock.now, leavesat: school.clock.now })
    .where('_id', '=', other.user._id)
    .execute();
  expect((await read(theirs)).body.code).toBe('claim-withdrawn');
  await letLeave(school);
  const left = school.db.selectFrom('invitations').select('_id').where('email', 'like', `%${email}`);
  expect(await left.execute()).toEqual([]);
});
