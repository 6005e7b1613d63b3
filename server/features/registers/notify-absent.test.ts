import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Row } from '#server/database/schema.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { addChild } from '#tests/support/people.ts';
import { serving } from '#tests/support/plans.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { takeClass } from '#tests/support/take-class.ts';
import { addLesson } from '#tests/support/timetable.ts';
import { absentJob } from './notify-absent.ts';

const ZONE = 'America/New_York';
const DAY = '2026-09-08';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Four in the afternoon there, in summer. */
const STARTS = Date.UTC(2026, 8, 8, 20);

let school: TestSchool;
let admin: Person;
let parent: Person;
let guardian: Person;
let silent: Person;
let anna: string;
let ben: string;
let classid: string;
let lessonid: string;

beforeAll(async () => {
  school = await openTestSchool();
  school.clock.now = STARTS;
  admin = await school.signIn('admin');
  [parent, guardian, silent] = [
    await school.signIn('student'),
    await school.signIn('student'),
    await school.signIn('student'),
  ];
  expect((await admin.call('PUT', '/school', { timezone: ZONE, version: 1 })).status).toBe(200);
  const child = (firstname: string) =>
    addChild(school.db, { userid: parent.user._id, firstname, lastname: 'Ahn' });
  [anna, ben] = [await child('Anna'), await child('Ben')];
  for (const [{ user }, getsmail] of [
    [guardian, 1],
    [silent, 0],
  ] as const)
    await school.db
      .insertInto('guardians')
      .values({ learnerid: anna, userid: user._id, mayenrol: 1, maypay: 1, getsmail, createdat: 0 })
      .execute();
  classid = (await school.addClass({ classname: 'Cello' }))._id;
});
beforeEach(async () => {
  for (const table of ['attendance', 'absences', 'lessons', 'mails'] as const)
    await school.db.deleteFrom(table).execute();
  school.clock.now = STARTS + 5 * MINUTE_MS;
  lessonid = (await addLesson(school.db, { classid, day: DAY, zone: ZONE }))._id;
});
afterAll(() => school.close());

/** Marks a learner, who has a place in the class, at this moment. */
async function mark(learnerid: string, state: Row<'attendance'>['state'] = 'absent'): Promise<void> {
  const place = school.db.selectFrom('enrolments').select('_id').where('learnerid', '=', learnerid);
  if (!(await place.executeTakeFirst())) await takeClass(school.db, { learnerid, classid });
  const marked = { state, markedat: school.clock.now, changedat: school.clock.now };
  await school.db
    .insertInto('attendance')
    .values({ lessonid, learnerid, note: null, byid: null, ...marked })
    .onConflict((on) => on.columns(['lessonid', 'learnerid']).doUpdateSet(marked))
    .execute();
}
const run = () =>
  serving(() => absentJob({ db: school.db, now: school.now, readSchool: school.readSchool }).run());
async function minutesPass(minutes: number): Promise<void> {
  school.clock.now += minutes * MINUTE_MS;
  await run();
}
const mails = async (person?: Person) =>
  (await mailsOf(school, person?.email)).filter(({ kind }) => kind === 'absent');

describe('an absence without notice', () => {
  test('is told ten minutes after it was marked, once, to who pays and to guardians who want mail', async () => {
    await mark(anna);
    await minutesPass(9);
    expect(await mails()).toEqual([]);
    await minutesPass(1);
    const [mail, ...more] = await mails(parent);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Cello: absent without notice');
    expect(mail?.text).toContain('For: Anna Ahn');
    expect(mail?.text).toContain('Cello: Tuesday, 8 September 2026, 16:00');
    expect(mail?.text).toContain('/student/week');
    expect(await mails(guardian)).toHaveLength(1);
    expect(await mails(silent)).toEqual([]);
    await minutesPass(60);
    expect(await mails()).toHaveLength(2);
  });

  test('of an account that learns itself is told to it', async () => {
    await mark(parent.learnerid);
    await minutesPass(10);
    const [mail] = await mails(parent);
    expect(mail?.text).not.toContain('For:');
    expect(await mails()).toHaveLength(1);
  });

  test('of brothers and sisters is told in one mail, which waits for the last of them', async () => {
    await mark(anna);
    school.clock.now += 6 * MINUTE_MS;
    await mark(ben);
    await minutesPass(9);
    expect(await mails()).toEqual([]);
    await minutesPass(1);
    const [mail, ...more] = await mails(parent);
    expect(more).toEqual([]);
    expect(mail?.text).toMatch(/For: (Anna Ahn, Ben Ahn|Ben Ahn, Anna Ahn)/);
    const [other] = await mails(guardian);
    expect(other?.text).toContain('For: Anna Ahn');
    expect(other?.text).not.toContain('Ben');
  });

  test('waits for no other family nor for a child who came, and another lesson is another mail', async () => {
    const stranger = await school.signIn('student');
    await mark(anna);
    school.clock.now += 6 * MINUTE_MS;
    await mark(stranger.learnerid);
    await mark(ben, 'present');
    await minutesPass(4);
    expect(await mails(parent)).toHaveLength(1);
    expect(await mails(stranger)).toEqual([]);
    lessonid = (await addLesson(school.db, { classid, day: DAY, zone: ZONE, starttime: '15:00' }))._id;
    await mark(anna);
    await minutesPass(10);
    expect(await mails(parent)).toHaveLength(2);
    expect(await mails(stranger)).toHaveLength(1);
  });

  test('that is corrected within ten minutes is not told', async () => {
    await mark(anna);
    await mark(ben);
    school.clock.now += 9 * MINUTE_MS;
    await mark(anna, 'late');
    await mark(ben, 'present');
    await minutesPass(60);
    expect(await mails()).toEqual([]);
  });

  test('is told once, ten minutes after the last mark, however often it is corrected', async () => {
    await mark(anna);
    school.clock.now += 5 * MINUTE_MS;
    await mark(anna, 'present');
    school.clock.now += MINUTE_MS;
    await mark(anna);
    await minutesPass(9);
    expect(await mails()).toEqual([]);
    await minutesPass(1);
    expect(await mails(parent)).toHaveLength(1);
    await mark(anna, 'present');
    await minutesPass(1);
    await mark(anna);
    await minutesPass(10);
    expect(await mails(parent)).toHaveLength(1);
  });

  test('that was marked before the lesson waits until ten minutes of it are over', async () => {
    school.clock.now = STARTS - HOUR_MS;
    await mark(anna);
    await minutesPass(69);
    expect(await mails()).toEqual([]);
    await minutesPass(1);
    expect(await mails(parent)).toHaveLength(1);
  });
});

describe('no mail goes out', () => {
  test('where notice was given before, of that learner alone', async () => {
    const absence = { _id: 'one', lessonid, learnerid: anna, words: null, earned: 0, until: null } as const;
    await school.db
      .insertInto('absences')
      .values({ ...absence, byid: null, createdat: 0 })
      .execute();
    await mark(anna);
    await mark(ben);
    await minutesPass(10);
    expect(await mails(guardian)).toEqual([]);
    const [mail] = await mails(parent);
    expect(mail?.text).toContain('For: Ben Ahn');
    expect(mail?.text).not.toContain('Anna');
  });

  test('where the lesson was cancelled meanwhile', async () => {
    await mark(anna);
    await school.db.updateTable('lessons').set({ state: 'cancelled', cancelledat: STARTS }).execute();
    await minutesPass(60);
    expect(await mails()).toEqual([]);
  });

  test('about a lesson of the day before yesterday, whose mark comes late, but about one of yesterday', async () => {
    // Ten to midnight of the day after, on the school's clocks, when it is another day by UTC.
    school.clock.now = Date.UTC(2026, 8, 10, 3, 40);
    await mark(anna);
    await minutesPass(10);
    expect(await mails(parent)).toHaveLength(1);
    await mark(ben);
    await minutesPass(10);
    expect(await mails(parent)).toHaveLength(1);
    await minutesPass(24 * 60);
    expect(await mails(parent)).toHaveLength(1);
  });
});

describe('nothing is lost or doubled', () => {
  test('by two processes that look at once', async () => {
    const strangers = await Promise.all(Array.from({ length: 5 }, () => school.signIn('student')));
    for (const { learnerid } of strangers) await mark(learnerid);
    await mark(anna);
    school.clock.now += 10 * MINUTE_MS;
    const decided = await Promise.all([run(), run(), run()]);
    expect(decided.reduce((sum, one) => sum + one, 0)).toBe(6);
    expect(await mails()).toHaveLength(7);
  });

  test('by a mail that could not be written: the mark waits for the next turn', async () => {
    await mark(anna);
    school.clock.now += 10 * MINUTE_MS;
    await sql`alter table mails rename to othermails`.execute(school.db);
    await expect(run()).rejects.toThrow();
    await sql`alter table othermails rename to mails`.execute(school.db);
    expect(await mails()).toEqual([]);
    await run();
    expect(await mails(parent)).toHaveLength(1);
  });
});
