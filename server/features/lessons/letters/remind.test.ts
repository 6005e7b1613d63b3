import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Row } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { accountAt, addChild } from '#tests/support/people.ts';
import { serving } from '#tests/support/plans.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { takeClass } from '#tests/support/take-class.ts';
import { addLesson, addRoom } from '#tests/support/timetable.ts';
import { reminderJob } from './remind.ts';

const ZONE = 'America/New_York';
/** Six in the evening there, in summer. */
const SIX = Date.UTC(2026, 8, 7, 22);
const TOMORROW = '2026-09-08';
const MINUTE_MS = 60_000;

let school: TestSchool;
let admin: Person;
let parent: Person;
let guardian: Person;
let other: Person;
let anna: string;
let ben: string;

beforeAll(async () => {
  school = await openTestSchool();
  school.clock.now = SIX - MINUTE_MS;
  [admin, parent, guardian, other] = [
    await school.signIn('admin'),
    await school.signIn('student'),
    await school.signIn('student'),
    await school.signIn('student'),
  ];
  expect((await admin.call('PUT', '/school', { timezone: ZONE, version: 1 })).status).toBe(200);
  anna = await addChild(school.db, { userid: parent.user._id, firstname: 'Anna', lastname: 'Ahn' });
  ben = await addChild(school.db, { userid: parent.user._id, firstname: 'Ben', lastname: 'Ahn' });
  const rights = { userid: guardian.user._id, mayenrol: 0, maypay: 0, getsmail: 1, createdat: 0 } as const;
  await school.db
    .insertInto('guardians')
    .values({ ...rights, learnerid: anna })
    .execute();
});
beforeEach(async () => {
  school.clock.now = SIX - MINUTE_MS;
  const { db } = school;
  for (const table of ['lessons', 'mails'] as const) await db.deleteFrom(table).execute();
  await db.deleteFrom('settings').where('key', '=', 'reminders').execute();
  await db.updateTable('learners').set({ reminds: 1 }).execute();
});
afterAll(() => school.close());

async function classOf(classname: string, learnerids: readonly string[]): Promise<string> {
  const { _id: classid } = await school.addClass({ classname, enrolledstudents: learnerids.length });
  for (const learnerid of learnerids) await takeClass(school.db, { learnerid, classid });
  return classid;
}
const lessonOf = (classid: string, fields: Partial<Row<'lessons'>> & { starttime?: string } = {}) =>
  addLesson(school.db, { classid, day: TOMORROW, zone: ZONE, ...fields });
const evening = async () => {
  school.clock.now = SIX;
  await school.work();
};
const reminders = async (person: Person) =>
  (await mailsOf(school, person.email)).filter(({ kind }) => kind === 'lessons-tomorrow');
/** Writes them and sends none. */
const remind = () =>
  serving(() => reminderJob({ db: school.db, now: school.now, readSchool: school.readSchool }).run());

test('the evening before, a family gets one mail with all lessons of the next day, and a guardian with those of their child', async () => {
  const room = await addRoom(school.db, { name: 'Attic' });
  await lessonOf(await classOf('Cello', [anna]), { starttime: '17:00' });
  await lessonOf(await classOf('Harp', [ben, parent.learnerid]), { roomid: room });
  await lessonOf(await classOf('Tuba', [anna]), { day: '2026-09-09' });
  await remind();
  expect(await reminders(parent)).toEqual([]);
  school.clock.now = SIX;
  await remind();
  const [mail, ...more] = await reminders(parent);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Tomorrow: Harp, Cello');
  expect(mail?.text).toContain('Ben Ahn: Harp. Tuesday, 8 September 2026, 16:00 GMT−4, Attic');
  expect(mail?.text).toContain('You: Harp. ');
  expect(mail?.text).toContain('Anna Ahn: Cello. Tuesday, 8 September 2026, 17:00');
  expect(mail?.text).not.toContain('Tuba');
  expect(mail?.text).toContain('/account/family');
  const [second] = await reminders(guardian);
  expect(second?.subject).toBe('Tomorrow: Cello');
  expect(second?.text).toContain('For: Anna Ahn');
});

test('nobody is reminded twice, whatever dies or runs beside it, and nobody is left out', async () => {
  // More than one turn looks at, all of one moment.
  const emails = Array.from({ length: 25 }, (_, n) => `learner-${n}@test.example`);
  for (const email of emails) {
    const { learnerid } = await accountAt(school.db, { email });
    await lessonOf(await classOf('Solo', [learnerid]));
  }
  const told = async () => {
    const mails = await mailsOf(school);
    return mails.filter(({ subject }) => subject === 'Tomorrow: Solo').map(({ recipient }) => recipient);
  };
  school.clock.now = SIX;
  await Promise.all([remind(), remind()]);
  while ((await remind()) > 0);
  expect((await told()).sort()).toEqual(emails.sort());
  await evening();
  expect(await told()).toHaveLength(emails.length);
});

test('a learner whose reminders are switched off is left out of the mail', async () => {
  await lessonOf(await classOf('Cello', [anna]));
  await lessonOf(await classOf('Harp', [ben]));
  expect((await parent.call('PUT', `/learners/${anna}`, { reminds: false })).status).toBe(200);
  const { body } = await parent.call('GET', '/learners');
  // By whom, not in which order: children who came in one millisecond have none.
  const reminds = body.map((learner: { _id: string; reminds: boolean }) => [learner._id, learner.reminds]);
  expect(Object.fromEntries(reminds)).toEqual({ [parent.learnerid]: true, [anna]: false, [ben]: true });
  await evening();
  expect((await reminders(parent)).map(({ subject }) => subject)).toEqual(['Tomorrow: Harp']);
  expect(await reminders(guardian)).toEqual([]);
});

test('nobody is reminded of what is cancelled, nor of what they are not enrolled in', async () => {
  const classid = await classOf('Cello', [anna]);
  await lessonOf(classid, { state: 'cancelled' });
  await lessonOf(await classOf('Harp', []));
  await evening();
  expect(await reminders(parent)).toEqual([]);
});

test('nobody is reminded of a lesson for which notice was given, of that student alone, nor of one before the place begins', async () => {
  const cello = await classOf('Cello', [anna, ben]);
  const lesson = await lessonOf(cello);
  const notice = { lessonid: lesson._id, learnerid: anna };
  expect((await parent.call('POST', '/absences', notice)).status).toBe(200);
  const later = await classOf('Harp', [anna]);
  await school.db
    .updateTable('enrolments')
    .set({ date: lesson.endsat + 1 })
    .where('classid', '=', later)
    .execute();
  await lessonOf(later);
  school.clock.now = SIX;
  await remind();
  const [mail] = await reminders(parent);
  expect(mail?.subject).toBe('Tomorrow: Cello');
  expect(mail?.text).toContain('Ben Ahn');
  expect(mail?.text).not.toContain('Anna Ahn');
  expect(await reminders(guardian)).toEqual([]);
});

test('guests are reminded of their lesson, with why they come to it; the place of a class is no guest’s', async () => {
  const { db, clock } = school;
  const cello = await lessonOf(await classOf('Cello', []));
  const harp = await lessonOf(await classOf('Harp', []), { starttime: '18:00' });
  const tuba = await lessonOf(await classOf('Tuba', [ben]), { starttime: '19:00' });
  const gone = await lessonOf(await classOf('Oboe', []), { state: 'cancelled' });
  const guest = { fromlessonid: null, createdat: clock.now } as const;
  await db
    .insertInto('guests')
    .values([
      { ...guest, lessonid: cello._id, learnerid: anna, kind: 'catchup' },
      { ...guest, lessonid: harp._id, learnerid: ben, kind: 'trial' },
      { ...guest, lessonid: tuba._id, learnerid: ben, kind: 'catchup' },
      { ...guest, lessonid: gone._id, learnerid: anna, kind: 'catchup' },
    ])
    .execute();
  school.clock.now = SIX;
  await remind();
  const [mail] = await reminders(parent);
  expect(mail?.subject).toBe('Tomorrow: Cello, Harp, Tuba');
  expect(mail?.text).toMatch(/Anna Ahn: Cello\. .*\(in place of a missed lesson\)/);
  expect(mail?.text).toMatch(/Ben Ahn: Harp\. .*\(trial lesson\)/);
  expect(mail?.text).toMatch(/Ben Ahn: Tuba\. [^(]*$/m);
  const [second] = await reminders(guardian);
  expect(second?.subject).toBe('Tomorrow: Cello');
  expect(second?.text).toMatch(/\(in place of a missed lesson\)/);
});

test('a reminder that is not sent yet when its lesson is cancelled is written afresh', async () => {
  const lesson = await lessonOf(await classOf('Cello', [anna]));
  await lessonOf(await classOf('Harp', [ben]), { starttime: '18:00' });
  school.clock.now = SIX;
  await remind();
  expect((await reminders(parent))[0]?.subject).toBe('Tomorrow: Cello, Harp');
  expect((await admin.call('DELETE', `/lessons/${lesson._id}`)).status).toBe(200);
  await remind();
  expect((await reminders(parent)).map(({ subject }) => subject)).toEqual(['Tomorrow: Harp']);
  expect(await reminders(guardian)).toEqual([]);
});

test('a reminder that is not sent yet is written afresh when notice is given, and when it is withdrawn; others stay as they are', async () => {
  const lesson = await lessonOf(await classOf('Cello', [anna, other.learnerid]));
  await lessonOf(await classOf('Harp', [ben]), { starttime: '18:00' });
  school.clock.now = SIX;
  await remind();
  const [stays] = await reminders(other);
  const notice = { lessonid: lesson._id, learnerid: anna };
  expect((await parent.call('POST', '/absences', notice)).status).toBe(200);
  expect((await reminders(parent)).map(({ subject }) => subject)).toEqual(['Tomorrow: Harp']);
  expect(await reminders(guardian)).toEqual([]);
  expect((await parent.call('DELETE', `/absences/${lesson._id}/${anna}`)).status).toBe(200);
  expect((await reminders(parent)).map(({ subject }) => subject)).toEqual(['Tomorrow: Cello, Harp']);
  expect(await reminders(other)).toEqual([stays]);
  await remind();
  expect(await reminders(parent)).toHaveLength(1);
  expect((await reminders(guardian)).map(({ subject }) => subject)).toEqual(['Tomorrow: Cello']);
});

test('notice that is given once the reminder was sent changes no mail, nor does notice of a later day', async () => {
  const lesson = await lessonOf(await classOf('Cello', [anna]));
  const later = await lessonOf(await classOf('Harp', [ben]), { day: '2026-09-09' });
  school.clock.now = SIX;
  await remind();
  const [written] = await reminders(parent);
  expect(written?.subject).toBe('Tomorrow: Cello');
  const noticeOf = (lessonid: string, learnerid: string) =>
    parent.call('POST', '/absences', { lessonid, learnerid });
  expect((await noticeOf(later._id, ben)).status).toBe(200);
  expect(await reminders(parent)).toEqual([written]);
  await evening();
  expect((await noticeOf(lesson._id, anna)).status).toBe(200);
  await evening();
  expect((await reminders(parent)).map(({ subject }) => subject)).toEqual(['Tomorrow: Cello']);
});

test('what could not be sent in the evening is not sent the next morning', async () => {
  await lessonOf(await classOf('Cello', [anna]));
  school.clock.now = SIX;
  await remind();
  expect(await reminders(parent)).toHaveLength(1);
  school.clock.now = SIX + 6 * 60 * MINUTE_MS;
  await remind();
  expect(await reminders(parent)).toEqual([]);
});

test('a mail that was sent is not written again when the evening’s lessons change', async () => {
  await lessonOf(await classOf('Cello', [anna]));
  const harp = await lessonOf(await classOf('Harp', [ben]), { starttime: '18:00' });
  await evening();
  await evening();
  expect(await reminders(parent)).toHaveLength(1);
  await transact(school.db, async (tx) => {
    await tx.updateTable('lessons').set({ seq: 5 }).where('_id', '=', harp._id).execute();
  });
  await admin.call('DELETE', `/lessons/${harp._id}`);
  await evening();
  expect(await reminders(parent)).toHaveLength(1);
});
