import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TODAY_FREE, TODAY_LESSONS, TODAY_NAMED, type Today } from '#contract/reports/calls.ts';
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

describe('in parts', () => {
  const ids = ({ lessons }: Today) => lessons.map(({ _id }) => _id);
  const part = async (query: string, person = office): Promise<Today> => {
    const { status, body } = await person.call('GET', `/today?limit=2${query}`);
    expect(status).toBe(200);
    return body;
  };
  /** Every hour from 9 to 17: at noon the first three are over. */
  async function addDay() {
    const { _id: classid } = await addClass();
    const hours = ['09', '10', '11', '12', '13', '14', '15', '16', '17'];
    const lessons: string[] = [];
    for (const hour of hours)
      lessons.push((await addLesson(school.db, { classid, day: TODAY, starttime: `${hour}:00` }))._id);
    await addLesson(school.db, { classid, day: '2026-09-02', starttime: '09:00' });
    return { classid, lessons };
  }
  /** All that is read from the present hour on, to the end and back to the beginning. */
  async function readOn(between = async () => {}) {
    let now = await part('');
    const found = [...ids(now)];
    await between();
    let { earlier } = now;
    while (now.more) {
      now = await part(`&after=${found.at(-1)}`);
      found.push(...ids(now));
    }
    while (earlier) {
      const before = await part(`&before=${found[0]}`);
      found.unshift(...ids(before));
      earlier = before.earlier;
    }
    return found;
  }

  test('the day begins with what is at work, and every lesson is told once, in order', async () => {
    const { lessons } = await addDay();
    const first = await part('');
    expect(ids(first)).toEqual(lessons.slice(3, 5));
    expect(first).toMatchObject({ day: TODAY, more: true, earlier: true });
    expect(first.sums).toEqual({ over: 3, now: 1, later: 5, notices: 0, taking: 0 });
    expect(await readOn()).toEqual(lessons);
    expect(ids(await today())).toEqual(lessons);
  });

  test('nothing is lost when a lesson is taken away or added between two', async () => {
    const { classid, lessons } = await addDay();
    const added: string[] = [];
    const found = await readOn(async () => {
      const gone = { state: 'cancelled' as const, cancelledat: 1, removedat: 1 };
      for (const id of [lessons[4] ?? '', lessons[1] ?? ''])
        await school.db.updateTable('lessons').set(gone).where('_id', '=', id).execute();
      for (const starttime of ['08:00', '18:00'])
        added.push((await addLesson(school.db, { classid, day: TODAY, starttime }))._id);
    });
    const [early = '', late = ''] = added;
    expect(found).toEqual([early, ...lessons.filter((_, at) => at !== 1), late]);
  });

  test('once the day is over its last lessons come, and before it its first', async () => {
    const { lessons } = await addDay();
    school.clock.now = Date.UTC(2026, 8, 1, 22);
    const evening = await part('');
    expect(ids(evening)).toEqual(lessons.slice(-2));
    expect(evening).toMatchObject({ more: false, earlier: true, sums: { over: 9, now: 0, later: 0 } });
    expect(await readOn()).toEqual(lessons);
    school.clock.now = Date.UTC(2026, 8, 1, 5);
    expect(await part('')).toMatchObject({ more: true, earlier: false, sums: { over: 0, now: 0, later: 9 } });
    await school.db.deleteFrom('lessons').execute();
    expect(await part('')).toMatchObject({ lessons: [], more: false, earlier: false });
  });

  test('of a lesson with many it is told how many come, and by name who cannot and who is a guest', async () => {
    const cello = await addClass({ availableseat: 40, series: 'Strings', guestplaces: 9 });
    const trio = await addClass({ classname: 'Trio', availableseat: 3 });
    const { _id: lessonid } = await addLesson(school.db, { classid: cello._id, day: TODAY });
    await addLesson(school.db, { classid: trio._id, day: TODAY, starttime: '17:00' });
    await seatIn(school, trio, { userid: parent.user._id, learnerid: mia });
    await seatIn(school, cello, { userid: parent.user._id, learnerid: mia });
    for (let at = 1; at < TODAY_NAMED; at++) {
      const child = { userid: parent.user._id, firstname: `Child ${at}`, lastname: 'Berg' };
      await seatIn(school, cello, { userid: parent.user._id, learnerid: await addChild(school.db, child) });
    }
    expect((await parent.call('POST', '/absences', { lessonid, learnerid: mia })).status).toBe(200);
    const guest = { fromlessonid: null, createdat: NOON, lessonid, learnerid: clara.learnerid };
    await school.db
      .insertInto('guests')
      .values({ ...guest, kind: 'trial' })
      .execute();
    const few = await part('');
    expect(few.lessons[0]).toMatchObject({ coming: TODAY_NAMED });
    expect(few.lessons[0]?.learners).toHaveLength(TODAY_NAMED + 1);
    await seatIn(school, cello, { userid: parent.user._id, learnerid: parent.learnerid });
    const { lessons, sums } = await part('');
    expect(lessons).toMatchObject([
      {
        coming: TODAY_NAMED + 1,
        learners: [
          { learnername: 'Mia Berg', absent: true, guest: false },
          { learnername: clara.user.name, absent: false, guest: true, trial: true },
        ],
      },
      { coming: 1, learners: [{ learnername: 'Mia Berg', absent: false }] },
    ]);
    expect(sums).toEqual({ over: 0, now: 0, later: 2, notices: 1, taking: 1 });
    const whole = await today();
    expect(whole.lessons[0]?.learners).toHaveLength(TODAY_NAMED + 2);
    expect('sums' in whole || 'earlier' in whole || 'coming' in (whole.lessons[0] ?? {})).toBe(false);
  });

  test('the sums count no cancelled lesson as held now, and no absence without a place or from a cancelled lesson', async () => {
    const cello = await addClass();
    const lesson = { classid: cello._id, day: TODAY };
    const off = { state: 'cancelled' as const, reason: 'The hall is wet.', cancelledat: NOON };
    await addLesson(school.db, { ...lesson, ...off, starttime: '12:00' });
    const { _id: kept } = await addLesson(school.db, { ...lesson, starttime: '15:00' });
    const { _id: called } = await addLesson(school.db, { ...lesson, starttime: '16:00' });
    await seatIn(school, cello, { userid: parent.user._id, learnerid: mia });
    for (const lessonid of [kept, called])
      expect((await parent.call('POST', '/absences', { lessonid, learnerid: mia })).status).toBe(200);
    expect((await part('')).sums).toEqual({ over: 0, now: 0, later: 3, notices: 2, taking: 0 });
    await school.db.updateTable('lessons').set(off).where('_id', '=', called).execute();
    expect((await part('')).sums).toMatchObject({ later: 3, notices: 1 });
    // A place that begins later than the lesson.
    await school.db
      .updateTable('enrolments')
      .set({ date: NOON + 9 * HOUR_MS })
      .execute();
    expect((await part('')).sums).toMatchObject({ notices: 0 });
  });

  test('each is for who runs the school alone, and tells admins alone what they decide', async () => {
    const { lessons } = await addDay();
    const query = `/today?limit=2&after=${lessons[3]}`;
    for (const person of [parent, clara]) expect((await person.call('GET', query)).status).toBe(403);
    expect('decisions' in (await part(`&after=${lessons[3]}`))).toBe(false);
    expect('decisions' in (await part(`&after=${lessons[3]}`, admin))).toBe(true);
    for (const limit of [0, TODAY_LESSONS + 1, 'x'])
      expect((await office.call('GET', `/today?limit=${limit}`)).status).toBe(400);
  });
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
