import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bodyToSend } from '#tests/support/form-body.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/*
 * A stranger has signed up with a mother's address and proved nothing. The office takes the account for hers.
 */

const PASSWORD = 'Practice!1';
const COLUMNS = {
  email: 'Email',
  parentname: 'Parent',
  firstname: 'First name',
  lastname: 'Last name',
  born: 'Born',
  note: 'Note',
};
const SECRETS = /Rui|2015-04-03|Nut allergy|Oboe/;

let school: TestSchool;
let admin: Person;
let mother: string;
let own: string;
let walks = 0;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
afterAll(() => school.close());
beforeEach(async () => {
  // Children who are alike are for an admin to decide on.
  await school.db.updateTable('learners').set({ born: null }).where('born', 'is not', null).execute();
  walks += 1;
  mother = `mother${walks}@home.example`;
  own = `stranger${walks}@mail.example`;
});

async function send(method: 'GET' | 'POST', url: string, token?: unknown, payload?: object) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await school.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}
const identity = async (call: string, payload: object) => {
  const { apiKey } = school.config.identity;
  const url = `/identitytoolkit.googleapis.com/v1/accounts:${call}?key=${apiKey}`;
  return (await send('POST', url, undefined, payload)).body;
};

/** What following the mailed link does. */
const prove = (email: string) =>
  school.db
    .updateTable('identity_accounts' as never)
    .set({ emailverified: 1 } as never)
    .where('email' as never, '=', email as never)
    .execute();

/** What a hosted identity service may be told, which then asks the new mailbox nothing. */
const moveUnproved = (from: string, to: string) =>
  school.db
    .updateTable('identity_accounts' as never)
    .set({ email: to, emailverified: 0 } as never)
    .where('email' as never, '=', from as never)
    .execute();

type CameIn = { idToken: string; user: { _id: string }; token: string };

/** Signs up or in as a browser does. */
async function comeIn(call: 'signUp' | 'signInWithPassword', email: string): Promise<CameIn> {
  const { idToken } = await identity(call, { email, password: PASSWORD, returnSecureToken: true });
  const user = await send('POST', '/api/users', idToken, { email });
  const { body } = await send('POST', '/api/jwt', idToken, { email });
  return { idToken, user: user.body.data, token: body.token };
}

async function moveTo(email: string, from: CameIn): Promise<CameIn> {
  await identity('update', { idToken: from.idToken, email });
  await prove(email);
  return comeIn('signInWithPassword', email);
}

/** What the holder of this token is shown of others. */
async function shownTo(email: string, token: string): Promise<string> {
  const paths = [
    ...['/account/data', '/learners', '/guardians', '/account/erasure'],
    ...['enrolledclasses', 'selectedclass', 'waitlist', 'standings'].map((list) => `/${list}/${email}`),
  ];
  const answers = await Promise.all(paths.map((path) => send('GET', `/api${path}`, token)));
  return JSON.stringify(answers.map(({ body }) => body));
}

async function imports(email: string) {
  const lines = ['Email,Parent,First name,Last name,Born,Note', `${email},,Rui,Costa,2015-04-03,Nut allergy`];
  const file = new File([lines.join('\n')], 'families.csv');
  const answer = await school.app.inject({
    method: 'POST',
    url: '/api/imports',
    headers: { authorization: `Bearer ${await admin.issue()}` },
    payload: bodyToSend({ file, columns: JSON.stringify({ ...COLUMNS }) }),
  });
  return answer.json();
}

const learnerOf = async (userid: string) =>
  (
    await school.db
      .selectFrom('learners')
      .select('_id')
      .where('userid', '=', userid)
      .where('self', '=', 1)
      .executeTakeFirstOrThrow()
  )._id;
const enrol = async (userid: string) => {
  const { _id: classid } = await school.addClass({ classname: 'Oboe' });
  return admin.call('POST', '/enrolments', { learnerid: await learnerOf(userid), classid, pay: 'cash' });
};
const merge = (keep: string, drop: string) => admin.call('POST', '/families/merge', { keep, drop });
const addChild = async (person: Person) => {
  const child = { firstname: 'Rui', lastname: 'Costa', born: '2015-04-03', note: 'Nut allergy' };
  return (await person.call('POST', '/learners', child)).body.insertedId as string;
};

test('an import gives them no child; once the address is proved it does', async () => {
  const stranger = await comeIn('signUp', mother);
  const told = await imports(mother);
  expect(told).toMatchObject({ counts: { new: 0, doubtful: 1 }, rows: [{ column: 'Email' }] });
  expect(told.rows[0].sentence).toContain('has not confirmed it');
  const moved = await moveTo(own, stranger);
  expect(await shownTo(own, moved.token)).not.toMatch(SECRETS);

  await comeIn('signUp', mother);
  await prove(mother);
  const proved = await comeIn('signInWithPassword', mother);
  expect(await imports(mother)).toMatchObject({ counts: { new: 1 } });
  expect(await shownTo(mother, proved.token)).toMatch(SECRETS);
});

test('nor does one while they have moved on to her address and the school was told just that', async () => {
  await comeIn('signUp', own);
  await prove(own);
  const stranger = await comeIn('signInWithPassword', own);
  await moveUnproved(own, mother);
  const { idToken } = await identity('signInWithPassword', { email: mother, password: PASSWORD });
  expect((await send('POST', '/api/users', idToken, { email: mother })).status).toBe(200);
  expect(await imports(mother)).toMatchObject({ counts: { new: 0, doubtful: 1 } });
  expect(await enrol(stranger.user._id)).toMatchObject({ body: { code: 'address-unproved' } });
});

test('a place by hand is refused until the address is proved', async () => {
  const stranger = await comeIn('signUp', mother);
  expect(await enrol(stranger.user._id)).toMatchObject({ status: 409, body: { code: 'address-unproved' } });
  await prove(mother);
  await comeIn('signInWithPassword', mother);
  expect((await enrol(stranger.user._id)).status).toBe(200);
});

test('a merge of families gives them nothing, nor one of two children', async () => {
  const stranger = await comeIn('signUp', mother);
  const theirs = await send('POST', '/api/learners', stranger.token, { firstname: 'R', lastname: 'C' });
  const family = await school.signIn('student');
  const child = await addChild(family);
  const refused = { status: 409, body: { code: 'address-unproved' } };
  await school.db.updateTable('users').set({ emailverified: 0 }).where('_id', '=', family.user._id).execute();
  expect(await merge(stranger.user._id, family.user._id)).toMatchObject(refused);
  await prove(mother);
  await school.db.updateTable('users').set({ emailverified: 1 }).where('_id', '=', family.user._id).execute();
  expect(await merge(theirs.body.insertedId, child)).toMatchObject(refused);
  expect(await merge(child, theirs.body.insertedId)).toMatchObject(refused);
  expect(await shownTo(mother, stranger.token)).not.toMatch(SECRETS);

  const proved = await comeIn('signInWithPassword', mother);
  expect((await merge(proved.user._id, family.user._id)).status).toBe(200);
  expect(await shownTo(mother, proved.token)).toMatch(SECRETS);
});

test('what others gave an account before it was asked for does not follow them to another address', async () => {
  const given: ((userid: string) => Promise<unknown>)[] = [
    (userid) =>
      school.db
        .insertInto('learners')
        .values({
          _id: `imported-${walks}`,
          userid,
          self: 0,
          firstname: 'Rui',
          lastname: 'Costa',
          importid: 'old',
          leftat: null,
          createdat: 0,
        })
        .execute(),
    enrol,
    async (userid) => merge(userid, (await school.signIn('student')).user._id),
  ];
  for (const [at, give] of given.entries()) {
    const [hers, theirs] = [`${at}${mother}`, `${at}${own}`];
    const stranger = await comeIn('signUp', hers);
    const prior = { emailverified: 1 as const };
    await school.db.updateTable('users').set(prior).where('email', '=', hers).execute();
    await give(stranger.user._id);
    await school.db.updateTable('users').set({ emailverified: 0 }).where('email', '=', hers).execute();
    const moved = await moveTo(theirs, stranger);
    expect(moved.user._id).not.toBe(stranger.user._id);
    expect(await shownTo(theirs, moved.token)).not.toMatch(SECRETS);
    // The account is without an owner, and the address alone does not give it.
    const next = await identity('signUp', { email: hers, password: PASSWORD, returnSecureToken: true });
    expect(await send('POST', '/api/users', next.idToken, { email: hers })).toMatchObject({
      body: { code: 'email-not-verified' },
    });
  }
});

test('what they entered themselves follows them, and so does a family whose mailbox was proved once', async () => {
  const stranger = await comeIn('signUp', mother);
  await send('POST', '/api/learners', stranger.token, { firstname: 'Ida', lastname: 'C' });
  const moved = await moveTo(own, stranger);
  expect(moved.user._id).toBe(stranger.user._id);
  expect((await send('GET', '/api/learners', moved.token)).body).toHaveLength(2);

  await comeIn('signUp', mother);
  await prove(mother);
  const parent = await comeIn('signInWithPassword', mother);
  await imports(mother);
  await moveUnproved(mother, `typo-${mother}`);
  const mistyped = await comeIn('signInWithPassword', `typo-${mother}`);
  expect(mistyped.user._id).toBe(parent.user._id);
  const right = await moveTo(`right-${mother}`, mistyped);
  expect(right.user._id).toBe(parent.user._id);
  expect(await shownTo(`right-${mother}`, right.token)).toMatch(SECRETS);
});
