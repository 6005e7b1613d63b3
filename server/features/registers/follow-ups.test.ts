import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TODAY_REGISTERS, type Today } from '#contract/reports/calls.ts';
import type { Row } from '#server/database/schema.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { takeClass } from '#tests/support/take-class.ts';
import { addLesson } from '#tests/support/timetable.ts';

/* What follows from marks, and from none: what programs are told, families are asked and the office sees. */

const DAY = '2026-09-08';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const STARTS = Date.UTC(2026, 8, 8, 16);

let school: TestSchool;
let admin: Person;
let office: Person;
let teacher: Person;
let parent: Person;
let classid: string;
let lesson: string;

beforeAll(async () => {
  school = await openTestSchool();
  school.clock.now = STARTS - DAY_MS;
  [admin, office] = [await school.signIn('admin'), await school.signIn('office')];
  [teacher, parent] = [await school.signIn('instructor'), await school.signIn('student')];
  ({ _id: classid } = await school.addClass({ classname: 'Cello', instructoremail: teacher.email }));
  await takeClass(school.db, { learnerid: parent.learnerid, classid });
});
beforeEach(async () => {
  school.clock.now = STARTS + MINUTE_MS;
  for (const table of ['lessons', 'attendance', 'absences', 'webhookmessages', 'webhooks', 'mails'] as const)
    await school.db.deleteFrom(table).execute();
  lesson = await addedLesson();
});
afterAll(() => school.close());

const addedLesson = async (fields: Partial<Parameters<typeof addLesson>[1]> = {}): Promise<string> =>
  (await addLesson(school.db, { classid, day: DAY, teacherid: teacher.user._id, ...fields }))._id;
async function mark(state: Row<'attendance'>['state'], id = lesson): Promise<void> {
  const markedat = new Date(school.clock.now).toISOString();
  const marks = [{ learnerid: parent.learnerid, state, markedat }];
  const { status, body } = await admin.call('PUT', `/lessons/${id}/register`, { marks });
  expect(status, JSON.stringify(body)).toBe(200);
}

test('a mark is followed by a mail of the school’s own job', async () => {
  await mark('absent');
  school.clock.now += 10 * MINUTE_MS;
  for (const job of school.features.flatMap(({ jobs }) => jobs ?? [])) await job.run();
  const mails = await mailsOf(school, parent.email);
  expect(mails.map(({ kind }) => kind)).toEqual(['absent']);
});

describe('a program is told that a register was saved', () => {
  const told = async () => {
    const rows = await school.db.selectFrom('webhookmessages').select('body').orderBy('_id').execute();
    return rows.map(({ body }) => JSON.parse(body));
  };
  beforeEach(async () => {
    const url = 'https://hooks.example/one';
    const { status } = await admin.call('POST', '/webhooks', { url, events: ['register.saved'] });
    expect(status).toBe(200);
  });

  test('with ids alone, once for each save that changed something', async () => {
    await mark('present');
    const saved = { type: 'register.saved', data: { lessonid: lesson, classid } };
    const of = { subject: { kind: 'lesson', id: lesson }, url: `/api/v1/lessons/${lesson}` };
    expect(await told()).toEqual([{ ...saved, ...of, at: new Date(school.clock.now).toISOString() }]);
    school.clock.now += MINUTE_MS;
    await mark('present');
    expect(await told()).toHaveLength(1);
    await mark('late');
    expect(await told()).toHaveLength(2);
  });

  test('not where it was refused', async () => {
    const marks = [
      { learnerid: parent.learnerid, state: 'present', markedat: new Date(school.clock.now).toISOString() },
      { learnerid: teacher.learnerid, state: 'present', markedat: new Date(school.clock.now).toISOString() },
    ];
    const { body } = await admin.call('PUT', `/lessons/${lesson}/register`, { marks });
    expect(body.code).toBe('not-in-lesson');
    expect(await told()).toEqual([]);
  });
});

describe('the office sees which registers were not taken', () => {
  const read = async (person = office): Promise<Today['registers']> =>
    (await person.call('GET', '/today')).body.registers;
  const idsOf = async () => (await read()).lessons.map(({ _id }) => _id);
  /** Another lesson was marked: the school takes registers. */
  async function markAnother(): Promise<string> {
    const id = await addedLesson({ starttime: '08:00' });
    await mark('present', id);
    return id;
  }

  test('once a lesson is over, with its teacher, and no more once one is marked', async () => {
    await markAnother();
    expect(await idsOf()).toEqual([]);
    school.clock.now = STARTS + 45 * MINUTE_MS;
    expect((await read()).lessons).toMatchObject([
      { _id: lesson, classid, classname: 'Cello', day: DAY, instructorname: teacher.user.name },
    ]);
    expect(await read(admin)).toEqual(await read());
    await mark('absent');
    expect(await read()).toEqual({ lessons: [], more: false });
  });

  test('the latest first, for as many days as teachers can correct one', async () => {
    await markAnother();
    const early = await addedLesson({ starttime: '09:00' });
    school.clock.now = STARTS + 14 * DAY_MS;
    expect(await idsOf()).toEqual([lesson, early]);
    school.clock.now += 8 * 60 * MINUTE_MS;
    expect(await idsOf()).toEqual([]);
  });

  test('nothing of a lesson that is cancelled, has no learner, or of which all gave notice', async () => {
    await markAnother();
    await addedLesson({ starttime: '09:00', state: 'cancelled' });
    const { _id: empty } = await school.addClass();
    await addedLesson({ classid: empty, starttime: '10:00' });
    const absence = { _id: 'one', lessonid: lesson, learnerid: parent.learnerid, words: null } as const;
    await school.db
      .insertInto('absences')
      .values({ ...absence, earned: 0, until: null, byid: null, createdat: 0 })
      .execute();
    school.clock.now = STARTS + DAY_MS;
    expect(await idsOf()).toEqual([]);
  });

  test('nothing at a school that has never taken one', async () => {
    school.clock.now = STARTS + DAY_MS;
    expect(await idsOf()).toEqual([]);
  });

  test('some of them where there are more, past lessons that need none', async () => {
    const marked = await markAnother();
    const { _id: empty } = await school.addClass();
    const row = await school.db
      .selectFrom('lessons')
      .selectAll()
      .where('_id', '=', marked)
      .executeTakeFirstOrThrow();
    const copies = (count: number, fields: Partial<Row<'lessons'>>) =>
      Array.from({ length: count }, (_, at) => ({
        ...row,
        ...fields,
        _id: `${fields.classid}-${String(at).padStart(2, '0')}`,
      }));
    await school.db
      .insertInto('lessons')
      // More than are looked at together, all of one moment.
      .values([
        ...copies(60, { classid: empty, startsat: row.startsat + 1 }),
        ...copies(TODAY_REGISTERS, { classid }),
      ])
      .execute();
    school.clock.now = STARTS + DAY_MS;
    const { lessons, more } = await read();
    expect(more).toBe(true);
    expect(lessons).toHaveLength(TODAY_REGISTERS);
    expect(lessons[0]?._id).toBe(lesson);
    await school.db.deleteFrom('lessons').where('_id', '=', lesson).execute();
    expect(await read()).toMatchObject({ more: false, lessons: { length: TODAY_REGISTERS } });
  });
});
