import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson, addPlan } from '#tests/support/timetable.ts';

let school: TestSchool;
let clara: Person;

beforeAll(async () => {
  school = await openTestSchool();
  clara = await school.signIn('instructor');
});
afterAll(() => school.close());

const read = async (id: string) => (await clara.call('GET', `/class/${id}`)).body.meets;
const addClass = () => school.addClass({ instructoremail: clara.email });
const tuesday = { weekday: 2, starttime: '16:00', minutes: 45, everyweeks: 1 };

test('a class without a plan says of no time', async () => {
  const { _id: classid } = await addClass();
  expect(await read(classid)).toBeNull();
  await addLesson(school.db, { classid, day: '2026-09-08' });
  expect(await read(classid)).toBeNull();
});

test('a class says when it meets, from its first lesson to its last, and how many are held', async () => {
  const { _id: classid } = await addClass();
  const planid = await addPlan(school.db, { classid });
  await addPlan(school.db, { classid, weekday: 1, starttime: '09:30', minutes: 60, everyweeks: 2 });
  const lesson = { classid, planid };
  await addLesson(school.db, { ...lesson, day: '2026-09-15' });
  await addLesson(school.db, { ...lesson, day: '2026-09-29', state: 'moved' });
  await addLesson(school.db, { ...lesson, day: '2026-09-08', state: 'cancelled' });
  await addLesson(school.db, { classid, day: '2026-10-06', state: 'cancelled', removedat: 1 });
  expect(await read(classid)).toEqual({
    plans: [{ weekday: 1, starttime: '09:30', minutes: 60, everyweeks: 2 }, tuesday],
    firstday: '2026-09-15',
    lastday: '2026-09-29',
    lessons: 2,
  });
});

test('a class that is planned anew says nothing of the term before', async () => {
  const { _id: classid } = await addClass();
  const planid = await addPlan(school.db, { classid, firstday: '2026-09-15' });
  await addLesson(school.db, { classid, day: '2026-05-05' });
  // Brought forward: it stands for its own day.
  await addLesson(school.db, { classid, planid, day: '2026-09-14', planday: '2026-09-15', state: 'moved' });
  await addLesson(school.db, { classid, planid, day: '2026-09-22' });
  expect(await read(classid)).toEqual({
    plans: [tuesday],
    firstday: '2026-09-14',
    lastday: '2026-09-22',
    lessons: 2,
  });
});

test('where every lesson is cancelled its days are those of the plan', async () => {
  const { _id: classid } = await addClass();
  await addPlan(school.db, { classid, firstday: '2026-09-08', lastday: '2026-09-10' });
  await addLesson(school.db, { classid, day: '2026-09-08', state: 'cancelled' });
  expect(await read(classid)).toEqual({
    plans: [tuesday],
    firstday: '2026-09-08',
    lastday: '2026-09-10',
    lessons: 0,
  });
});

test('every list of classes says so, and every change answers with it', async () => {
  // The newest of all.
  school.clock.now += 1000;
  const { _id: classid } = await addClass();
  const planid = await addPlan(school.db, { classid });
  await addLesson(school.db, { classid, planid, day: '2026-09-08' });
  school.changed(['classes']);
  const meets = { plans: [tuesday], firstday: '2026-09-08', lastday: '2026-09-08', lessons: 1 };
  const lists = [
    '/popularclasses',
    '/classes/all',
    '/classes/page',
    `/class/similar/${(await addClass())._id}`,
    `/classes/find/${clara.email}`,
    `/classes/find/${clara.email}/page`,
  ];
  for (const path of lists) {
    const { body } = await clara.call('GET', path);
    const rows: { _id: string; meets: unknown }[] = body.items ?? body;
    expect(rows.find(({ _id }) => _id === classid)?.meets, path).toEqual(meets);
  }
  const admin = await school.signIn('admin');
  const found = await admin.call('GET', '/classes/search');
  expect(found.body.items.find(({ _id }: { _id: string }) => _id === classid).meets).toEqual(meets);
  const { body } = await admin.call('PUT', `/class/feedback/${classid}`, { feedback: 'Well planned.' });
  expect(body.meets).toEqual(meets);
});
