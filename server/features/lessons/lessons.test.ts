import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { findNamedLearners } from '#server/database/rows/learners.ts';
import { transact } from '#server/database/transact.ts';
import { addRoom, lessonOf } from '#tests/support/lessons.ts';
import { serving } from '#tests/support/plans.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { takeClass } from '#tests/support/take-class.ts';
import { addLesson } from '#tests/support/timetable.ts';
import {
  countLessons,
  findClashes,
  findLearnerClashes,
  joinClass,
  type LessonDraft,
  writeLessons,
} from './index.ts';
import * as queries from './queries.ts';

const HOUR_MS = 60 * 60_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

let school: TestSchool;
beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(() => school.close());

/** Of this moment's week on, so that no two tests meet. */
let weeks = 0;
const aMoment = () => school.clock.now + ++weeks * 10 * WEEK_MS;

const write = (...lessons: LessonDraft[]) =>
  serving(() => transact(school.db, (tx) => writeLessons(tx, { lessons, now: school.clock.now })));

const join = (learnerid: string, classid: string, { confirmed = false } = {}) =>
  serving(() =>
    transact(school.db, (tx) => joinClass(tx, { learnerid, classid, confirmed, now: school.clock.now })),
  );

const anotherClass = async (classname = 'Violin') => (await school.addClass({ classname }))._id;

test.each([
  ['lessons', queries.findLessonsById],
  ['who is in classes', queries.findLearnersIn],
  ['the classes of learners', queries.findClassesOf],
  ['what classes are called', queries.findClassNames],
  ['what the payer knows of', queries.findConfirmed],
  ['rooms', queries.findRooms],
  ['what learners are called', findNamedLearners],
])('%s: found by more ids than a statement of SQLite may name', async (_, find) => {
  const ids = Array.from({ length: 33_000 }, (_, at) => `none-${at}`);
  expect([...(await find(school.db, ids))]).toEqual([]);
});

test('a lesson clashes with every lesson at the same time of another class that one of its learners takes', async () => {
  const MINUTE_MS = 60_000;
  const times = fc.record({
    start: fc.integer({ min: 0, max: 4 * 21 * 24 - 1 }).map((quarters) => quarters * 15 * MINUTE_MS),
    length: fc.integer({ min: 1, max: 40 }).map((quarters) => quarters * 15 * MINUTE_MS),
  });
  type Times = { startsat: number; endsat: number };
  const overlap = (one: Times, other: Times) => one.startsat < other.endsat && other.startsat < one.endsat;
  const { learnerid } = await school.signIn('student');

  const property = async (offered: { start: number; length: number }[], asked: typeof offered) => {
    const from = aMoment();
    const at = ({ start, length }: { start: number; length: number }): Times => ({
      startsat: from + start,
      endsat: from + start + length,
    });
    const [classid, besideid, elseid] = [await anotherClass(), await anotherClass(), await anotherClass()];
    for (const id of [classid, besideid]) await takeClass(school.db, { learnerid, classid: id });
    const row = await addLesson(school.db, { classid: besideid, day: '2020-01-01' });
    const rows = offered.map((one) => ({ ...row, _id: newId(), ...at(one) }));
    const others = [classid, elseid].flatMap((id) =>
      rows.map((lesson) => ({ ...lesson, _id: newId(), classid: id })),
    );
    await school.db
      .insertInto('lessons')
      .values([...rows, ...others])
      .execute();
    const wanted = asked.map((one) => lessonOf(classid, 0, at(one)));
    const found = await serving(() => queries.findBeside(school.db, classid, wanted));
    const expected = wanted.flatMap((one) =>
      rows
        .filter((lesson) => overlap(lesson, one))
        .map(({ _id }) => ({ wantedid: one._id, lessonid: _id, classid: besideid, learnerid })),
    );
    expect(found).toHaveLength(expected.length);
    expect(found).toEqual(expect.arrayContaining(expected));
  };
  const some = fc.array(times, { minLength: 1, maxLength: 12 });
  await fc.assert(fc.asyncProperty(some, some, property), { numRuns: 60 });
});

describe('a lesson', () => {
  test('is refused while another is in its room, until that is over', async () => {
    const roomid = await addRoom(school);
    const at = aMoment();
    await write(lessonOf(await anotherClass(), at, { roomid }));
    const other = await anotherClass();
    for (const from of [at - HOUR_MS / 2, at, at + HOUR_MS / 2])
      await expect(write(lessonOf(other, from, { roomid }))).rejects.toMatchObject({ code: 'room-taken' });
    await write(lessonOf(other, at + HOUR_MS, { roomid }), lessonOf(other, at - HOUR_MS, { roomid }));
  });

  test('that lasts ten hours is in the way to its last minute', async () => {
    const roomid = await addRoom(school);
    const at = aMoment();
    await write(lessonOf(await anotherClass(), at, { roomid, endsat: at + 10 * HOUR_MS }));
    const late = lessonOf(await anotherClass(), at + 10 * HOUR_MS - 60_000, { roomid });
    await expect(write(late)).rejects.toMatchObject({ code: 'room-taken' });
  });

  test('is refused while its teacher or its own class has another', async () => {
    const { _id: classid, instructorid: teacherid } = await school.addClass();
    const at = aMoment();
    await write(lessonOf(classid, at, { teacherid }));
    const other = lessonOf(await anotherClass(), at, { teacherid });
    await expect(write(other)).rejects.toMatchObject({ code: 'teacher-taken' });
    await expect(write(lessonOf(classid, at))).rejects.toMatchObject({ code: 'teacher-taken' });
  });

  test('is refused beside one that is written together with it', async () => {
    const roomid = await addRoom(school);
    const at = aMoment();
    const [one, other] = [await anotherClass(), await anotherClass()];
    const both = [lessonOf(one, at, { roomid }), lessonOf(other, at, { roomid })];
    await expect(write(...both)).rejects.toMatchObject({ code: 'room-taken' });
  });

  test('changes places with another', async () => {
    const [here, there] = [await addRoom(school), await addRoom(school)];
    const at = aMoment();
    const one = lessonOf(await anotherClass(), at, { roomid: here });
    const other = lessonOf(await anotherClass(), at, { roomid: there });
    await write(one, other);
    const written = await write({ ...one, roomid: there }, { ...other, roomid: here });
    expect(written.map(({ seq }) => seq)).toEqual([1, 1]);
  });

  test('that is cancelled is in nobody’s way, and in its own place again only where that is free', async () => {
    const roomid = await addRoom(school);
    const at = aMoment();
    const one = lessonOf(await anotherClass(), at, { roomid });
    await write(one);
    const [cancelled] = await write({ ...one, state: 'cancelled', reason: 'Ill' });
    expect(cancelled).toMatchObject({ seq: 1, cancelledat: school.clock.now });
    await write(lessonOf(await anotherClass(), at, { roomid }));
    await expect(write(one)).rejects.toMatchObject({ code: 'room-taken' });
  });

  test('that stays as it is is written no more', async () => {
    const lesson = lessonOf(await anotherClass(), aMoment());
    expect(await write(lesson)).toHaveLength(1);
    expect(await write(lesson)).toEqual([]);
  });

  test('is refused while a learner is in another, and names who to the one who plans', async () => {
    const { learnerid, user } = await school.signIn('student');
    const [one, other] = [await anotherClass('Secret class'), await anotherClass()];
    for (const classid of [one, other]) await takeClass(school.db, { learnerid, classid });
    const at = aMoment();
    await write(lessonOf(one, at));
    const wanted = lessonOf(other, at);
    await expect(write(wanted)).rejects.toMatchObject({ code: 'learner-clash' });
    const clashes = await findClashes(school.db, { lessons: [wanted], now: school.clock.now });
    expect(clashes).toMatchObject([
      { lessonid: wanted._id, day: wanted.day, kind: 'learner', with: user.name },
    ]);
    const together = [lessonOf(one, at + WEEK_MS), lessonOf(other, at + WEEK_MS)];
    await expect(write(...together)).rejects.toMatchObject({ code: 'learner-clash' });
  });

  test('that has begun clashes for no learner', async () => {
    const { learnerid } = await school.signIn('student');
    const [one, other] = [await anotherClass(), await anotherClass()];
    for (const classid of [one, other]) await takeClass(school.db, { learnerid, classid });
    const at = school.clock.now - 40 * WEEK_MS;
    await write(lessonOf(one, at), lessonOf(other, at + WEEK_MS));
    await write(lessonOf(other, at));
  });
});

describe('who joins a class', () => {
  test('stands once in the way of a lesson, in however many others they are then', async () => {
    const { learnerid, user } = await school.signIn('student');
    const [one, other, third] = [await anotherClass(), await anotherClass(), await anotherClass()];
    const at = aMoment();
    await write(lessonOf(one, at), lessonOf(other, at + HOUR_MS / 2));
    for (const classid of [one, other, third]) await takeClass(school.db, { learnerid, classid });
    const lessons = [lessonOf(third, at + HOUR_MS / 4), lessonOf(third, at + 2 * WEEK_MS)];
    const clashes = await findClashes(school.db, { lessons, now: school.clock.now });
    expect(clashes).toMatchObject([{ day: lessons[0]?.day, kind: 'learner', with: user.name }]);
    expect(clashes).toHaveLength(1);
  });

  test('is refused where a lesson to come meets one of another class of theirs', async () => {
    const { learnerid } = await school.signIn('student');
    const [one, other] = [await anotherClass('Choir'), await anotherClass()];
    const at = aMoment();
    const [lesson, meeting] = [lessonOf(one, at), lessonOf(other, at + HOUR_MS / 2)];
    await write(lesson, meeting, lessonOf(other, at + WEEK_MS));
    await join(learnerid, one);
    await takeClass(school.db, { learnerid, classid: one });
    await expect(join(learnerid, other)).rejects.toMatchObject({ code: 'learner-clash' });
    const found = () => findLearnerClashes(school.db, { learnerid, classid: other, now: school.clock.now });
    expect(await found()).toMatchObject([
      { day: meeting.day, kind: 'learner', with: 'Choir', classid: one, startsat: lesson.startsat },
    ]);
    await write({ ...lesson, state: 'cancelled' });
    expect(await found()).toEqual([]);
  });

  test('is refused no more, and neither is who plans, once the payer has confirmed it', async () => {
    const { learnerid } = await school.signIn('student');
    const [one, other, third] = [await anotherClass(), await anotherClass(), await anotherClass()];
    const at = aMoment();
    await write(lessonOf(one, at), lessonOf(other, at));
    await takeClass(school.db, { learnerid, classid: one });
    await join(learnerid, other, { confirmed: true });
    await join(learnerid, other);
    await takeClass(school.db, { learnerid, classid: other });
    await write(lessonOf(one, at + WEEK_MS), lessonOf(other, at + WEEK_MS));
    await takeClass(school.db, { learnerid, classid: third });
    await expect(write(lessonOf(third, at))).rejects.toMatchObject({ code: 'learner-clash' });
  });

  test('is in a class from when a seat is held for them', async () => {
    const { learnerid } = await school.signIn('student');
    const [one, other, third] = [await anotherClass(), await anotherClass(), await anotherClass()];
    const at = aMoment();
    await write(lessonOf(one, at), lessonOf(other, at), lessonOf(third, at + WEEK_MS));
    for (const classid of [one, third]) await takeClass(school.db, { learnerid, classid });
    await school.db.deleteFrom('enrolments').where('classid', '=', one).execute();
    await join(learnerid, other);
    const wanted = [lessonOf(third, at), lessonOf(one, at + WEEK_MS)];
    const clashing = async () => {
      const clashes = wanted.map((lesson) =>
        findClashes(school.db, { lessons: [lesson], now: school.clock.now }),
      );
      return (await Promise.all(clashes)).map(({ length }) => length);
    };
    expect(await clashing()).toEqual([0, 0]);
    for (const state of ['held', 'intent', 'expiring'] as const) {
      const intent = { intentid: `pi_${one}`, clientsecret: 'secret' };
      await school.db
        .updateTable('orders')
        .set({ state, ...intent })
        .where('classid', '=', one)
        .execute();
      await expect(join(learnerid, other)).rejects.toMatchObject({ code: 'learner-clash' });
      expect(await clashing()).toEqual([1, 1]);
    }
  });
});

test('lessons are counted without those that are cancelled', async () => {
  const [classid, none, off] = [await anotherClass(), await anotherClass(), await anotherClass()];
  const { now } = school.clock;
  const starts = [now - 2 * WEEK_MS, now - WEEK_MS, now, now + WEEK_MS, now + 2 * WEEK_MS];
  const lessons = starts.map((at) => lessonOf(classid, at));
  await write(...lessons, lessonOf(classid, now + 3 * WEEK_MS, { state: 'cancelled' }));
  const cancelled = lessonOf(off, now + WEEK_MS, { state: 'cancelled' });
  await write(cancelled, lessonOf(none, now + WEEK_MS, { state: 'cancelled', removedat: now }));
  const counts = await serving(() => countLessons(school.db, [classid, none, off], now));
  const [first, , , next, last] = starts;
  // Of one whose lessons are all cancelled there are none; what its plan has no more never was.
  const nothing = { left: 0, of: 0, first: null, last: null, next: null };
  expect(Object.fromEntries(counts)).toEqual({
    [classid]: { left: 2, of: 5, first, last, next },
    [off]: nothing,
  });
});
