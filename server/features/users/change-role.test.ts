import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailsOf } from '#tests/support/mails.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
});
beforeEach(async () => {
  await school.db.updateTable('users').set({ role: 'student' }).execute();
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

const admins = async () =>
  (await school.db.selectFrom('users').select('_id').where('role', '=', 'admin').execute()).length;
const log = async (id: string) =>
  school.db.selectFrom('changes').selectAll().where('subjectid', '=', id).orderBy('_id').execute();

test('an admin makes a student an instructor, then an admin; the log says who, from what and to what', async () => {
  const student = await school.signIn('student');
  const id = student.user._id;
  school.clock.now += 1000;
  expect(await admin.call('PATCH', `/users/instructor/${id}`)).toMatchObject({
    status: 200,
    body: { _id: id, role: 'instructor' },
  });
  school.clock.now += 1000;
  expect(await admin.call('PATCH', `/users/admin/${id}`)).toMatchObject({ body: { role: 'admin' } });
  expect(await log(id)).toMatchObject([
    { action: 'role', before: 'student', after: 'instructor', actorid: admin.user._id },
    { action: 'role', before: 'instructor', after: 'admin', actorname: admin.user.name },
  ]);
  const { items } = (await admin.call('GET', '/changes?about=user')).body;
  expect(items[0]).toMatchObject({ about: 'user', subjectname: student.user.name, after: 'admin' });
});

test('a role that somebody has already is no change', async () => {
  expect(await admin.call('PATCH', `/users/admin/${admin.user._id}`)).toMatchObject({
    status: 200,
    body: { role: 'admin' },
  });
  expect(await log(admin.user._id)).toEqual([]);
});

test('nobody can be given a role who does not exist', async () => {
  expect(await admin.call('PATCH', '/users/admin/nobody')).toMatchObject({
    status: 404,
    body: { code: 'user-not-found' },
  });
});

test('an instructor becomes a student again once no class of theirs is on the public list', async () => {
  const clara = await school.signIn('instructor');
  const { _id: classid } = await school.addClass({ instructoremail: clara.email });
  await school.addClass({ instructoremail: clara.email, status: 'pending' });
  const back = () => admin.call('PATCH', `/users/student/${clara.user._id}`);
  expect(await back()).toMatchObject({ status: 409, body: { code: 'account-teaches' } });
  expect((await clara.call('GET', `/classes/find/${clara.email}`)).headers['x-role']).toBe('instructor');
  await admin.call('PUT', `/class/denied/${classid}`);
  expect(await back()).toMatchObject({ status: 200, body: { role: 'student' } });
  expect(await log(clara.user._id)).toMatchObject([{ before: 'instructor', after: 'student' }]);
  const refused = await clara.call('GET', `/classes/find/${clara.email}`);
  expect(refused).toMatchObject({ status: 403, headers: { 'x-role': 'student' } });
  expect(await clara.call('GET', `/selectedclass/${clara.email}`)).toMatchObject({ status: 200 });
});

test('a class of somebody who has become a student is not approved', async () => {
  const clara = await school.signIn('instructor');
  const { _id: classid } = await school.addClass({ instructoremail: clara.email, status: 'pending' });
  await admin.call('PATCH', `/users/student/${clara.user._id}`);
  expect(await admin.call('PUT', `/class/approved/${classid}`)).toMatchObject({
    status: 409,
    body: { code: 'not-an-instructor' },
  });
});

test('what somebody who has become a student had not got approved waits for another instructor, who is given it', async () => {
  const [clara, hana] = [await school.signIn('instructor'), await school.signIn('instructor')];
  const waiting = await school.addClass({ instructoremail: clara.email, status: 'pending' });
  const denied = await school.addClass({ instructoremail: clara.email, status: 'denied' });
  await admin.call('PATCH', `/users/student/${clara.user._id}`);
  for (const { _id } of [waiting, denied]) {
    expect((await clara.call('PUT', `/class/update/${_id}`, { price: 1 })).status).toBe(403);
    const given = await admin.call('PUT', `/class/teacher/${_id}`, { email: hana.email });
    expect(given).toMatchObject({ status: 200, body: { instructoremail: hana.email } });
  }
  await hana.call('PUT', `/class/resubmit/${denied._id}`);
  for (const { _id } of [waiting, denied])
    expect(await admin.call('PUT', `/class/approved/${_id}`)).toMatchObject({ body: { status: 'approved' } });
});

test('of an approval and the way back to student at once one holds, however often', async () => {
  const other = await school.signIn('admin');
  for (let round = 0; round < 10; round++) {
    const clara = await school.signIn('instructor');
    const { _id: classid } = await school.addClass({ instructoremail: clara.email, status: 'pending' });
    const answers = await Promise.all([
      admin.call('PATCH', `/users/student/${clara.user._id}`),
      other.call('PUT', `/class/approved/${classid}`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  }
});

test('a role that another admin gave meanwhile is not overwritten unseen', async () => {
  const student = await school.signIn('student');
  const id = student.user._id;
  const other = await school.signIn('admin');
  await other.call('PATCH', `/users/admin/${id}`, { was: 'student' });
  expect(await admin.call('PATCH', `/users/instructor/${id}`, { was: 'student' })).toMatchObject({
    status: 409,
    body: { code: 'changed-meanwhile' },
  });
  expect(await admins()).toBe(3);
  // Both wanted the same: nothing is left to refuse.
  expect(await admin.call('PATCH', `/users/admin/${id}`, { was: 'student' })).toMatchObject({ status: 200 });
});

describe('the last admin', () => {
  test('cannot be turned into an instructor', async () => {
    const answer = await admin.call('PATCH', `/users/instructor/${admin.user._id}`);
    expect(answer).toMatchObject({ status: 409, body: { code: 'last-admin' } });
    expect(await admins()).toBe(1);
    expect(await log(admin.user._id)).toEqual([]);
  });

  test('cannot be turned into a student', async () => {
    const answer = await admin.call('PATCH', `/users/student/${admin.user._id}`);
    expect(answer).toMatchObject({ status: 409, body: { code: 'last-admin' } });
    expect(await admins()).toBe(1);
  });

  test('remains when two demote each other at once, however often', async () => {
    for (let round = 0; round < 10; round++) {
      const other = await school.signIn('admin');
      await school.db.updateTable('users').set({ role: 'admin' }).where('_id', '=', admin.user._id).execute();
      const answers = await Promise.all([
        admin.call('PATCH', `/users/instructor/${other.user._id}`),
        other.call('PATCH', `/users/instructor/${admin.user._id}`),
      ]);
      const statuses = answers.map(({ status }) => status).sort();
      // The one who came second may have lost the role before the call was let in.
      expect([
        [200, 403],
        [200, 409],
      ]).toContainEqual(statuses);
      expect(await admins()).toBe(1);
      await school.db.updateTable('users').set({ role: 'student' }).execute();
    }
  });
});

describe('who becomes an instructor', () => {
  const listed = async (path = '/instructor/all', by?: Person): Promise<string[]> => {
    const { body } = await (by ? by.call('GET', path) : school.call('GET', path));
    return body.map(({ _id }: { _id: string }) => _id);
  };
  const mailsTo = ({ user }: Person) =>
    school.db
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', user.email)
      .where('kind', '=', 'role-changed')
      .execute();
  const isShown = async ({ user: { _id } }: Person) => {
    const page = await school.call('GET', `/instructors/${_id}`);
    return [(await listed()).includes(_id), page.status];
  };

  test('is told by mail, and public unless the office says otherwise', async () => {
    const [shown, hidden] = [await school.signIn('student'), await school.signIn('student')];
    await admin.call('PATCH', `/users/instructor/${shown.user._id}`);
    await admin.call('PATCH', `/users/instructor/${hidden.user._id}`, { was: 'student', listed: false });
    expect(await isShown(shown)).toEqual([true, 200]);
    expect(await isShown(hidden)).toEqual([false, 404]);
    expect(await mailsTo(shown)).toEqual([{ subject: 'You are now an instructor' }]);
    // The office still gives them classes and lessons.
    expect(await listed('/instructor/all', admin)).toContain(hidden.user._id);
    await admin.call('PATCH', `/users/instructor/${hidden.user._id}`, { listed: true });
    expect(await isShown(hidden)).toEqual([true, 200]);
    await admin.call('PATCH', `/users/instructor/${hidden.user._id}`);
    expect(await isShown(hidden)).toEqual([true, 200]);
    expect(await mailsTo(hidden)).toHaveLength(1);
  });

  test('is public only once the address is confirmed', async () => {
    const parent = await school.signIn('student');
    const { _id } = parent.user;
    const prove = (emailverified: 0 | 1, provedat: number | null) =>
      school.db.updateTable('users').set({ emailverified, provedat }).where('_id', '=', _id).execute();
    await prove(0, null);
    const { items } = (await admin.call('GET', `/users/search?q=${parent.email}`)).body;
    expect(items).toMatchObject([{ confirmed: false }]);
    await admin.call('PATCH', `/users/instructor/${_id}`, { was: 'student', listed: true });
    expect(await isShown(parent)).toEqual([false, 404]);
    await prove(1, school.clock.now);
    school.changed(['instructors', 'timetable']);
    expect(await isShown(parent)).toEqual([true, 200]);
  });
});

describe('the role of the office', () => {
  test('is given by an admin, mailed, and noted in the log', async () => {
    const { user, email } = await school.signIn('student');
    expect(await admin.call('PATCH', `/users/office/${user._id}`)).toMatchObject({
      status: 200,
      body: { role: 'office' },
    });
    expect(await log(user._id)).toMatchObject([{ action: 'role', before: 'student', after: 'office' }]);
    expect(await mailsOf(school, email)).toMatchObject([
      { kind: 'role-changed', subject: 'You now work in the office' },
    ]);
    school.clock.now += 1000;
    expect(await admin.call('PATCH', `/users/student/${user._id}`)).toMatchObject({ status: 200 });
    expect((await mailsOf(school, email)).at(-1)?.subject).toBe('You no longer work in the office');
  });

  test('gives nobody a role, one’s own included', async () => {
    const office = await school.signIn('office');
    for (const role of ['admin', 'office', 'instructor', 'student'])
      for (const { user } of [office, admin])
        expect(await office.call('PATCH', `/users/${role}/${user._id}`)).toMatchObject({ status: 403 });
    expect(await admins()).toBe(1);
  });

  test('keeps a school with one admin from losing that one to the office', async () => {
    expect(await admin.call('PATCH', `/users/office/${admin.user._id}`)).toMatchObject({
      status: 409,
      body: { code: 'last-admin' },
    });
  });

  test('ends what an admin set up, and turns scheduled posts into drafts', async () => {
    const other = await school.signIn('admin');
    const { secret } = (await other.call('POST', '/keys', { name: other.user.name, scopes: ['read'] })).body;
    const publishat = new Date(school.clock.now + 60_000).toISOString();
    const post = {
      title: 'Concert',
      blog_description: 'Soon.',
      blog: 'Soon.',
      image: '/art/cello-480.webp',
      category: 'Study',
      state: 'published',
      publishat,
    };
    const { insertedId } = (await other.call('POST', '/blogs', post)).body;
    await admin.call('PATCH', `/users/office/${other.user._id}`);
    const withKey = await school.app.inject({
      url: '/api/users',
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(withKey.statusCode).toBe(401);
    const rows = school.db.selectFrom('blogs').select('state').where('_id', '=', insertedId);
    expect(await rows.execute()).toEqual([{ state: 'draft' }]);
  });

  test('changes a class that is on the public list, and leaves its approval to an admin', async () => {
    const office = await school.signIn('office');
    const clara = await school.signIn('instructor');
    const { _id: id } = await school.addClass({ instructoremail: clara.email });
    expect(await office.call('PUT', `/class/update/${id}`, { price: '70' })).toMatchObject({ status: 200 });
    const changed = school.db.selectFrom('classes').select('changedat').where('_id', '=', id);
    expect((await changed.executeTakeFirstOrThrow()).changedat).not.toBeNull();
    expect(await office.call('PUT', `/class/accept/${id}`)).toMatchObject({ status: 403 });
    expect(await admin.call('PUT', `/class/accept/${id}`)).toMatchObject({ status: 200 });
  });
});
