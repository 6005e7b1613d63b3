import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enrol } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson } from '#tests/support/timetable.ts';

let school: TestSchool;
let student: Person;
const HOUR_MS = 60 * 60_000;

beforeAll(async () => {
  school = await openTestSchool({ env: { CANCEL_UNTIL_HOURS: '24', CANCEL_FROM: 'first-lesson' } });
});
beforeEach(async () => {
  school.clock.now = Date.UTC(2026, 8, 1, 12);
  student = await school.signIn('student');
});
afterAll(() => school.close());

/** Somebody who has enrolled in a class that meets on these days of September at four. */
async function enrolIn(days: readonly number[]) {
  const { _id: classid } = await school.addClass();
  const lessons = [];
  for (const day of days)
    lessons.push(await addLesson(school.db, { classid, day: `2026-09-${String(day).padStart(2, '0')}` }));
  const { enrolment } = await enrol(school, student, classid);
  return { enrolment, lessons };
}
const until = async () =>
  (await student.call('GET', `/enrolledclasses/${student.email}`)).body[0]?.canceluntil as string;
const cancel = (id: string) => student.call('POST', `/enrolments/${id}/cancel`);

test('the time to cancel counts from the first lesson after enrolling', async () => {
  const { enrolment, lessons } = await enrolIn([1, 15, 22]);
  // The one of today is still to come.
  expect(await until()).toBe('2026-09-02T16:00:00.000Z');
  school.clock.now = (lessons[0]?.startsat ?? 0) + 24 * HOUR_MS - 1;
  expect((await cancel(enrolment)).status).toBe(200);
});

test('a late joiner has it from the first lesson that they can come to, and not longer', async () => {
  school.clock.now = Date.UTC(2026, 8, 1, 17);
  const { enrolment } = await enrolIn([1, 3]);
  expect(await until()).toBe('2026-09-04T16:00:00.000Z');
  school.clock.now = Date.parse('2026-09-04T16:00:00Z');
  expect(await cancel(enrolment)).toMatchObject({ status: 409, body: { code: 'cancel-too-late' } });
});

test('a class without lessons counts from enrolling, as ever', async () => {
  await enrolIn([]);
  expect(await until()).toBe('2026-09-02T12:00:00.000Z');
});

test('a first lesson that is called off gives more time, and one that is brought forward takes none', async () => {
  const { lessons } = await enrolIn([8, 15]);
  const [first] = lessons;
  const change = (fields: object) =>
    school.db
      .updateTable('lessons')
      .set(fields)
      .where('_id', '=', first?._id ?? '')
      .execute();
  await change({ state: 'cancelled', cancelledat: school.clock.now });
  expect(await until()).toBe('2026-09-16T16:00:00.000Z');
  const earlier = (first?.startsat ?? 0) - 96 * HOUR_MS;
  await change({ state: 'moved', cancelledat: null, startsat: earlier, endsat: earlier + HOUR_MS });
  expect(await until()).toBe('2026-09-09T16:00:00.000Z');
});

test('who was told so keeps it when an admin lets it count from enrolling', async () => {
  const { lessons } = await enrolIn([8, 15]);
  const [first] = lessons;
  // Moved after they enrolled: what they are shown is later than what they were told.
  await school.db
    .updateTable('lessons')
    .set({ startsat: (first?.startsat ?? 0) + 24 * HOUR_MS, endsat: (first?.endsat ?? 0) + 24 * HOUR_MS })
    .where('_id', '=', first?._id ?? '')
    .execute();
  expect(await until()).toBe('2026-09-10T16:00:00.000Z');
  const admin = await school.signIn('admin');
  const put = async (cancelFrom: string) => {
    const { version } = (await admin.call('GET', '/school')).body;
    expect((await admin.call('PUT', '/school', { version, cancelFrom })).status).toBe(200);
  };
  await put('enrolling');
  expect(await until()).toBe('2026-09-10T16:00:00.000Z');
  await put('first-lesson');
});
