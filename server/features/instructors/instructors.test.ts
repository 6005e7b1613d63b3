import { afterAll, beforeAll, expect, test } from 'vitest';
import { INSTRUMENTS_MAX, WORDS_MAX } from '#contract/instructors/calls.ts';
import { eraseRows } from '#server/features/account/erase-rows.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

const read = (id: string) => school.call('GET', `/instructors/${id}`);
const pathOf = ({ user }: Person) => `/instructors/${user._id}`;
const write = (person: Person, profile: object) => person.call('PUT', pathOf(person), profile);
const profile = { words: 'I teach the cello.\n\nAnd I listen.', instruments: ['Cello', 'Viola da gamba'] };

test('everybody reads what an instructor wrote, in the very next answer', async () => {
  const teacher = await school.signIn('instructor');
  await school.addClass({ instructoremail: teacher.email, enrolledstudents: 3 });
  await school.addClass({ instructoremail: teacher.email, status: 'pending', enrolledstudents: 9 });
  expect((await read(teacher.user._id)).body).toEqual({
    _id: teacher.user._id,
    name: teacher.user.name,
    email: teacher.email,
    photoURL: null,
    classes: 1,
    students: 3,
    words: '',
    instruments: [],
    version: 0,
  });
  expect((await write(teacher, { ...profile, version: 0 })).body).toEqual({ modifiedCount: 1 });
  expect((await read(teacher.user._id)).body).toMatchObject({ ...profile, version: 1 });
  expect((await write(teacher, { words: '', instruments: [], version: 1 })).status).toBe(200);
  expect((await read(teacher.user._id)).body).toMatchObject({ words: '', instruments: [], version: 2 });
});

test('what was written in another window meanwhile is not overwritten, nor when both are the first', async () => {
  const teacher = await school.signIn('instructor');
  const first = await Promise.all([1, 2, 3].map(() => write(teacher, { ...profile, version: 0 })));
  expect(first.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const later = await Promise.all(
    ['One', 'Two'].map((words) => write(teacher, { ...profile, words, version: 1 })),
  );
  expect(later.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([200, 'changed-meanwhile']);
  expect((await read(teacher.user._id)).body.version).toBe(2);
});

test('a page holds so many words and instruments, and each fault is said at its field', async () => {
  const teacher = await school.signIn('instructor');
  const faultsOf = async (change: object) => {
    const { status, body } = await write(teacher, { ...profile, version: 0, ...change });
    expect(status).toBe(400);
    return body.errors;
  };
  const many = Array.from({ length: INSTRUMENTS_MAX + 1 }, (_, at) => `Horn ${at}`);
  expect(await faultsOf({ words: 'a'.repeat(WORDS_MAX + 1) })).toMatchObject([{ field: 'words' }]);
  expect(await faultsOf({ words: 'a\u0007' })).toMatchObject([{ field: 'words' }]);
  expect(await faultsOf({ instruments: many })).toMatchObject([{ field: 'instruments' }]);
  for (const name of ['', ' ', 'a\nb', 'a\u202eb', 'Harp, Lute', 'a'.repeat(41)])
    expect(await faultsOf({ instruments: ['Harp', name] }), name).toMatchObject([{ field: 'instruments.1' }]);
  const whole = { words: 'a'.repeat(WORDS_MAX), instruments: many.slice(1), version: 0 };
  expect((await write(teacher, whole)).status).toBe(200);
});

test('who was never an instructor has no page; who is one no more is gone, and comes back with what they wrote', async () => {
  const student = await school.signIn('student');
  for (const id of [student.user._id, admin.user._id, 'nobody'])
    expect((await read(id)).body).toMatchObject({ status: 404, code: 'instructor-not-found' });
  await admin.call('PATCH', `/users/instructor/${student.user._id}`);
  expect((await write(student, { ...profile, version: 0 })).status).toBe(200);
  await admin.call('PATCH', `/users/student/${student.user._id}`);
  expect((await read(student.user._id)).body).toMatchObject({ status: 410, code: 'instructor-left' });
  expect((await write(student, { ...profile, version: 1 })).status).toBe(403);
  await admin.call('PATCH', `/users/instructor/${student.user._id}`);
  expect((await read(student.user._id)).body).toMatchObject(profile);
});

test('an admin who still teaches what they taught before has a page and writes it; without classes there is none', async () => {
  const teacher = await school.signIn('instructor');
  const { _id } = await school.addClass({ instructoremail: teacher.email });
  await admin.call('PATCH', `/users/admin/${teacher.user._id}`);
  expect((await write(teacher, { ...profile, version: 0 })).status).toBe(200);
  expect((await read(teacher.user._id)).body).toMatchObject(profile);
  await admin.call('DELETE', `/delete/${_id}`);
  expect((await read(teacher.user._id)).status).toBe(410);
  expect((await write(teacher, { ...profile, version: 1 })).body.code).toBe('instructor-not-found');
});

test('a teacher reads their own page, and an admin without one is told so without a refusal', async () => {
  const teacher = await school.signIn('instructor');
  await write(teacher, { ...profile, version: 0 });
  const own = await teacher.call('GET', '/account/profile');
  expect(own).toMatchObject({ status: 200, body: { profile: { ...profile, version: 1 } } });
  expect(own.body.profile).toEqual((await read(teacher.user._id)).body);
  expect(await admin.call('GET', '/account/profile')).toMatchObject({ status: 200, body: {} });
});

test('an admin takes words away that must not stand there, which the log says without repeating them', async () => {
  const teacher = await school.signIn('instructor');
  school.clock.now += 1;
  const clear = () => admin.call('DELETE', `${pathOf(teacher)}/words`);
  expect((await clear()).body).toEqual({ modifiedCount: 0 });
  await write(teacher, { ...profile, words: 'Something rude.', version: 0 });
  expect((await clear()).body).toEqual({ modifiedCount: 1 });
  expect((await read(teacher.user._id)).body).toMatchObject({ words: '', instruments: [], version: 2 });
  expect((await write(teacher, { ...profile, words: 'Something rude.', version: 1 })).status).toBe(409);
  const { items } = (await admin.call('GET', '/changes?about=user')).body;
  expect(items[0]).toMatchObject({
    subjectid: teacher.user._id,
    action: 'words-cleared',
    actorname: admin.user.name,
    before: null,
    note: null,
  });
  expect((await admin.call('DELETE', '/instructors/nobody/words')).status).toBe(404);
});

test('what somebody wrote is in the file that they take along, and goes with the account', async () => {
  const teacher = await school.signIn('instructor');
  expect((await teacher.call('GET', '/account/data')).body).not.toHaveProperty('teaching');
  await write(teacher, { ...profile, version: 0 });
  expect((await teacher.call('GET', '/account/data')).body.teaching).toEqual(profile);
  const { erasing, db, clock } = school;
  const person = { ...teacher.user, learnerid: teacher.learnerid };
  await eraseRows(db, erasing, person, clock.now);
  const rows = db.selectFrom('instructors').selectAll().where('userid', '=', teacher.user._id);
  expect(await rows.execute()).toEqual([]);
});

test('the list of classes narrows to a teacher, page by page', async () => {
  const teacher = await school.signIn('instructor');
  const other = await school.addClass();
  const { _id } = await school.addClass({ instructoremail: teacher.email });
  await school.addClass({ instructoremail: teacher.email, status: 'pending' });
  const page = (await school.call('GET', `/classes/page?teacher=${teacher.user._id}`)).body;
  expect(page).toMatchObject({ total: 1, items: [{ _id, instructorid: teacher.user._id }] });
  expect((await school.call('GET', `/classes/all?teacher=${other.instructorid}`)).body).toMatchObject([
    { _id: other._id },
  ]);
});
