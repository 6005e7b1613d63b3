import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayAt } from '#contract/time/wall-time.ts';
import { SCHOOL_LESSONS_MAX, type WeekLesson } from '#contract/weeks/calls.ts';
import { newId } from '#server/database/ids.ts';
import type { Row } from '#server/database/schema.ts';
import { letGuard } from '#tests/support/families.ts';
import { seatIn } from '#tests/support/pay.ts';
import { addChild } from '#tests/support/people.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson, addRoom } from '#tests/support/timetable.ts';

let school: TestSchool;
let parent: Person;
let clara: Person;
let admin: Person;
/** Of the parent. */
let mia: string;
let cello: Row<'classes'>;
/** Of the school. */
let zone: string;

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** A Tuesday, at noon. */
const NOON = Date.UTC(2026, 8, 1, 12);

beforeAll(async () => {
  school = await openTestSchool();
  parent = await school.signIn('student');
  clara = await school.signIn('instructor');
  admin = await school.signIn('admin');
  mia = await addChild(school.db, { userid: parent.user._id, firstname: 'Mia', lastname: 'Berg' });
});
beforeEach(async () => {
  school.clock.now = NOON;
  zone = 'UTC';
  await school.db.deleteFrom('enrolments').execute();
  await school.db.deleteFrom('lessons').execute();
  cello = await school.addClass({ instructoremail: clara.email, classname: 'Cello' });
});
afterAll(() => school.close());

const seat = (learnerid: string, taught = cello) =>
  seatIn(school, taught, { userid: parent.user._id, learnerid });
/** A lesson of an hour, held by whom the class belongs to; gives its id. */
async function lessonOf(taught: Row<'classes'>, startsat: number, fields: Partial<Row<'lessons'>> = {}) {
  const times = { startsat, endsat: startsat + HOUR_MS, day: dayAt(startsat, zone) };
  const { _id: classid, instructorid: teacherid } = taught;
  return (await addLesson(school.db, { classid, teacherid, ...times, ...fields }))._id;
}
const lesson = (startsat: number, fields: Partial<Row<'lessons'>> = {}) => lessonOf(cello, startsat, fields);

async function weekOf(person: Person, query = ''): Promise<WeekLesson[]> {
  const { status, body } = await person.call('GET', `/week${query}`);
  expect(status).toBe(200);
  return body;
}
const idsOf = (lessons: WeekLesson[]) => lessons.map(({ _id }) => _id);

test('a parent sees the week of the family, with whom each lesson is for, its room and who holds it', async () => {
  const roomid = await addRoom(school.db, { name: 'Room 2' });
  const _id = await lesson(NOON + DAY_MS, { roomid, state: 'moved', reason: 'The hall is painted.' });
  await seat(mia);
  expect(await weekOf(parent)).toEqual([
    {
      _id,
      classid: cello._id,
      classname: 'Cello',
      teacherid: clara.user._id,
      instructorname: clara.user.name,
      roomid,
      room: 'Room 2',
      day: '2026-09-02',
      startsat: '2026-09-02T12:00:00.000Z',
      endsat: '2026-09-02T13:00:00.000Z',
      state: 'moved',
      reason: 'The hall is painted.',
      learners: [
        { learnerid: mia, learnername: 'Mia Berg', guest: false, trial: false, absent: false, earns: null },
      ],
      given: false,
      substitute: false,
      teaching: false,
    },
  ]);
});

test('two of a family in one class have one lesson, with both in the order of the family', async () => {
  await lesson(NOON);
  await seat(mia);
  await seat(parent.learnerid);
  expect(await weekOf(parent)).toMatchObject([
    { learners: [{ learnerid: parent.learnerid }, { learnerid: mia }] },
  ]);
});

test('a guardian sees the child in the week from accepting on until it ends, and of its family nobody else', async () => {
  const guardian = await school.signIn('student');
  await lesson(NOON);
  await seat(mia);
  await seat(parent.learnerid);
  expect(await weekOf(guardian)).toEqual([]);
  await letGuard(school, { parent, guardian, learnerid: mia });
  expect(await weekOf(guardian)).toMatchObject([{ learners: [{ learnerid: mia }] }]);
  expect((await guardian.call('GET', '/week/next')).body).toMatchObject([{ learners: [{ learnerid: mia }] }]);
  await parent.call('DELETE', `/guardians/${mia}/${guardian.user._id}`);
  expect(await weekOf(guardian)).toEqual([]);
  expect((await guardian.call('GET', '/week/next')).body).toEqual([]);
});

test('nobody sees lessons of others, whatever their role', async () => {
  await lesson(NOON);
  await seat(mia);
  for (const role of ['student', 'instructor', 'admin'] as const)
    expect(await weekOf(await school.signIn(role))).toEqual([]);
});

test('a learner’s week begins with the place: what was held before is not theirs, and nothing is once it ends', async () => {
  const before = await lesson(NOON - HOUR_MS);
  const after = await lesson(NOON + HOUR_MS);
  const later = await lesson(NOON + 2 * HOUR_MS);
  const enrolmentid = await seat(mia);
  expect(idsOf(await weekOf(parent))).toEqual([after, later]);
  expect(idsOf((await parent.call('GET', '/week/next')).body)).toEqual([after]);
  // A brother who comes later is in what follows alone.
  school.clock.now = NOON + HOUR_MS + 1;
  await seat(parent.learnerid);
  expect((await weekOf(parent)).map(({ _id, learners }) => [_id, learners.length])).toEqual([
    [after, 1],
    [later, 2],
  ]);
  expect(idsOf(await weekOf(clara))).toEqual([before, after, later]);
  await school.db.deleteFrom('enrolments').where('_id', '=', enrolmentid).execute();
  expect(idsOf(await weekOf(parent))).toEqual([later]);
});

test('a seat that is held for a payer is in nobody’s week yet', async () => {
  await lesson(NOON);
  const open = await school.addClass({ instructoremail: clara.email });
  await lessonOf(open, NOON);
  await parent.call('POST', '/create-payment-intent', { price: 60, classid: open._id });
  expect(await weekOf(parent)).toEqual([]);
});

test('a teacher sees what they hold, lessons in which they stand in among them, and whose children come to nobody', async () => {
  const others = await school.addClass({ instructoremail: 'tom@test.example', classname: 'Tuba' });
  const own = await lesson(NOON);
  const substituted = await lessonOf(others, NOON + DAY_MS, { teacherid: clara.user._id });
  await lesson(NOON + 2 * DAY_MS, { teacherid: others.instructorid });
  await seat(mia);
  const week = await weekOf(clara);
  expect(idsOf(week)).toEqual([own, substituted]);
  expect(week).toMatchObject([
    { teaching: true, substitute: false, learners: [] },
    { teaching: true, substitute: true, classname: 'Tuba' },
  ]);
});

test('a teacher whose child learns in the same school has both in one week', async () => {
  const child = await addChild(school.db, { userid: clara.user._id, firstname: 'Ida' });
  const tuba = await school.addClass({ instructoremail: 'tom@test.example' });
  await lessonOf(tuba, NOON);
  const taught = await lesson(NOON + HOUR_MS);
  await seatIn(school, tuba, { userid: clara.user._id, learnerid: child });
  // The child is taught by its mother too.
  await seatIn(school, cello, { userid: clara.user._id, learnerid: child });
  const week = await weekOf(clara);
  expect(week).toMatchObject([
    { teaching: false, learners: [{ learnerid: child }] },
    { _id: taught, teaching: true, learners: [{ learnerid: child }] },
  ]);
});

test('a cancelled lesson is in the week with its reason, one that was taken out of the plan is not', async () => {
  const cancelled = await lesson(NOON, { state: 'cancelled', reason: 'Clara is ill.' });
  await lesson(NOON + DAY_MS, { state: 'cancelled', removedat: NOON });
  await seat(mia);
  expect(await weekOf(parent)).toMatchObject([
    { _id: cancelled, state: 'cancelled', reason: 'Clara is ill.' },
  ]);
  expect(idsOf(await weekOf(clara))).toEqual([cancelled]);
  expect(idsOf(await weekOf(admin, '?school=1'))).toEqual([cancelled]);
});

test('a week is seven days of the school’s own time zone, from the day that is named or from today', async () => {
  const { version } = (await admin.call('GET', '/school')).body;
  zone = 'Pacific/Auckland';
  await admin.call('PUT', '/school', { timezone: zone, version });
  // Midnight there, twelve hours ahead.
  const midnight = Date.UTC(2026, 8, 6, 12);
  const before = await lesson(midnight - 1);
  const first = await lesson(midnight);
  const last = await lesson(midnight + 7 * DAY_MS - 1);
  await lesson(midnight + 7 * DAY_MS);
  expect(idsOf(await weekOf(clara, '?from=2026-09-07'))).toEqual([first, last]);
  expect(idsOf(await weekOf(clara, '?from=2026-09-06'))).toEqual([before, first]);
  school.clock.now = midnight;
  expect(idsOf(await weekOf(clara))).toEqual([first, last]);
  // Clocks are put forward on 27 September, so that week is an hour shorter.
  const end = Date.UTC(2026, 8, 27, 11);
  const sunday = await lesson(end - 1);
  await lesson(end);
  expect(idsOf(await weekOf(clara, '?from=2026-09-21'))).toEqual([sunday]);
  await admin.call('PUT', '/school', { timezone: 'UTC', version: version + 1 });
});

test('what is no day is refused, and days of any year have their week', async () => {
  for (const from of ['yesterday', '2026-02-30', '2026-9-1', '', '20260901'])
    expect((await parent.call('GET', `/week?from=${from}`)).status).toBe(400);
  for (const from of ['0000-01-01', '9999-12-31']) expect(await weekOf(parent, `?from=${from}`)).toEqual([]);
});

test('admins alone see the lessons of every class, whatever the school has said of it', async () => {
  const pending = await school.addClass({ instructoremail: clara.email, status: 'pending' });
  const ids = [await lesson(NOON), await lessonOf(pending, NOON + HOUR_MS)];
  expect(idsOf(await weekOf(admin, '?school=1'))).toEqual(ids);
  expect(idsOf(await weekOf(admin))).toEqual([]);
  for (const person of [parent, clara]) expect((await person.call('GET', '/week?school=1')).status).toBe(403);
  expect((await admin.call('GET', '/week?school=yes')).status).toBe(400);
});

test('of the school an admin is told one day, or the week of one room, their own among them, and a bounded number', async () => {
  const [hall, attic] = [
    await addRoom(school.db, { name: 'Hall' }),
    await addRoom(school.db, { name: 'Attic' }),
  ];
  const flute = await school.addClass({ instructoremail: clara.email });
  const own = await addChild(school.db, { userid: admin.user._id, firstname: 'Ada' });
  await seatIn(school, flute, { userid: admin.user._id, learnerid: own });
  const inHall = await lesson(NOON, { roomid: hall });
  const inAttic = await lessonOf(flute, NOON, { roomid: attic });
  const without = await lessonOf(flute, NOON + HOUR_MS);
  const nextDay = await lessonOf(flute, NOON + DAY_MS, { roomid: attic });
  const later = await lesson(NOON + 2 * DAY_MS);
  await lesson(NOON + 7 * DAY_MS, { roomid: attic });
  const ofSchool = async (query = '') => idsOf(await weekOf(admin, `?school=1${query}`));
  expect(new Set(await ofSchool())).toEqual(new Set([inHall, inAttic, without]));
  expect(await ofSchool('&from=2026-09-02')).toEqual([nextDay]);
  expect(await ofSchool(`&room=${hall}`)).toEqual([inHall]);
  expect(await ofSchool(`&room=${attic}`)).toEqual([inAttic, nextDay]);
  expect(await ofSchool('&room=')).toEqual([without, later]);
  expect(await ofSchool('&room=gone')).toEqual([]);
  expect(idsOf(await weekOf(admin))).toEqual([inAttic, without, nextDay]);
  expect(idsOf(await weekOf(admin, `?room=${attic}`))).toEqual([inAttic, nextDay]);

  const many = { classid: cello._id, day: '2026-09-04' };
  const row = await addLesson(school.db, many);
  for (let at = 0; at < SCHOOL_LESSONS_MAX; at += 500) {
    const rows = Array.from({ length: 500 }, () => ({ ...row, _id: newId() }));
    await school.db.insertInto('lessons').values(rows).execute();
  }
  expect(await ofSchool('&from=2026-09-04')).toHaveLength(SCHOOL_LESSONS_MAX);
});

test('a week comes in parts, each after the last lesson of the one before, and whole for a lesson that is not known', async () => {
  const roomid = await addRoom(school.db, { name: 'Parts' });
  const flute = await school.addClass({ instructoremail: clara.email, classname: 'Flute' });
  await seat(mia);
  await seat(parent.learnerid);
  await seat(mia, flute);
  // Two begin at one time.
  for (const hours of [1, 2, 3]) await lesson(NOON + hours * HOUR_MS, { roomid });
  await lessonOf(flute, NOON + 2 * HOUR_MS);
  await lessonOf(flute, NOON + DAY_MS);
  const inParts = async (person: Person, query: string, limit = 2) => {
    const parts: string[][] = [];
    for (let isWhole = false; !isWhole; ) {
      const after = parts.at(-1)?.at(-1);
      const part = idsOf(await weekOf(person, `?${query}limit=${limit}${after ? `&after=${after}` : ''}`));
      parts.push(part);
      isWhole = part.length < limit;
    }
    return parts;
  };
  for (const [person, query, lengths] of [
    [parent, '', [2, 2, 1]],
    [clara, '', [2, 2, 1]],
    [admin, 'school=1&', [2, 2, 0]],
    [admin, `school=1&room=${roomid}&`, [2, 1]],
  ] as const) {
    const whole = idsOf(await weekOf(person, `?${query}`));
    const parts = await inParts(person, query);
    expect(parts.map(({ length }) => length)).toEqual(lengths);
    expect(parts.flat()).toEqual(whole);
    expect(idsOf(await weekOf(person, `?${query}after=gone`))).toEqual(whole);
  }
  // One lesson of two learners is one lesson.
  const [first] = await weekOf(parent, '?limit=1');
  expect(first?.learners).toHaveLength(2);
  for (const limit of ['0', 'many', String(SCHOOL_LESSONS_MAX + 1)])
    expect((await parent.call('GET', `/week?limit=${limit}`)).status).toBe(400);
});

test('the next lessons are one of each learner and one that is taught, at work or to come, and none that was cancelled', async () => {
  const flute = await school.addClass({ instructoremail: 'tom@test.example', classname: 'Flute' });
  const next = async (person: Person) =>
    (await person.call('GET', '/week/next')).body.map(({ _id, learners }: WeekLesson) => [
      _id,
      ...learners.map(({ learnerid }) => learnerid),
    ]);
  school.clock.now = NOON - DAY_MS;
  await seat(mia);
  await seat(parent.learnerid, flute);
  school.clock.now = NOON;
  expect(await next(parent)).toEqual([]);
  const over = await lesson(NOON - HOUR_MS);
  const atWork = await lesson(NOON - HOUR_MS / 2);
  const soon = await lesson(NOON + HOUR_MS);
  const own = await lessonOf(flute, NOON + 60 * DAY_MS);
  await lessonOf(flute, NOON + DAY_MS, { state: 'cancelled' });
  expect(await next(parent)).toEqual([
    [atWork, mia],
    [own, parent.learnerid],
  ]);
  expect(await next(clara)).toEqual([[atWork]]);
  school.clock.now = NOON - HOUR_MS / 2 - 1;
  expect(await next(clara)).toEqual([[over]]);
  school.clock.now = NOON + HOUR_MS / 2;
  expect(await next(clara)).toEqual([[soon]]);
  // A sister in the same class has the same lesson next.
  await seat(parent.learnerid);
  expect(await next(parent)).toEqual([[soon, parent.learnerid, mia]]);
});
