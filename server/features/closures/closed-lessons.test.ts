import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/database/ids.ts';
import type { NewRow, Row } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { expandPlans, fitSeats, writeLessons } from '#server/features/lessons/index.ts';
import { addRoom } from '#tests/support/lessons.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { takeClass } from '#tests/support/take-class.ts';

/*
 * What becomes of lessons when days are closed and opened again. The clock stands on Tuesday, 1 September
 * 2026, at noon.
 */

const ZONE = 'Europe/Berlin';
const DAY_MS = 24 * 60 * 60_000;
/** Lessons are on Tuesdays, 6 October to 3 November. */
const TUESDAYS = ['2026-10-06', '2026-10-13', '2026-10-20', '2026-10-27', '2026-11-03'];
const BREAK = { name: 'Autumn break', firstday: '2026-10-19', lastday: '2026-10-30' };

let school: TestSchool;
let admin: Person;
let start: number;

beforeAll(async () => {
  school = await openTestSchool();
  await (await school.signIn('admin')).call('PUT', '/school', { timezone: ZONE, version: 1 });
  start = school.clock.now;
});
beforeEach(async () => {
  school.clock.now = start;
  admin = await school.signIn('admin');
  for (const table of ['lessons', 'plans', 'closures', 'rooms', 'mails'] as const)
    await school.db.deleteFrom(table).execute();
});
afterAll(() => school.close());

type Plan = NewRow<'plans'>;

/** A class that meets on Tuesdays at four, with its lessons; `closed`: on these days it has none. */
async function plannedClass(fields: Partial<Plan> & { closed?: readonly string[] } = {}) {
  const { closed = [], ...given } = fields;
  const { _id: classid, instructorid } = await school.addClass({
    instructorname: 'Clara',
    classname: `Class ${newId()}`,
  });
  const plan: Row<'plans'> = {
    _id: newId(),
    classid,
    weekday: 2,
    starttime: '16:00',
    minutes: 45,
    everyweeks: 1,
    firstday: '2026-10-01',
    lastday: '2026-11-06',
    roomid: null,
    teacherid: instructorid,
    ...given,
  };
  await school.db.insertInto('plans').values(plan).execute();
  const { lessons } = expandPlans({ plans: [plan], closures: [], zone: ZONE });
  const drafts = lessons
    .filter(({ day }) => !closed.includes(day))
    .map(({ day, startsat, endsat }) => ({
      _id: newId(),
      classid,
      planid: plan._id,
      planday: day,
      day,
      startsat,
      endsat,
      roomid: plan.roomid,
      teacherid: plan.teacherid,
      reason: null,
      closureid: null,
      removedat: null,
      state: 'planned' as const,
    }));
  await transact(school.db, (tx) => writeLessons(tx, { lessons: drafts, now: school.clock.now }));
  return { classid, plan };
}

const lessonsOf = (classid: string) =>
  school.db.selectFrom('lessons').selectAll().where('classid', '=', classid).orderBy('startsat').execute();
const states = async (classid: string) => (await lessonsOf(classid)).map(({ day, state }) => [day, state]);
const heldOn = async (classid: string) =>
  (await lessonsOf(classid)).filter(({ state }) => state !== 'cancelled').map(({ day }) => day);

const close = async (closure: object, query = '') => {
  const { status, body } = await admin.call('POST', `/closures${query}`, closure);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const open = async (id: string, query = '') => (await admin.call('DELETE', `/closures/${id}${query}`)).body;

describe('closing the school', () => {
  test('cancels the lessons of these days, with what it is called, and no others', async () => {
    const { classid } = await plannedClass();
    const { insertedId, cancelled, planned, clashes } = await close(BREAK);
    expect(cancelled).toEqual({
      lessons: 2,
      classes: [{ classid, classname: expect.any(String), days: ['2026-10-20', '2026-10-27'] }],
    });
    expect([planned, clashes]).toEqual([{ lessons: 0, classes: [] }, []]);
    expect(await heldOn(classid)).toEqual(['2026-10-06', '2026-10-13', '2026-11-03']);
    const [, , closed] = await lessonsOf(classid);
    expect(closed).toMatchObject({ reason: 'Autumn break', closureid: insertedId, seq: 1, removedat: null });
  });

  test('is told before it is done, and a dry run changes nothing and tells nobody', async () => {
    const { classid } = await plannedClass();
    await takeClass(school.db, { learnerid: (await school.signIn('student')).learnerid, classid });
    const before = await lessonsOf(classid);
    const dry = await close(BREAK, '?dry=1');
    expect(await lessonsOf(classid)).toEqual(before);
    expect(await school.db.selectFrom('mails').selectAll().execute()).toEqual([]);
    const { insertedId: _, ...done } = await close(BREAK);
    expect(dry).toEqual(done);
  });

  test('tells each person once, whatever lessons of theirs it cancels', async () => {
    const [one, other] = [await plannedClass(), await plannedClass({ starttime: '18:00' })];
    const student = await school.signIn('student');
    for (const { classid } of [one, other])
      await takeClass(school.db, { learnerid: student.learnerid, classid });
    await close(BREAK);
    const mails = await school.db
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', student.email)
      .execute();
    expect(mails).toHaveLength(1);
  });

  test('leaves alone what has begun, what was cancelled before, and what was moved to another day', async () => {
    const { classid } = await plannedClass();
    const [, , moved, cancelled] = await lessonsOf(classid);
    const later = {
      day: '2026-11-05',
      startsat: (moved?.startsat ?? 0) + 16 * DAY_MS,
      state: 'moved' as const,
    };
    await school.db
      .updateTable('lessons')
      .set({ ...later, endsat: later.startsat + 1000 })
      .where('_id', '=', moved?._id ?? '')
      .execute();
    await school.db
      .updateTable('lessons')
      .set({ state: 'cancelled', cancelledat: 1, reason: 'Ill' })
      .where('_id', '=', cancelled?._id ?? '')
      .execute();
    school.clock.now = Date.parse('2026-10-13T14:00:00Z');
    const { cancelled: sum } = await close({ ...BREAK, firstday: '2026-10-01' });
    expect(sum.lessons).toBe(0);
    expect(await heldOn(classid)).toEqual(['2026-10-06', '2026-10-13', '2026-11-03', '2026-11-05']);
    expect((await lessonsOf(classid)).map(({ reason }) => reason)).toContain('Ill');
  });

  test('closes a day from its first minute to its last on the school’s clocks', async () => {
    const early = await plannedClass({ starttime: '00:00' });
    const late = await plannedClass({ starttime: '23:30', minutes: 60 });
    await close({ ...BREAK, firstday: '2026-10-20', lastday: '2026-10-20' });
    for (const { classid } of [early, late])
      expect(await heldOn(classid)).toEqual(TUESDAYS.filter((day) => day !== '2026-10-20'));
  });
});

test('closing a room or a teacher cancels what is to be held there or by them', async () => {
  const roomid = await addRoom(school);
  const inRoom = await plannedClass({ roomid });
  const elsewhere = await plannedClass({ starttime: '18:00' });
  const teacherid = elsewhere.plan.teacherid as string;
  await close({ ...BREAK, roomid });
  expect([(await heldOn(inRoom.classid)).length, (await heldOn(elsewhere.classid)).length]).toEqual([3, 5]);
  const [, , , fourth] = await lessonsOf(elsewhere.classid);
  const substitute = await school.signIn('instructor');
  await school.db
    .updateTable('lessons')
    .set({ teacherid: substitute.user._id })
    .where('_id', '=', fourth?._id ?? '')
    .execute();
  await close({ ...BREAK, teacherid });
  expect(await heldOn(elsewhere.classid)).toEqual(TUESDAYS.toSpliced(2, 1));
});

describe('opening again', () => {
  test('plans the same lessons again, and calendars are told of a change', async () => {
    const { classid } = await plannedClass();
    const before = await lessonsOf(classid);
    const { insertedId } = await close(BREAK);
    const dry = await open(insertedId, '?dry=1');
    expect(await heldOn(classid)).toHaveLength(3);
    const done = await open(insertedId);
    expect(done).toEqual(dry);
    expect(done).toMatchObject({ deletedCount: 1, planned: { lessons: 2 }, clashes: [] });
    const seqs = before.map((lesson, at) => ({ ...lesson, seq: at === 2 || at === 3 ? 2 : 0 }));
    expect(await lessonsOf(classid)).toMatchObject(seqs.map(({ changedat: _, ...lesson }) => lesson));
  });

  test('plans what had no lesson, since its day was closed when it was planned', async () => {
    const { insertedId } = await close(BREAK);
    const { classid } = await plannedClass({ closed: ['2026-10-20', '2026-10-27'] });
    expect(await open(insertedId)).toMatchObject({ planned: { lessons: 2 } });
    expect(await heldOn(classid)).toEqual(TUESDAYS);
  });

  test('plans nothing that is over, or that other closing days close', async () => {
    const { classid } = await plannedClass();
    const { insertedId } = await close(BREAK);
    const holiday = await close({ name: 'Holiday', firstday: '2026-10-27', lastday: '2026-10-27' });
    school.clock.now = Date.parse('2026-10-20T14:00:00Z');
    expect(await open(insertedId)).toMatchObject({ planned: { lessons: 0 } });
    expect(await heldOn(classid)).toHaveLength(3);
    const [, , , fourth] = await lessonsOf(classid);
    expect(fourth).toMatchObject({ closureid: holiday.insertedId, reason: 'Holiday' });
    expect(await open(holiday.insertedId)).toMatchObject({ planned: { lessons: 1 } });
  });

  test('leaves cancelled what clashes now, and says why', async () => {
    const roomid = await addRoom(school);
    const { classid } = await plannedClass({ roomid });
    const { insertedId } = await close(BREAK);
    const other = await plannedClass({
      roomid,
      starttime: '16:30',
      firstday: '2026-10-20',
      lastday: '2026-10-20',
    });
    const { classname } = await school.db
      .selectFrom('classes')
      .select('classname')
      .where('_id', '=', other.classid)
      .executeTakeFirstOrThrow();
    expect(await open(insertedId)).toMatchObject({
      planned: { lessons: 1 },
      clashes: [{ day: '2026-10-20', kind: 'room', with: classname }],
    });
    expect(await heldOn(classid)).toEqual(TUESDAYS.toSpliced(2, 1));
  });

  test('of two that were planned for one room while it was closed plans the one', async () => {
    const { insertedId } = await close(BREAK);
    const roomid = await addRoom(school);
    const closed = ['2026-10-20', '2026-10-27'];
    const span = { roomid, closed, firstday: '2026-10-19', lastday: '2026-10-30' };
    const [one, other] = [await plannedClass(span), await plannedClass(span)];
    const { planned, clashes } = await open(insertedId);
    expect([planned.lessons, clashes.length]).toEqual([2, 2]);
    expect([...(await heldOn(one.classid)), ...(await heldOn(other.classid))].sort()).toEqual(closed);
  });

  test('leaves alone a class that was deleted meanwhile', async () => {
    const { insertedId } = await close(BREAK);
    const { classid } = await plannedClass({ closed: ['2026-10-20', '2026-10-27'] });
    const closedOut = await plannedClass({ starttime: '18:00' });
    const holiday = await close({ name: 'Holiday', firstday: '2026-11-02', lastday: '2026-11-05' });
    const classids = [classid, closedOut.classid];
    await school.db.updateTable('classes').set({ deletedat: 1 }).where('_id', 'in', classids).execute();
    for (const id of [insertedId, holiday.insertedId])
      expect(await open(id)).toMatchObject({ planned: { lessons: 0 } });
  });

  test('what is deleted while its lessons are closed out has none that could come back', async () => {
    const { classid } = await plannedClass();
    const student = await school.signIn('student');
    await takeClass(school.db, { learnerid: student.learnerid, classid });
    await sql`update classes set enrolledstudents = 1, capacity = capacity + 1 where _id = ${classid}`.execute(
      school.db,
    );
    const { insertedId } = await close(BREAK);
    expect((await admin.call('DELETE', `/delete/${classid}`)).status).toBe(200);
    const lessons = await lessonsOf(classid);
    expect(lessons.map(({ closureid }) => closureid)).toEqual(TUESDAYS.map(() => null));
    expect(lessons.map(({ reason }) => reason)).toContain('Autumn break');
    const [mail] = (await mailsOf(school, student.email)).filter(({ subject }) =>
      subject.includes('offered'),
    );
    expect(mail?.text).toContain('Lessons that are cancelled: 3');
    expect(await open(insertedId)).toMatchObject({ planned: { lessons: 0 } });
  });

  test.each([
    ['out of use', { retiredat: 1 }],
    ['too small', { places: 1 }],
  ])('holds without a room what was to be in one that is %s by now', async (_, change) => {
    const roomid = await addRoom(school);
    const reopened = await plannedClass({ roomid });
    const { insertedId } = await close(BREAK);
    const missing = await plannedClass({ roomid, starttime: '18:00', closed: ['2026-10-20', '2026-10-27'] });
    const elsewhere = await plannedClass({ roomid: await addRoom(school), starttime: '20:00' });
    await school.db.updateTable('rooms').set(change).where('_id', '=', roomid).execute();
    expect(await open(insertedId)).toMatchObject({ planned: { lessons: 4 }, clashes: [] });
    for (const { classid } of [reopened, missing])
      expect((await lessonsOf(classid)).map((lesson) => lesson.roomid)).toEqual([
        ...[roomid, roomid],
        ...[null, null],
        roomid,
      ]);
    expect((await lessonsOf(elsewhere.classid)).every((lesson) => lesson.roomid !== null)).toBe(true);
  });
});

test('other days, another name and another room cancel and plan what follows from them', async () => {
  const roomid = await addRoom(school);
  const [one, other] = [await plannedClass({ roomid }), await plannedClass({ starttime: '18:00' })];
  const { insertedId } = await close(BREAK);
  const change = { ...BREAK, name: 'Half term', firstday: '2026-10-26', lastday: '2026-11-04' };
  const { body } = await admin.call('PUT', `/closures/${insertedId}`, change);
  expect(body).toMatchObject({ cancelled: { lessons: 2 }, planned: { lessons: 2 } });
  expect(await states(one.classid)).toEqual(
    TUESDAYS.map((day) => [day, day > '2026-10-26' ? 'cancelled' : 'planned']),
  );
  expect((await lessonsOf(one.classid)).at(-2)).toMatchObject({ reason: 'Half term' });
  const ofRoom = await admin.call('PUT', `/closures/${insertedId}`, { ...change, roomid });
  expect(ofRoom.body).toMatchObject({ cancelled: { lessons: 0 }, planned: { lessons: 2 } });
  expect(await heldOn(other.classid)).toEqual(TUESDAYS);
});

test('what is opened again is planned on the clocks of the zone that another process has just changed', async () => {
  const { classid } = await plannedClass();
  const { insertedId } = await close(BREAK);
  await school.call('GET', '/school');
  await school.db.updateTable('school').set({ timezone: 'Europe/London' }).execute();
  await open(insertedId);
  await school.db.updateTable('school').set({ timezone: ZONE }).execute();
  expect((await lessonsOf(classid)).map(({ startsat }) => new Date(startsat).getUTCHours())).toEqual([
    14, 14, 15, 16, 15,
  ]);
});

test('a room stays while lessons are closed out that are to be held there again', async () => {
  const roomid = await addRoom(school);
  await plannedClass({ roomid, firstday: '2026-10-20', lastday: '2026-10-20' });
  await close(BREAK);
  await school.db.updateTable('plans').set({ roomid: null }).execute();
  expect((await admin.call('DELETE', `/rooms/${roomid}`)).body.code).toBe('room-in-use');
});

test('a room stays while it is planned, be it that all these days are closed, until the last of them is over', async () => {
  const roomid = await addRoom(school);
  await close(BREAK);
  const day = '2026-10-20';
  const { classid } = await plannedClass({ roomid, firstday: day, lastday: day, closed: [day] });
  const dry = await admin.call('DELETE', `/rooms/${roomid}?dry=1`);
  expect(dry.body).toMatchObject({ usedby: [{ classid, lessons: 0 }] });
  expect((await admin.call('DELETE', `/rooms/${roomid}`)).body.code).toBe('room-in-use');
  // Midnight in Berlin.
  school.clock.now = Date.parse('2026-10-20T21:59:00Z');
  admin = await school.signIn('admin');
  expect((await admin.call('DELETE', `/rooms/${roomid}`)).status).toBe(409);
  school.clock.now = Date.parse('2026-10-20T22:00:00Z');
  expect((await admin.call('DELETE', `/rooms/${roomid}`)).status).toBe(200);
});

test('a room that only a deleted class was planned in goes', async () => {
  const roomid = await addRoom(school);
  const { classid } = await plannedClass({ roomid });
  await close(BREAK);
  expect((await admin.call('DELETE', `/delete/${classid}`)).status).toBe(200);
  expect((await admin.call('DELETE', `/rooms/${roomid}`)).status).toBe(200);
});

test('a class has no more seats than the room takes in which its lessons are closed out', async () => {
  const roomid = await addRoom(school, { places: 12 });
  const day = '2026-10-20';
  const { classid } = await plannedClass({ roomid, firstday: day, lastday: day });
  await close(BREAK);
  const raise = () =>
    transact(school.db, (tx) => fitSeats(tx, { classid, seats: 13, now: school.clock.now }));
  await expect(raise()).rejects.toMatchObject({ code: 'room-too-small' });
  // One that the plan has no more needs no room.
  await school.db.updateTable('lessons').set({ removedat: 1 }).execute();
  await raise();
});

test('whoever plans while days are closed plans around them, or what was planned is cancelled', async () => {
  const classids = await Promise.all(
    Array.from({ length: 6 }, async () => (await school.addClass({ instructorname: 'Clara' }))._id),
  );
  const plan = { weekday: 2, starttime: '16:00', minutes: 45, everyweeks: 1, roomid: null };
  const plans = [{ ...plan, firstday: '2026-10-01', lastday: '2026-11-06' }];
  const answers = await Promise.all([
    ...classids.slice(0, 3).map((id) => admin.call('PUT', `/class/plans/${id}`, { plans })),
    admin.call('POST', '/closures', BREAK),
    ...classids.slice(3).map((id) => admin.call('PUT', `/class/plans/${id}`, { plans })),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  for (const classid of classids)
    expect(await heldOn(classid)).toEqual(['2026-10-06', '2026-10-13', '2026-11-03']);
});
