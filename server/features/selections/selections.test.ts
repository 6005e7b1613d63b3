import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseAccount } from '#server/features/account/erase-account.ts';
import { addChildBy } from '#tests/support/families.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { selectClass } from './select-class.ts';

let school: TestSchool;
let student: Person;

beforeAll(async () => {
  school = await openTestSchool();
  student = await school.signIn('student');
});
afterAll(() => school.close());

const select = (classid: string, person = student) =>
  person.call('POST', '/select/class/', { classid, email: person.email, enrolled: false });

test('a selected class is listed with the class as its only result and enrolled false', async () => {
  const wanted = await school.addClass({ classname: 'Harp', price: 5950 });
  const { status, body } = await select(wanted._id);
  expect(status).toBe(200);
  const list = await student.call('GET', `/selectedclass/${student.email}`);
  expect(list.body).toContainEqual(
    expect.objectContaining({
      _id: body.insertedId,
      classid: wanted._id,
      email: student.email,
      enrolled: false,
      result: [expect.objectContaining({ _id: wanted._id, classname: 'Harp', price: 59.5 })],
    }),
  );
});

test('selecting a class twice answers the message exist and adds nothing', async () => {
  const { _id } = await school.addClass();
  await select(_id);
  expect(await select(_id)).toMatchObject({ status: 200, body: { message: 'exist' } });
  const list = await student.call('GET', `/selectedclass/${student.email}`);
  expect(list.body.filter((selection: { classid: string }) => selection.classid === _id)).toHaveLength(1);
});

test('eight selections of one class at once make one', async () => {
  const { _id } = await school.addClass();
  const answers = await Promise.all(Array.from({ length: 8 }, () => select(_id)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(answers.filter(({ body }) => body.insertedId)).toHaveLength(1);
});

test.each([
  ['a class with no seats', { availableseat: 0 }, 409, 'class-full'],
  ['a pending class', { status: 'pending' as const }, 409, 'class-closed'],
  ['a denied class', { status: 'denied' as const }, 409, 'class-closed'],
  ['a deleted class', { deletedat: 1 }, 404, 'class-not-found'],
])('%s cannot be selected', async (_title, fields, status, code) => {
  const { _id } = await school.addClass(fields);
  expect(await select(_id)).toMatchObject({ status, body: { code } });
});

test('a class that nobody has is not found', async () => {
  expect(await select('64b0f0f0f0f0f0f0f0f0f0f0')).toMatchObject({ status: 404 });
});

test('a selection for somebody else is refused', async () => {
  const { _id } = await school.addClass();
  const other = await school.signIn('student');
  const answer = await student.call('POST', '/select/class/', { classid: _id, email: other.email });
  expect(answer.status).toBe(403);
});

test.each([
  ['classid', { email: 'student-1@test.example' }],
  ['classid', { classid: 7, email: 'student-1@test.example' }],
  ['email', { classid: 'x' }],
])('a selection without a proper %s is refused by name', async (field, body) => {
  const answer = await student.call('POST', '/select/class/', body);
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } });
  expect(answer.body.errors.map((fault: { field: string }) => fault.field)).toContain(field);
});

test('a deleted selection is gone; deleting it again finds nothing', async () => {
  const { _id } = await school.addClass();
  const { body } = await select(_id);
  const remove = () => student.call('DELETE', `/selectedclass/delete/${body.insertedId}`);
  expect(await remove()).toMatchObject({ status: 200, body: { deletedCount: 1 } });
  expect(await remove()).toMatchObject({ status: 404, body: { code: 'selection-not-found' } });
});

const selectionsOf = ({ learnerid }: Pick<Person, 'learnerid'>) =>
  school.db.selectFrom('selections').select('_id').where('learnerid', '=', learnerid).execute();

test('somebody who has deleted the account selects nothing any more, not even what was on its way', async () => {
  const leaver = await school.signIn('student');
  const { _id: classid } = await school.addClass();
  const { db, clock, erasing } = school;
  await eraseAccount(db, erasing, { uid: leaver.user.uid ?? '', now: clock.now });
  const { learnerid } = leaver;
  await expect(
    selectClass(db, { classid, learnerid, isOver: false, day: '2026-09-01', now: clock.now }),
  ).rejects.toMatchObject({
    code: 'session-ended',
  });
  expect(await selectionsOf(leaver)).toEqual([]);
});

test('a selection for a child who is being deleted is refused or gone, and signs nobody out', async () => {
  for (let round = 0; round < 8; round++) {
    const { _id: classid } = await school.addClass();
    const learnerid = await addChildBy(student);
    const choose = () => student.call('POST', '/select/class/', { classid, email: student.email, learnerid });
    const [chosen, deleted] = await Promise.all([choose(), student.call('DELETE', `/learners/${learnerid}`)]);
    expect(deleted.status).toBe(200);
    if (chosen.status !== 200)
      expect(chosen).toMatchObject({ status: 404, body: { code: 'learner-not-found' } });
    expect(await selectionsOf({ learnerid })).toEqual([]);
    const { now } = school.clock;
    const late = selectClass(school.db, { classid, learnerid, isOver: false, day: '2026-09-01', now });
    await expect(late).rejects.toMatchObject({ code: 'learner-not-found' });
  }
});

test('of a selection and the deletion of the account at once nothing is left', async () => {
  const { db, clock, erasing } = school;
  for (let round = 0; round < 10; round++) {
    const leaver = await school.signIn('student');
    const { _id: classid } = await school.addClass();
    await Promise.all([
      select(classid, leaver),
      eraseAccount(db, erasing, { uid: leaver.user.uid ?? '', now: clock.now }),
    ]);
    expect(await selectionsOf(leaver)).toEqual([]);
  }
});
