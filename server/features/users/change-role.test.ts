import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

describe('the last admin', () => {
  test('cannot be turned into an instructor', async () => {
    const answer = await admin.call('PATCH', `/users/instructor/${admin.user._id}`);
    expect(answer).toMatchObject({ status: 409, body: { code: 'last-admin' } });
    expect(await admins()).toBe(1);
    expect(await log(admin.user._id)).toEqual([]);
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
