import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bodyToSend } from '#tests/support/form-body.ts';
import { letLeave } from '#tests/support/leaving.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/*
 * Somebody signs up with an address that the school has typed into a list, and has not proved that it is
 * theirs.
 */

const PASSWORD = 'Practice!1';
const HEADINGS = ['Email', 'Parent', 'Phone', 'First name', 'Last name', 'Born', 'Note'];
const COLUMNS = {
  email: 'Email',
  parentname: 'Parent',
  phone: 'Phone',
  firstname: 'First name',
  lastname: 'Last name',
  born: 'Born',
  note: 'Note',
};
const SECRETS = /Costa|Rui|\+351 555|1980-01-02|2015-04-03|Hears little|Nut allergy|Oboe/;

let school: TestSchool;
let admin: Person;
let email: string;
let places: string[];
let families = 0;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

/** A mother who takes a class herself and her son, with a place each, of which one has ended. */
beforeEach(async () => {
  // Children who are alike are for an admin to decide on.
  await school.db.updateTable('learners').set({ born: null }).where('born', 'is not', null).execute();
  families += 1;
  email = `family${families}@home.example`;
  const lines = [
    HEADINGS.join(),
    `${email},Ana Costa,+351 555,Ana,Costa,1980-01-02,Hears little`,
    `${email},Ana Costa,+351 555,Rui,Costa,2015-04-03,Nut allergy`,
  ];
  const answer = await school.app.inject({
    method: 'POST',
    url: '/api/imports',
    headers: { authorization: `Bearer ${await admin.issue()}` },
    payload: bodyToSend({
      file: new File([lines.join('\n')], 'families.csv'),
      columns: JSON.stringify(COLUMNS),
    }),
  });
  expect(answer.json()).toMatchObject({ counts: { new: 2 } });
  const learners = await school.db
    .selectFrom('learners')
    .innerJoin('users', 'users._id', 'learners.userid')
    .select('learners._id')
    .where('users.email', '=', email)
    .execute();
  places = [];
  for (const { _id: learnerid } of learners) {
    const { _id: classid } = await school.addClass({ classname: 'Oboe' });
    const { body } = await admin.call('POST', '/enrolments', { learnerid, classid, pay: 'cash' });
    places.push(body.insertedId);
  }
  await admin.call('POST', `/enrolments/${places[0]}/cancel`);
});

async function send(method: 'GET' | 'POST' | 'DELETE', url: string, token?: unknown, payload?: object) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await school.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}
const identity = async (call: string, payload: object) => {
  const { apiKey } = school.config.identity;
  const url = `/identitytoolkit.googleapis.com/v1/accounts:${call}?key=${apiKey}`;
  return (await send('POST', url, undefined, payload)).body;
};

/** Signs up or in as a browser does; gives what the school said, and a token for its calls. */
async function comeIn(call: 'signUp' | 'signInWithPassword', address = email) {
  const { idToken } = await identity(call, { email: address, password: PASSWORD, returnSecureToken: true });
  const user = await send('POST', '/api/users', idToken, { email: address });
  const { body } = await send('POST', '/api/jwt', idToken, { email: address });
  return { idToken, user: user.body, token: body.token };
}

/** What following the mailed link does. */
const prove = (address: string) =>
  school.db
    .updateTable('identity_accounts' as never)
    .set({ emailverified: 1 } as never)
    .where('email' as never, '=', address as never)
    .execute();

const namesOf = (learners: { learnername: string }[]) =>
  learners.map(({ learnername }) => learnername).sort();

test('is let in once they prove it, and not before', async () => {
  const { user, token } = await comeIn('signUp');
  expect([user.code, token]).toEqual(['email-not-verified', undefined]);
  await prove(email);
  const parent = await comeIn('signInWithPassword');
  expect(parent.user.data.name).toBe('Ana Costa');
});

test('however they came in, sees nothing of the family and ends nothing of it', async () => {
  const { localId: uid } = await identity('signUp', { email, password: PASSWORD, returnSecureToken: true });
  await school.db.updateTable('users').set({ uid, emailverified: 0 }).where('email', '=', email).execute();
  const { idToken, token } = await comeIn('signInWithPassword');
  const reads = [
    '/account/data',
    '/account/erasure',
    '/account/sessions',
    '/learners',
    '/guardians',
    ...['enrolledclasses', 'pastenrolments', 'selectedclass', 'waitlist', 'standings'].map(
      (list) => `/${list}/${email}`,
    ),
    `/enrolledclasses/${email}/page`,
    `/selectedclass/${email}/page`,
    ...places.map((id) => `/receipts/${id}`),
  ];
  for (const path of reads) {
    // What the account itself is called it is told.
    const { profile: _, ...body } = (await send('GET', `/api${path}`, token)).body;
    expect(JSON.stringify(body), path).not.toMatch(SECRETS);
    for (const id of places) expect(JSON.stringify(body), path).not.toContain(id);
  }
  for (const id of places)
    expect((await send('POST', `/api/enrolments/${id}/cancel`, token)).status).toBe(404);
  expect(await send('DELETE', '/api/account', idToken)).toMatchObject({
    status: 403,
    body: { code: 'email-not-verified' },
  });

  await prove(email);
  const parent = await comeIn('signInWithPassword');
  expect((await send('GET', '/api/learners', parent.token)).body).toHaveLength(2);
  expect((await send('GET', '/api/account/data', parent.token)).body).toMatchObject({
    learners: [{ note: 'Hears little' }, { note: 'Nut allergy' }],
    payments: [{}, {}],
  });
  expect((await send('GET', `/api/receipts/${places[1]}`, parent.token)).status).toBe(200);
});

test('does not follow somebody who moves on to an address that they can prove', async () => {
  const { idToken } = await comeIn('signUp');
  const elsewhere = `stranger${families}@mail.example`;
  await identity('update', { idToken, email: elsewhere });
  await prove(elsewhere);
  const { user, token } = await comeIn('signInWithPassword', elsewhere);
  expect(user.data).toMatchObject({ email: elsewhere });
  expect((await send('GET', '/api/learners', token)).body).toHaveLength(1);
  expect(JSON.stringify((await send('GET', '/api/account/data', token)).body)).not.toMatch(SECRETS);

  await comeIn('signUp');
  await prove(email);
  const parent = await comeIn('signInWithPassword');
  expect(namesOf((await send('GET', '/api/learners', parent.token)).body)).toContain('Rui Costa');
});

test('is an account that somebody has asked to delete: it moves to no other address, and goes all the same', async () => {
  await comeIn('signUp');
  await prove(email);
  const parent = await comeIn('signInWithPassword');
  expect((await send('DELETE', '/api/account', parent.idToken)).body).toEqual({ deletedCount: 1 });
  const elsewhere = `left${families}@mail.example`;
  const set = (table: string, fields: object) =>
    school.db
      .updateTable(table as never)
      .set(fields as never)
      .where('email' as never, '=', email as never)
      .execute();
  await set('identity_accounts', { email: elsewhere, emailverified: 0 });
  school.clock.now += 1000;
  const { user } = await comeIn('signInWithPassword', elsewhere);
  expect(user.code).toBe('account-leaving');
  const isHere = async () =>
    (await school.db.selectFrom('users').select('email').where('email', '=', email).execute()).length;
  expect(await isHere()).toBe(1);
  // As one that had lost the proof of its address before that was refused.
  await set('users', { emailverified: 0 });
  const other = await school.signIn('student');
  await school.db
    .updateTable('users')
    .set({ leavesat: school.clock.now + 1 })
    .where('_id', '=', other.user._id)
    .execute();
  await letLeave(school);
  expect(await isHere()).toBe(0);
  expect(await school.db.selectFrom('users').where('_id', '=', other.user._id).selectAll().execute()).toEqual(
    [],
  );
});

test('is not taken along by who has another account and moves to that address: the change is undone, and the office merges', async () => {
  const before = `other${families}@mail.example`;
  await comeIn('signUp', before);
  await prove(before);
  const { user: known } = await comeIn('signInWithPassword', before);
  // What following the link of a mail does, there and back.
  const move = (from: string, to: string) =>
    school.db
      .updateTable('identity_accounts' as never)
      .set({ email: to } as never)
      .where('email' as never, '=', from as never)
      .execute();
  await move(before, email);
  const { user } = await comeIn('signInWithPassword');
  expect(user).toMatchObject({ code: 'account-taken', detail: expect.stringContaining('merge the two') });
  await move(email, before);
  const back = await comeIn('signInWithPassword', before);
  expect(back.user.data).toMatchObject({ _id: known.data._id, email: before });
  const { _id: drop } = await school.db
    .selectFrom('users')
    .select('_id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const merged = await admin.call('POST', '/families/merge', { keep: known.data._id, drop });
  expect(merged.status).toBe(200);
  expect(namesOf((await send('GET', '/api/learners', back.token)).body)).toContain('Rui Costa');
});
