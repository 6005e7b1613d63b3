import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { TODAY_FREE, TODAY_LESSONS, type Today } from '#contract/reports/calls.ts';
import type { Row } from '#server/database/schema.ts';
import { insertMail } from '#server/jobs/outbox.ts';
import { seatIn } from '#tests/support/pay.ts';
import { addChild } from '#tests/support/people.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson, addPlan, addRoom } from '#tests/support/timetable.ts';

let school: TestSchool;
let admin: Person;
let office: Person;
let clara: Person;
let parent: Person;
let mia: string;

/** A Tuesday, at noon. */
const NOON = Date.UTC(2026, 8, 1, 12);
const HOUR_MS = 60 * 60_000;
const TODAY = '2026-09-01';

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
  office = await school.signIn('office');
  clara = await school.signIn('instructor');
  parent = await school.signIn('student');
  mia = await addChild(school.db, { userid: parent.user._id, firstname: 'Mia', lastname: 'Berg' });
});
beforeEach(async () => {
  school.clock.now = NOON;
  for (const table of ['ledger', 'enrolments', 'lessons', 'plans', 'orders'] as const)
    await school.db.deleteFrom(table).execute();
  await school.db.updateTable('classes').set({ deletedat: 1 }).execute();
});
afterAll(() => school.close({ typed: ['Welcome', 'About it', 'Here.', 'When?', 'Where?'] }));

async function today(person = office): Promise<Today> {
  const { status, body } = await person.call('GET', '/today');
  expect(status).toBe(200);
  return body;
}

const addClass = (fields: Partial<Row<'classes'>> = {}) =>
  school.addClass({ instructoremail: clara.email, classname: 'Cello', ...fields });

test('the lessons of today are told with room, teacher and who comes, those of other days and of the past term not', async () => {
  const cello = await addClass();
  const roomid = await addRoom(school.db, { name: 'Room 2' });
  const lesson = { classid: cello._id, teacherid: clara.user._id, roomid };
  const { _id } = await addLesson(school.db, { ...lesson, day: TODAY });
  await addLesson(school.db, { ...lesson, day: '2026-09-02' });
  await addLesson(school.db, { ...lesson, day: '2026-08-31' });
  await seatIn(school, cello, { userid: parent.user._id, learnerid: mia });
  expect((await today()).lessons).toEqual([
    {
      _id,
      classid: cello._id,
      classname: 'Cello',
      teacherid: clara.user._id,
      instructorname: clara.user.name,
      roomid,
      room: 'Room 2',
      day: TODAY,
      startsat: '2026-09-01T16:00:00.000Z',
      endsat: '2026-09-01T16:45:00.000Z',
      state: 'planned',
      reason: null,
      substitute: false,
      learners: [
        {
          learnername: 'Mia Berg',
          familyid: parent.user._id,
          absent: false,
          guest: false,
          trial: false,
        },
      ],
      guestsfree: 0,
    },
  ]);
});

test('the day is the school’s own', async () => {
  const { _id: classid } = await addClass();
  await addLesson(school.db, { classid, day: '2026-09-02' });
  const { version } = (await admin.call('GET', '/school')).body;
  school.clock.now = Date.UTC(2026, 8, 1, 23);
  expect(await today()).toMatchObject({ day: TODAY, lessons: [] });
  await admin.call('PUT', '/school', { version, timezone: 'Europe/Berlin' });
  expect(await today()).toMatchObject({ day: '2026-09-02', lessons: [{ classid }] });
  await admin.call('PUT', '/school', { version: version + 1, timezone: 'UTC' });
});

test('to a lesson come those whose place began before it, by name; to a cancelled one nobody', async () => {
  const cello = await addClass();
  const lesson = { classid: cello._id, day: TODAY };
  await addLesson(school.db, { ...lesson, starttime: '09:00' });
  await addLesson(school.db, { ...lesson, starttime: '14:00', teacherid: admin.user._id });
  await addLesson(school.db, {
    ...lesson,
    starttime: '15:00',
    state: 'cancelled',
    reason: 'The hall is wet.',
  });
  await seatIn(school, cello, { userid: parent.user._id, learnerid: mia });
  await seatIn(school, cello, { userid: parent.user._id, learnerid: parent.learnerid });
  const names = [parent.user.name, 'Mia Berg'].sort((one, other) => one.localeCompare(other));
  const { lessons } = await today();
  expect(
    lessons.map(({ state, substitute, reason, learners }) => ({
      state,
      substitute,
      reason,
      names: learners.map(({ learnername }) => learnername),
    })),
  ).toEqual([
    { state: 'planned', substitute: false, reason: null, names: [] },
    { state: 'planned', substitute: true, reason: null, names },
    { state: 'cancelled', substitute: false, reason: 'The hall is wet.', names: [] },
  ]);
});

test('of a lesson it is told who cannot come, which guests do, and how many more it takes until it begins', async () => {
  const cello = await addClass({ series: 'Strings', guestplaces: 1, availableseat: 3 });
  const harp = await addClass({ classname: 'Harp', guestplaces: 2, trialprice: 0 });
  // Neither of a series nor to be tried.
  const tuba = await addClass({ classname: 'Tuba', guestplaces: 2 });
  const roomid = await addRoom(school.db, { name: 'Hall', places: 4 });
  const lesson = await addLesson(school.db, { classid: cello._id, day: TODAY, roomid });
  await addLesson(school.db, { classid: harp._id, day: TODAY, starttime: '17:00' });
  await addLesson(school.db, { classid: harp._id, day: TODAY, starttime: '11:00' });
  await addLesson(school.db, { classid: tuba._id, day: TODAY, starttime: '18:00' });
  await seatIn(school, cello, { userid: parent.user._id, learnerid: mia });
  await seatIn(school, cello, { userid: parent.user._id, learnerid: parent.learnerid });
  const notice = { lessonid: lesson._id, learnerid: mia, words: 'A cold.' };
  expect((await parent.call('POST', '/absences', notice)).status).toBe(200);
  const other = await school.signIn('student');
  const guest = { fromlessonid: null, createdat: NOON, lessonid: lesson._id };
  await school.db
    .insertInto('guests')
    .values([
      { ...guest, learnerid: other.learnerid, kind: 'trial' },
      // Has the place of the class, too.
      { ...guest, learnerid: parent.learnerid, kind: 'catchup' },
    ])
    .execute();
  const { lessons } = await today();
  expect(lessons.map(({ classname, guestsfree }) => [classname, guestsfree])).toEqual([
    ['Harp', 0],
    ['Cello', 0],
    ['Harp', 2],
    ['Tuba', 0],
  ]);
  const learners = lessons[1]?.learners ?? [];
  expect(learners.slice(0, 2).toSorted((one, two) => Number(two.absent) - Number(one.absent))).toMatchObject([
    { learnername: 'Mia Berg', absent: true, guest: false },
    { learnername: parent.user.name, absent: false, guest: false },
  ]);
  expect(learners.slice(2)).toEqual([
    {
      learnername: other.user.name,
      familyid: other.user._id,
      absent: false,
      guest: true,
      trial: true,
    },
  ]);
  await school.db.deleteFrom('guests').where('learnerid', '=', other.learnerid).execute();
  expect((await today()).lessons[1]).toMatchObject({ guestsfree: 1 });
  expect(JSON.stringify(await today())).not.toContain('A cold.');
});

test('a day with more lessons than one answer names says so', async () => {
  const { _id: classid } = await addClass();
  const first = await addLesson(school.db, { classid, day: TODAY });
  const { _id: _, ...row } = first;
  const others = Array.from({ length: TODAY_LESSONS - 1 }, (_, at) => ({ ...row, _id: `lesson-${at}` }));
  await school.db.insertInto('lessons').values(others).execute();
  expect((await today()).more).toBe(false);
  await addLesson(school.db, { classid, day: TODAY, starttime: '18:00' });
  const { lessons, more } = await today();
  expect(lessons).toHaveLength(TODAY_LESSONS);
  expect(more).toBe(true);
});

test('classes with free places are named, the fewest and the most first, while there are lessons to come', async () => {
  for (let free = 0; free <= TODAY_FREE + 1; free++)
    await addClass({ classname: `With ${free}`, availableseat: free });
  await addClass({ classname: 'Pending', availableseat: 1, status: 'pending' });
  const over = await addClass({ classname: 'Over', availableseat: 90 });
  await addPlan(school.db, { classid: over._id });
  await addLesson(school.db, { classid: over._id, day: '2026-08-31' });
  const namesOf = (classes: { classname: string }[]) => classes.map(({ classname }) => classname);
  const { free } = await today();
  expect(namesOf(free.fewest)).toEqual(['With 1', 'With 2', 'With 3', 'With 4', 'With 5']);
  expect(namesOf(free.most)).toEqual(['With 6', 'With 5', 'With 4', 'With 3', 'With 2']);
  await addLesson(school.db, { classid: over._id, day: '2026-09-08' });
  expect(namesOf((await today()).free.most)[0]).toBe('Over');
});

test('what families owe is summed up until it is paid', async () => {
  const cello = await addClass({ availableseat: 5 });
  const body = { classid: cello._id, learnerid: mia, pay: 'due' };
  const { insertedId } = (await office.call('POST', '/enrolments', body)).body;
  await office.call('POST', '/enrolments', { ...body, learnerid: parent.learnerid });
  expect((await today()).owing).toEqual({ count: 2, sums: [{ currency: 'usd', amount: 120 }] });
  await office.call('PUT', `/enrolments/${insertedId}/paid`, { kind: 'cash', key: 'one' });
  expect((await today()).owing).toEqual({ count: 1, sums: [{ currency: 'usd', amount: 60 }] });
});

test('what is owed is what the list of families says, invoices and charges among it', async () => {
  const userid = parent.user._id;
  const harp = await addClass({ availableseat: 5 });
  await office.call('POST', '/enrolments', { classid: harp._id, learnerid: mia, pay: 'due' });
  const charge = async (amount: number) => {
    const body = { userid, kind: 'fee', label: 'Exam', amount, day: '2026-09-01', key: `owed${amount}` };
    return (await admin.call('POST', '/charges', body)).body.insertedId;
  };
  await admin.call('POST', '/invoices', { userid, chargeids: [await charge(30)] });
  await charge(12.5);
  const list: { price: number; kind: string }[] = (await office.call('GET', '/families/owing')).body;
  expect(list.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['place', 'invoice', 'charges']));
  const amount = list.reduce((sum, { price }) => sum + price, 0);
  expect((await today()).owing).toEqual({ count: list.length, sums: [{ currency: 'usd', amount }] });
});

test('mails that could not be sent are counted for those who may send them again', async () => {
  const letter = { reader: 'student' as const, paragraphs: ['Welcome'] };
  const mail = { kind: 'enrolled', ref: 'one', recipient: 'gone@mail.example', subject: 'About it', letter };
  await insertMail(school.db, { ...mail, now: NOON - HOUR_MS });
  expect((await today()).failedmails).toBe(0);
  const failed = { workat: null, lasterror: '550 no such box' };
  await school.db.updateTable('mails').set(failed).where('ref', '=', 'one').execute();
  expect((await today()).failedmails).toBe(1);
  expect((await today(admin)).failedmails).toBe(1);
});

test('what is an admin’s to decide is told to admins alone', async () => {
  await addClass({ classname: 'Waits', status: 'pending' });
  await addClass({ classname: 'Changed', changedat: NOON });
  await parent.call('POST', '/questions', { text: 'When?' });
  const { body } = await parent.call('POST', '/questions', { text: 'Where?' });
  expect((await admin.call('PUT', `/questions/${body.insertedId}/answer`, { answer: 'Here.' })).status).toBe(
    200,
  );
  expect((await today(admin)).decisions).toMatchObject({
    waiting: { count: 1, classes: [{ classname: 'Waits' }] },
    changed: 1,
    questions: 1,
    attention: 0,
  });
  expect('decisions' in (await today())).toBe(false);
});

test('nobody else reads it', async () => {
  for (const person of [parent, clara]) expect((await person.call('GET', '/today')).status).toBe(403);
});
