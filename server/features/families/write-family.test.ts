import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { signInUser } from '#server/features/users/sign-in-user.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let office: Person;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
  office = await school.signIn('office');
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

const RUI = { firstname: 'Rui', lastname: 'Costa', born: '2016-05-04', note: 'Nuts' };
const address = () => `family-${newId()}@desk.example`;
const add = async (family: object) => office.call('POST', '/families', { learners: [], ...family });
const added = async (family: object): Promise<string> => (await add(family)).body.insertedId;
const read = async (userid: string) => (await office.call('GET', `/families/${userid}`)).body;
const csv = async (path: string) => {
  const headers = { authorization: `Bearer ${admin.token}` };
  return (await school.app.inject({ url: `/api${path}`, headers })).body;
};
const change = (userid: string, body: object) => office.call('PUT', `/families/${userid}`, body);
const logOf = (userid: string) =>
  school.db.selectFrom('changes').selectAll().where('subjectid', '=', userid).orderBy('_id').execute();

describe('a family without an address', () => {
  test('is added with its children, is found, enrolled and charged, and gets no mail', async () => {
    const before = (await mailsOf(school)).length;
    const userid = await added({
      name: 'Ana Costa',
      phone: '+351 555 014 273',
      street: 'Rua do Sol 3',
      postcode: '1200-001',
      town: 'Lisboa',
      note: 'Pays in cash.',
      learners: [RUI, { firstname: 'Mia', lastname: 'Costa' }],
    });
    const family = await read(userid);
    expect(family).toMatchObject({
      user: {
        name: 'Ana Costa',
        email: null,
        phone: '+351 555 014 273',
        street: 'Rua do Sol 3',
        postcode: '1200-001',
        town: 'Lisboa',
        note: 'Pays in cash.',
        mayaddress: true,
      },
      learners: [{ self: true }, { learnername: 'Rui Costa', note: 'Nuts' }, { learnername: 'Mia Costa' }],
      mails: [],
    });
    expect((await office.call('GET', '/families/search?q=rui%20costa')).body.items).toMatchObject([
      { userid, email: null },
    ]);
    const { _id: classid } = await school.addClass();
    const learnerid = family.learners[1]._id;
    const enrolled = await office.call('POST', '/enrolments', { classid, learnerid, pay: 'due' });
    expect(enrolled.status).toBe(200);
    expect((await office.call('GET', '/families/owing')).body).toMatchObject([
      { userid, email: null, name: 'Ana Costa' },
    ]);
    expect((await admin.call('GET', `/rosters/${classid}`)).body.students).toMatchObject([{ email: null }]);
    expect(await csv(`/rosters/${classid}/csv`)).not.toContain('null');
    await office.call('PUT', `/enrolments/${enrolled.body.insertedId}/paid`, { kind: 'cash', key: 'a' });
    expect((await admin.call('GET', '/users')).body).toContainEqual(
      expect.objectContaining({ _id: userid, email: null }),
    );
    expect(await csv('/reports/users.csv')).not.toContain('null');
    expect((await mailsOf(school)).length).toBe(before);
  });

  test('gets an address later, which is invited, and is its owner’s once they prove it', async () => {
    const userid = await added({ name: 'Ben Ito', learners: [] });
    const wrong = address();
    const right = address();
    expect(await change(userid, { email: wrong })).toMatchObject({ status: 200 });
    expect(await mailsOf(school, wrong)).toMatchObject([{ kind: 'claim' }]);
    // Mistyped: the first link works no more.
    expect(await change(userid, { email: right, was: { email: wrong } })).toMatchObject({ status: 200 });
    expect(await mailsOf(school, wrong)).toEqual([]);
    expect(await mailsOf(school, right)).toMatchObject([{ kind: 'claim' }]);
    const claims = school.db.selectFrom('claims').select(['email', 'ended']).where('email', '=', wrong);
    expect(await claims.execute()).toEqual([{ email: wrong, ended: 'withdrawn' }]);
    await school.db.updateTable('users').set({ provedat: 1 }).where('_id', '=', userid).execute();
    const refused = { status: 409, body: { code: 'address-proved' } };
    expect(await change(userid, { email: address() })).toMatchObject(refused);
    expect(await change(userid, { email: null })).toMatchObject(refused);
    expect((await read(userid)).user).toMatchObject({ email: right, mayaddress: false });
  });

  test('is merged into one with an address, never the other way round', async () => {
    const userid = await added({ name: 'Walk In', town: 'Porto', note: 'Tall', learners: [RUI] });
    const owner = await school.signIn('student');
    const merge = (keep: string, drop: string) => admin.call('POST', '/families/merge', { keep, drop });
    expect(await merge(userid, owner.user._id)).toMatchObject({
      status: 409,
      body: { code: 'merge-unproved' },
    });
    expect(await merge(owner.user._id, userid)).toMatchObject({ status: 200 });
    expect(await read(owner.user._id)).toMatchObject({
      user: { town: 'Porto', note: 'Tall' },
      learners: [{ self: true }, { learnername: 'Rui Costa' }],
    });
  });
});

describe('the address of a family', () => {
  test('is refused where any account has it, also when two are added at once', async () => {
    const { email } = await school.signIn('student');
    const taken = { status: 409, body: { code: 'address-taken' } };
    expect(await add({ name: 'Ana', email })).toMatchObject(taken);
    const userid = await added({ name: 'Ana', learners: [] });
    expect(await change(userid, { email: email.toUpperCase() })).toMatchObject(taken);
    const both = address();
    const twice = await Promise.all([1, 2].map(() => add({ name: 'Ana', email: both })));
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    const users = school.db.selectFrom('users').select('_id').where('email', '=', both);
    expect(await users.execute()).toHaveLength(1);
  });

  test('gives nothing to a stranger who signs up with it unproved, and all to who proves it', async () => {
    const email = address();
    const userid = await added({ name: 'Ana Costa', email, learners: [RUI] });
    const signIn = (emailVerified: boolean) =>
      signInUser(school.db, {
        identity: {
          token: '',
          uid: 'uid-ana',
          email,
          emailVerified,
          authTime: school.clock.now,
          validSince: 0,
          name: null,
          picture: null,
          epoch: null,
          hasSecondFactor: false,
          isBySecondFactor: false,
        },
        profile: { email },
        adminEmail: undefined,
        changed: () => {},
        now: school.clock.now,
        rows: school.erasing.rows,
      });
    await expect(signIn(false)).rejects.toMatchObject({ code: 'email-not-verified' });
    expect(await signIn(true)).toMatchObject({ _id: userid, role: 'student' });
  });

  test.each(['instructor', 'office', 'admin'] as const)(
    'of an account of the school (%s) stays',
    async (role) => {
      const { user } = await school.signIn(role);
      const refused = { status: 409, body: { code: 'address-proved' } };
      expect(await change(user._id, { email: address() })).toMatchObject(refused);
      expect(await change(user._id, { name: 'Someone Else' })).toMatchObject(refused);
      expect(await change(user._id, { phone: '+351 555 014 273' })).toMatchObject({ status: 200 });
    },
  );
});

test('every change stands in the log and is mailed to an owner who has proved the address', async () => {
  const { user, email } = await school.signIn('student');
  school.clock.now += 1000;
  await change(user._id, { note: 'Sings.', town: 'Lisboa' });
  school.clock.now += 1000;
  const { insertedId } = (await office.call('POST', `/families/${user._id}/learners`, RUI)).body;
  school.clock.now += 1000;
  await office.call('PUT', `/families/${user._id}/learners/${insertedId}`, { lastname: 'Sol', note: 'Nuts' });
  expect(await logOf(user._id)).toMatchObject([
    { about: 'family', action: 'updated', note: 'town, note', actorid: office.user._id },
    { about: 'family', action: 'added', note: 'child', learnerid: insertedId },
    { about: 'family', action: 'updated', note: 'lastname', learnerid: insertedId },
  ]);
  expect((await mailsOf(school, email)).map(({ kind }) => kind)).toEqual(Array(3).fill('family-changed'));
  // The same again is no change.
  await change(user._id, { note: 'Sings.' });
  expect(await logOf(user._id)).toHaveLength(3);
  expect((await read(user._id)).learners[1]).toMatchObject({ learnername: 'Rui Sol', born: '2016-05-04' });
});

test('of two who change a family or a child the second is told', async () => {
  const userid = await added({ name: 'Ana', learners: [RUI] });
  const child = (await read(userid)).learners[1]._id;
  const refused = { status: 409, body: { code: 'changed-meanwhile' } };
  await change(userid, { town: 'Porto', was: { town: null } });
  expect(await change(userid, { town: 'Faro', was: { town: null } })).toMatchObject(refused);
  const put = (body: object) => office.call('PUT', `/families/${userid}/learners/${child}`, body);
  expect(await put({ note: 'Eggs', was: { note: 'Nuts' } })).toMatchObject({ status: 200 });
  expect(await put({ note: 'Milk', was: { note: 'Nuts' } })).toMatchObject(refused);
});

test('what cannot be is refused', async () => {
  const userid = await added({ name: 'Ana', learners: [RUI] });
  const other = await added({ name: 'Ben', learners: [] });
  const { learners } = await read(userid);
  const put = (family: string, id: string, body: object) =>
    office.call('PUT', `/families/${family}/learners/${id}`, body);
  expect(await put(other, learners[1]._id, { note: 'x' })).toMatchObject({
    body: { code: 'learner-not-found' },
  });
  expect(await put(userid, learners[0]._id, { firstname: 'A' })).toMatchObject({
    body: { code: 'learner-is-self' },
  });
  expect(await add({ name: 'Ana', learners: [{ ...RUI, born: '2999-01-01' }] })).toMatchObject({
    status: 400,
  });
  expect(await add({ name: 'Ana', learners: Array(20).fill(RUI) })).toMatchObject({
    body: { code: 'too-many-learners' },
  });
  expect(await change('unknown', { note: 'x' })).toMatchObject({ body: { code: 'user-not-found' } });
  const leaving = await school.signIn('student');
  await school.db.updateTable('users').set({ leavesat: 1 }).where('_id', '=', leaving.user._id).execute();
  expect(await change(leaving.user._id, { note: 'x' })).toMatchObject({ body: { code: 'family-leaving' } });
});
