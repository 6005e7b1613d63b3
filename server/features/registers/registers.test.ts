import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Attendance, Mark, RegisterDay, RegisterRow } from '#contract/registers/calls.ts';
import type { NewRow } from '#server/database/schema.ts';
import { addChildBy, letGuard, tokenFor } from '#tests/support/families.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { addChild } from '#tests/support/people.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { takeClass } from '#tests/support/take-class.ts';
import { addLesson } from '#tests/support/timetable.ts';
import { markRegister } from './mark-register.ts';
import { readRegister } from './read-registers.ts';

/* The school is in Berlin, two hours ahead of UTC in September; lessons are at 16:00 there. */

const ZONE = 'Europe/Berlin';
const DAY = '2026-09-08';
const at = (time: string, day = DAY) => Date.parse(`${day}T${time}:00+02:00`);
const isoAt = (time: string, day = DAY) => new Date(at(time, day)).toISOString();
const BEGINS = at('16:00');

let school: TestSchool;
let admin: Person;
let office: Person;
let teacher: Person;
let parent: Person;
let mia: string;
let leo: string;
let classid: string;
let lesson: string;
/** Mia's place. */
let place: string;

beforeAll(async () => {
  school = await openTestSchool({ env: { CANCEL_UNTIL_HOURS: '9999' } });
  [admin, office] = [await school.signIn('admin'), await school.signIn('office')];
  const { version } = (await school.call('GET', '/school')).body;
  await admin.call('PUT', '/school', { timezone: ZONE, version });
});
beforeEach(async () => {
  school.clock.now = Date.UTC(2026, 8, 1, 12);
  for (const table of ['lessons', 'terms', 'pastplaces'] as const)
    await school.db.deleteFrom(table).execute();
  [teacher, parent] = [await school.signIn('instructor'), await school.signIn('student')];
  mia = await addChildBy(parent, { firstname: 'Mia', born: '2016-04-03', note: 'No nuts.' });
  leo = await addChildBy(parent, { firstname: 'Leo' });
  classid = await addClass();
  lesson = await lessonOn(DAY);
  place = await enrolByHand(mia);
  school.clock.now = BEGINS;
});
afterAll(() => school.close());

async function addClass(fields: Parameters<TestSchool['addClass']>[0] = {}) {
  return (await school.addClass({ instructoremail: teacher.email, availableseat: 9, ...fields }))._id;
}
const lessonOn = async (day: string, fields: Partial<Parameters<typeof addLesson>[1]> = {}) =>
  (await addLesson(school.db, { classid, day, zone: ZONE, teacherid: teacher.user._id, ...fields }))._id;
async function enrolByHand(learnerid: string, into = classid): Promise<string> {
  const { status, body } = await admin.call('POST', '/enrolments', { learnerid, classid: into, pay: 'cash' });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.insertedId;
}

const read = (person = teacher, id = lesson) => person.call('GET', `/lessons/${id}/register`);
const rowsOf = async (id = lesson): Promise<RegisterRow[]> => (await read(admin, id)).body.rows;
const namesOf = async (id = lesson) => (await rowsOf(id)).map(({ learnername }) => learnername);
const put = (marks: readonly Partial<Mark>[], person = teacher, id = lesson) =>
  person.call('PUT', `/lessons/${id}/register`, { marks });
const markOf = (state: string, fields: object = {}) =>
  ({ learnerid: mia, state, markedat: isoAt('16:00'), ...fields }) as Mark;
const refused = (code: string, status = 409) => ({ status, body: { code } });
const kept = () =>
  school.db.selectFrom('attendance').selectAll().orderBy('lessonid').orderBy('learnerid').execute();

async function giveNotice(fields: Partial<NewRow<'absences'>> = {}) {
  const row = {
    lessonid: lesson,
    learnerid: mia,
    words: 'A cold.',
    earned: 1,
    until: at('16:00', '2026-10-20'),
  };
  await school.db
    .insertInto('absences')
    .values({ _id: crypto.randomUUID(), byid: null, createdat: 0, ...(row as object), ...fields } as never)
    .execute();
}
const leave = async () => expect((await parent.call('POST', `/enrolments/${place}/cancel`)).status).toBe(200);
const visit = (lessonid: string, learnerid: string, fromlessonid: string | null = null) =>
  school.db
    .insertInto('guests')
    .values({ lessonid, learnerid, kind: fromlessonid ? 'catchup' : 'trial', fromlessonid, createdat: 0 })
    .execute();

describe('who stands in a register', () => {
  test('of a child it says what a roster does, and nothing more', async () => {
    await giveNotice();
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body).toEqual({
      lesson: {
        _id: lesson,
        classid,
        classname: 'Violin for beginners',
        teacherid: teacher.user._id,
        instructorname: teacher.user.name,
        roomid: null,
        room: null,
        day: DAY,
        startsat: isoAt('16:00'),
        endsat: isoAt('16:45'),
        state: 'planned',
        reason: null,
        begun: true,
        version: 0,
      },
      closed: false,
      servertime: isoAt('16:00'),
      rows: [
        {
          learnerid: mia,
          learnername: 'Mia Sol',
          agegroup: '10 to 11',
          note: 'No nuts.',
          state: 'notice',
          notice: true,
          words: 'A cold.',
          teachernote: null,
          guest: false,
          trial: false,
          markedat: null,
          version: 0,
        },
      ],
    });
  });

  test('those who had the place when the lesson began, though they left since; not who left before or came after', async () => {
    const next = await lessonOn('2026-09-15');
    school.clock.now = BEGINS + 1;
    await enrolByHand(leo);
    expect(await namesOf()).toEqual(['Mia Sol']);
    expect(await namesOf(next)).toEqual(['Leo Sol', 'Mia Sol']);
    await leave();
    expect(await namesOf()).toEqual(['Mia Sol']);
    expect(await namesOf(next)).toEqual(['Leo Sol']);
    // And is not twice in it where the place comes back.
    school.clock.now += 1;
    await enrolByHand(mia);
    expect(await namesOf()).toEqual(['Mia Sol']);
  });

  test('a place that ends before its first lesson leaves nothing', async () => {
    school.clock.now = at('15:59');
    await leave();
    expect(await namesOf()).toEqual([]);
    expect(await school.db.selectFrom('pastplaces').selectAll().execute()).toEqual([]);
  });

  test('of a place that went to another child, each in their own lessons', async () => {
    const next = await lessonOn('2026-09-15');
    school.clock.now = at('18:00');
    const moved = await office.call('PUT', `/enrolments/${place}/learner`, { learnerid: leo });
    expect(moved.status).toBe(200);
    expect([await namesOf(), await namesOf(next)]).toEqual([['Mia Sol'], ['Leo Sol']]);
  });

  test('guests come last, and a learner who has got the place meanwhile is none', async () => {
    const other = await addClass();
    const anna = await addChildBy(parent, { firstname: 'Anna' });
    const missed = await lessonOn('2026-09-07', { classid: other });
    await visit(lesson, anna, missed);
    await visit(lesson, leo);
    await visit(lesson, mia);
    const rows = await rowsOf();
    expect(rows.map(({ learnername, guest, trial }) => [learnername, guest, trial])).toEqual([
      ['Mia Sol', false, false],
      ['Anna Sol', true, false],
      ['Leo Sol', true, true],
    ]);
  });

  test('a cancelled lesson has a register that no one marks; one that was taken out has none', async () => {
    const { db } = school;
    const set = (fields: object) => db.updateTable('lessons').set(fields).where('_id', '=', lesson).execute();
    await set({ state: 'cancelled', cancelledat: 1 });
    expect((await read()).body).toMatchObject({ closed: true, lesson: { state: 'cancelled' } });
    expect(await put([markOf('present')])).toMatchObject(refused('lesson-cancelled'));
    await set({ removedat: 1 });
    expect(await read()).toMatchObject(refused('lesson-not-found', 404));
    expect(await put([markOf('present')], admin)).toMatchObject(refused('lesson-not-found', 404));
  });

  test('what was held of a class that was deleted since can still be read and put right', async () => {
    school.clock.now = at('18:00');
    await put([markOf('present')]);
    await admin.call('DELETE', `/delete/${classid}`);
    expect(await namesOf()).toEqual(['Mia Sol']);
    expect((await put([markOf('late', { markedat: isoAt('17:00') })])).status).toBe(200);
  });
});

describe('whose it is', () => {
  test('a substitute’s from the day before until it closes, the class’s instructor’s, and the office’s', async () => {
    const substitute = await school.signIn('instructor');
    const stranger = await school.signIn('instructor');
    const held = await lessonOn('2026-09-15', { teacherid: substitute.user._id });
    const isFor = async (person: Person) => {
      const statuses = [
        (await read(person, held)).status,
        (await put([markOf('late')], person, held)).status,
      ];
      return statuses.map((status) => status === 200);
    };
    school.clock.now = at('16:00', '2026-09-13');
    expect(await isFor(substitute)).toEqual([false, false]);
    school.clock.now = at('00:00', '2026-09-14');
    expect(await isFor(substitute)).toEqual([true, false]);
    school.clock.now = at('08:00', '2026-09-15');
    for (const person of [substitute, teacher, office, admin])
      expect(await isFor(person)).toEqual([true, true]);
    for (const person of [stranger, parent]) expect(await isFor(person)).toEqual([false, false]);
    expect(await read(stranger, held)).toMatchObject(refused('forbidden', 403));
    school.clock.now = at('23:59', '2026-09-29');
    expect(await isFor(substitute)).toEqual([true, true]);
    school.clock.now = at('00:00', '2026-09-30');
    expect(await isFor(substitute)).toEqual([false, false]);
    expect(await isFor(teacher)).toEqual([true, false]);
  });

  test('a lesson that is not there is not found', async () => {
    expect(await read(admin, 'unknown')).toMatchObject(refused('lesson-not-found', 404));
    expect(await put([markOf('late')], teacher, 'unknown')).toMatchObject(refused('lesson-not-found', 404));
  });
});

describe('a mark', () => {
  test('says who made it and when, and shows in the answer and to the others', async () => {
    school.clock.now = at('16:10');
    const { status, body } = await put([markOf('late', { note: ' Well done. ', markedat: isoAt('16:05') })]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ servertime: isoAt('16:10'), older: [] });
    const row = { state: 'late', teachernote: 'Well done.', markedat: isoAt('16:05'), version: 1 };
    expect(body.rows).toMatchObject([row]);
    expect(await rowsOf()).toEqual(body.rows);
    expect(await kept()).toMatchObject([{ byid: teacher.user._id, changedat: at('16:10') }]);
  });

  test('is taken from the school’s day of the lesson on, not before', async () => {
    school.clock.now = at('23:59', '2026-09-07');
    expect((await read()).body.closed).toBe(false);
    expect(await put([markOf('present')])).toMatchObject(refused('too-early'));
    expect(await put([markOf('present')], admin)).toMatchObject(refused('too-early'));
    expect(await kept()).toEqual([]);
    school.clock.now = at('00:00');
    expect((await put([markOf('present', { markedat: isoAt('00:00') })])).status).toBe(200);
  });

  test('is taken so many days after the lesson as the school says, and of an admin always', async () => {
    const { version } = (await school.call('GET', '/school')).body;
    await admin.call('PUT', '/school', { registerdays: 3, version });
    school.clock.now = at('23:59', '2026-09-11');
    expect((await put([markOf('present')])).status).toBe(200);
    school.clock.now = at('00:00', '2026-09-12');
    for (const person of [teacher, office]) {
      expect((await read(person)).body.closed).toBe(true);
      const later = markOf('absent', { markedat: isoAt('00:00', '2026-09-12') });
      expect(await put([later], person)).toMatchObject(refused('register-closed'));
    }
    expect(await rowsOf()).toMatchObject([{ state: 'present' }]);
    expect((await read(admin)).body.closed).toBe(false);
    const later = markOf('absent', { markedat: isoAt('00:00', '2026-09-12') });
    expect((await put([later], admin)).body.rows).toMatchObject([{ state: 'absent' }]);
    await admin.call('PUT', '/school', { registerdays: 14, version: version + 1 });
  });

  test('of a learner who is not of the lesson refuses the others, too', async () => {
    expect(await put([markOf('present'), markOf('present', { learnerid: leo })])).toMatchObject(
      refused('not-in-lesson', 400),
    );
    expect(await kept()).toEqual([]);
    await visit(lesson, leo);
    expect((await put([markOf('present'), markOf('late', { learnerid: leo })])).status).toBe(200);
    expect((await rowsOf()).map(({ state }) => state)).toEqual(['present', 'late']);
  });

  test('that was made later counts, whichever comes first, and the answer names the older', async () => {
    school.clock.now = at('17:00');
    const second = await school.signIn('admin');
    await put([markOf('absent', { markedat: isoAt('16:20') })]);
    const older = await put([markOf('present', { markedat: isoAt('16:10') })], second);
    expect(older.body).toMatchObject({ older: [mia], rows: [{ state: 'absent', version: 1 }] });
    const newer = await put([markOf('late', { markedat: isoAt('16:21') })], second);
    expect(newer.body).toMatchObject({ older: [], rows: [{ state: 'late', version: 2 }] });
    expect(await kept()).toMatchObject([{ byid: second.user._id }]);
    // An older one that says the same has nothing to be shown.
    expect((await put([markOf('late', { markedat: isoAt('16:01') })])).body.older).toEqual([]);
    expect(await rowsOf()).toMatchObject([{ markedat: isoAt('16:21'), version: 2 }]);
  });

  test('of the same moment counts by which call came later, and in one body the last one', async () => {
    await put([markOf('absent')]);
    expect((await put([markOf('present')])).body).toMatchObject({ older: [], rows: [{ state: 'present' }] });
    await put([markOf('late', { markedat: isoAt('16:00') }), markOf('absent', { note: 'Ill.' })]);
    expect(await rowsOf()).toMatchObject([{ state: 'absent', teachernote: 'Ill.' }]);
  });

  test('that says the same later makes those of before older, and is no change to be shown', async () => {
    school.clock.now = at('17:00');
    await put([markOf('present', { markedat: isoAt('16:00') })]);
    await put([markOf('present', { markedat: isoAt('16:30') })]);
    expect(await rowsOf()).toMatchObject([{ version: 1, markedat: isoAt('16:30') }]);
    const { body } = await put([markOf('absent', { markedat: isoAt('16:20') })]);
    expect(body).toMatchObject({ older: [mia], rows: [{ state: 'present', version: 1 }] });
  });

  test('by a clock that is ahead counts as made now, and does not win for ever', async () => {
    school.clock.now = at('16:10');
    const ahead = markOf('present', { markedat: isoAt('17:30') });
    expect((await put([ahead])).body.rows).toMatchObject([{ markedat: isoAt('16:10') }]);
    school.clock.now = at('16:11');
    await put([ahead]);
    expect(await rowsOf()).toMatchObject([{ markedat: isoAt('16:10'), version: 1 }]);
    await put([markOf('absent', { markedat: isoAt('16:11') })]);
    expect(await rowsOf()).toMatchObject([{ state: 'absent' }]);
  });

  test('sent twice changes nothing', async () => {
    const body = [markOf('late', { note: 'Bring the bow.' })];
    const first = await put(body);
    const before = await kept();
    school.clock.now += 60_000;
    const second = await put(body);
    expect(await kept()).toEqual(before);
    expect({ ...second.body, servertime: first.body.servertime }).toEqual(first.body);
  });

  test('keeps a note that it does not name, and clears one that it says is empty', async () => {
    await put([markOf('late', { note: 'Bring the bow.' })]);
    school.clock.now = at('16:30');
    await put([markOf('present', { markedat: isoAt('16:10') })]);
    expect(await rowsOf()).toMatchObject([{ state: 'present', teachernote: 'Bring the bow.' }]);
    await put([markOf('present', { markedat: isoAt('16:20'), note: '' })]);
    expect(await rowsOf()).toMatchObject([{ teachernote: null }]);
  });

  test.each([
    [{ state: 'notice' }],
    [{ note: 'x'.repeat(301) }],
    [{ markedat: '16:00' }],
    [{ markedat: undefined }],
    [{ learnerid: undefined }],
  ])('with %j is none', async (fields) => {
    expect((await put([markOf('present', fields)])).status).toBe(400);
    expect(await kept()).toEqual([]);
  });

  test('of two teachers at once: each learner has the newer one', async () => {
    await enrolOne(leo);
    const learnerids = [mia, leo];
    school.clock.now = at('17:00');
    for (let round = 0; round < 5; round++) {
      const times = [`16:${10 + round * 2}`, `16:${11 + round * 2}`] as const;
      const bodies = (['absent', 'present'] as const).map((state, one) =>
        learnerids.map((learnerid) => markOf(state, { learnerid, markedat: isoAt(times[one] ?? '') })),
      );
      const answers = await Promise.all([
        put(bodies[0] ?? []),
        put(bodies[1] ?? [], admin),
        put((bodies[1] ?? []).toReversed(), office),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await rowsOf()).map(({ state }) => state)).toEqual(['present', 'present']);
    }
  });

  test('comes before or after the place ends, and is never of someone else', async () => {
    school.clock.now = at('17:00');
    const [marked] = await Promise.all([put([markOf('present')]), leave()]);
    expect(marked.status).toBe(200);
    expect(await namesOf()).toEqual(['Mia Sol']);
  });
});

/** As if the learner had been in the class for long. */
const enrolOne = (learnerid: string) => takeClass(school.db, { learnerid, classid });

describe('who gave notice', () => {
  let elsewhere: string;
  let over: string;
  const guestPlaces = async () => {
    const rows = await school.db
      .selectFrom('guests')
      .select('lessonid')
      .where('learnerid', '=', mia)
      .execute();
    return rows.map(({ lessonid }) => lessonid);
  };
  beforeEach(async () => {
    const other = await addClass();
    elsewhere = await lessonOn('2026-09-10', { classid: other });
    over = await lessonOn(DAY, { classid: other, starttime: '09:00' });
    await giveNotice();
  });

  test.each(['present', 'late'])(
    'and is marked %s loses the lesson elsewhere that has not begun',
    async (state) => {
      await visit(elsewhere, mia, lesson);
      expect((await put([markOf(state)])).status).toBe(200);
      expect(await guestPlaces()).toEqual([]);
      // What the family wrote stays.
      expect(await rowsOf()).toMatchObject([{ state, notice: true, words: 'A cold.' }]);
    },
  );

  test('and is marked absent keeps it, as does another child', async () => {
    await enrolOne(leo);
    await visit(elsewhere, mia, lesson);
    await put([markOf('absent'), markOf('present', { learnerid: leo })]);
    expect(await guestPlaces()).toEqual([elsewhere]);
  });

  test('and is marked present keeps one that has begun, and those in place of other lessons', async () => {
    await visit(over, mia, lesson);
    const before = await lessonOn('2026-09-01', {});
    await visit(elsewhere, mia, before);
    await put([markOf('present')]);
    expect((await guestPlaces()).sort()).toEqual([elsewhere, over].sort());
  });

  test('and of whom a newer mark says absent keeps it', async () => {
    school.clock.now = at('17:00');
    await put([markOf('absent', { markedat: isoAt('16:30') })]);
    await visit(elsewhere, mia, lesson);
    await put([markOf('present', { markedat: isoAt('16:10') })]);
    expect(await guestPlaces()).toEqual([elsewhere]);
  });
});

describe('the registers of a day', () => {
  const list = async (person = admin, query = ''): Promise<RegisterDay> =>
    (await person.call('GET', `/registers${query}`)).body;
  const one = async () => (await list()).lessons.find(({ _id }) => _id === lesson);

  test('say how many are in each lesson, how many are marked, and whether it was taken', async () => {
    const [anna, ben] = [await addChildBy(parent, { firstname: 'Anna' }), await addChildBy(parent)];
    await enrolOne(anna);
    await enrolOne(leo);
    await visit(lesson, ben);
    await giveNotice({ learnerid: leo });
    expect(await one()).toMatchObject({
      classname: 'Violin for beginners',
      ...{ learners: 4, guests: 1, notices: 1, present: 0, late: 0, absent: 0, taken: false },
    });
    await put([markOf('present'), markOf('late', { learnerid: anna })]);
    expect(await one()).toMatchObject({ present: 1, late: 1, absent: 0, taken: false });
    await put([markOf('absent', { learnerid: ben })]);
    expect(await one()).toMatchObject({ present: 1, late: 1, absent: 1, taken: true });
    expect(await list()).toMatchObject({ day: DAY, servertime: isoAt('16:00') });
  });

  test('are those of today, or of the day that is asked for, by when they begin', async () => {
    const early = await lessonOn(DAY, { starttime: '00:15' });
    const late = await lessonOn(DAY, { starttime: '23:30' });
    const tomorrow = await lessonOn('2026-09-09', { starttime: '00:00' });
    const ids = async (query = '') => (await list(admin, query)).lessons.map(({ _id }) => _id);
    expect(await ids()).toEqual([early, lesson, late]);
    expect(await ids('?day=2026-09-09')).toEqual([tomorrow]);
    expect((await admin.call('GET', '/registers?day=Monday')).status).toBe(400);
  });

  test('come in parts: each once and in order, whatever is added or taken away between two', async () => {
    const times = ['08:00', '09:00', '10:00', '10:00', '11:00', '12:00'];
    for (const starttime of times) await lessonOn(DAY, { starttime, teacherid: teacher.user._id });
    const stranger = await school.signIn('instructor');
    const all = (await list(teacher)).lessons;
    expect(all).toHaveLength(times.length + 1);
    const part = async (after?: string, person = teacher) =>
      (await list(person, `?limit=2${after ? `&after=${after}` : ''}`)).lessons;
    const parts = async (person = teacher, between = async () => {}) => {
      const found: RegisterDay['lessons'] = [];
      for (let last: string | undefined, isWhole = false; !isWhole; last = found.at(-1)?._id) {
        const some = await part(last, person);
        isWhole = some.length < 2;
        found.push(...some);
        if (found.length === 2) await between();
      }
      return found;
    };
    expect(await parts()).toEqual(all);
    expect(await parts(admin)).toEqual(all);
    expect(await parts(stranger)).toEqual([]);
    expect(await part(all[0]?._id, stranger)).toEqual([]);

    const ids = all.map(({ _id }) => _id);
    let added = '';
    const found = await parts(teacher, async () => {
      const gone = { state: 'cancelled' as const, cancelledat: 1, removedat: 1 };
      await school.db
        .updateTable('lessons')
        .set(gone)
        .where('_id', '=', ids[1] ?? '')
        .execute();
      added = await lessonOn(DAY, { starttime: '11:30', teacherid: teacher.user._id });
    });
    expect(found.map(({ _id }) => _id)).toEqual([...ids.slice(0, 5), added, ...ids.slice(5)]);
    expect((await list(teacher, '?after=gone&limit=1')).lessons[0]?._id).toBe(ids[0]);
    for (const limit of [0, 1001, 'x'])
      expect((await teacher.call('GET', `/registers?limit=${limit}`)).status).toBe(400);
  });

  test('count each learner once: who has had the place twice, and a guest who has it', async () => {
    const anna = await addChildBy(parent, { firstname: 'Anna' });
    const former = { _id: 'former', learnerid: anna, classid, begunat: 0 };
    await school.db
      .insertInto('pastplaces')
      .values([
        { ...former, endedat: at('23:00') },
        { ...former, _id: 'earlier', endedat: at('22:00') },
      ])
      .execute();
    expect(await one()).toMatchObject({ learners: 2, guests: 0, taken: false });
    await visit(lesson, anna);
    await enrolOne(anna);
    expect(await one()).toMatchObject({ learners: 2, guests: 0 });
    await put([markOf('present'), markOf('late', { learnerid: anna })]);
    expect(await one()).toMatchObject({ learners: 2, present: 1, late: 1, taken: true });
  });

  test('are an instructor’s own: what they hold, and what is of their classes', async () => {
    const substitute = await school.signIn('instructor');
    const stranger = await school.signIn('instructor');
    const held = await lessonOn(DAY, { starttime: '18:00', teacherid: substitute.user._id });
    const unnamed = await lessonOn(DAY, { starttime: '20:00', teacherid: null });
    const ids = async (person: Person) => (await list(person)).lessons.map(({ _id }) => _id);
    expect(await ids(substitute)).toEqual([held]);
    expect(await ids(teacher)).toEqual([lesson, held, unnamed]);
    expect(await ids(stranger)).toEqual([]);
    expect(await ids(office)).toEqual([lesson, held, unnamed]);
    expect((await parent.call('GET', '/registers')).status).toBe(403);
  });
});

describe('what a learner attended', () => {
  const attended = (person = parent, id = mia, query = '') => person.call('GET', `/attendance/${id}${query}`);

  test('is told with its sums by class and term, a lesson that was missed with notice once', async () => {
    const days = ['2026-09-15', '2026-09-22', '2026-09-29', '2026-10-20'];
    const [second = '', third = '', fourth = '', later = ''] = await Promise.all(
      days.map((day) => lessonOn(day)),
    );
    const term = (name: string, firstday: string, lastday: string) =>
      admin.call('POST', '/terms', { name, firstday, lastday });
    await term('Autumn', '2026-09-01', '2026-09-30');
    await term('Late', '2026-09-20', '2026-10-10');
    school.clock.now = at('18:00', '2026-10-21');
    const mark = (state: string, id: string, fields = {}) => put([markOf(state, fields)], admin, id);
    await mark('present', lesson);
    await mark('late', second, { note: 'Scales.' });
    await mark('absent', third);
    await giveNotice({ lessonid: fourth });
    await giveNotice({ lessonid: later, words: null });
    await mark('absent', later);
    const { status, body }: { status: number; body: Attendance } = await attended();
    expect(status).toBe(200);
    expect(body).toMatchObject({ learnerid: mia, learnername: 'Mia Sol' });
    const told = body.rows.map(({ day, state, notice, words, teachernote }) => [
      day,
      state,
      notice,
      words ?? teachernote,
    ]);
    expect(told).toEqual([
      ['2026-10-20', 'absent', true, null],
      ['2026-09-29', 'notice', true, 'A cold.'],
      ['2026-09-22', 'absent', false, null],
      ['2026-09-15', 'late', false, 'Scales.'],
      [DAY, 'present', false, null],
    ]);
    const of = { classid, classname: 'Violin for beginners' };
    expect(body.sums).toMatchObject([
      { ...of, termid: null, term: null, present: 0, late: 0, absent: 0, notice: 1 },
      { ...of, term: 'Autumn', present: 1, late: 1, absent: 1, notice: 1 },
    ]);
    const some = await attended(parent, mia, '?from=2026-09-22');
    expect(some.body.rows.map(({ day }: { day: string }) => day)).toEqual([
      '2026-10-20',
      '2026-09-29',
      '2026-09-22',
    ]);
    await school.db
      .updateTable('lessons')
      .set({ state: 'cancelled', cancelledat: 1 })
      .where('_id', '=', fourth)
      .execute();
    expect((await attended()).body.rows).toHaveLength(4);
  });

  test('is told in parts, with the sums of all in each', async () => {
    const days = ['2026-09-15', '2026-09-22', '2026-09-29'];
    const ids = [lesson, ...(await Promise.all(days.map((day) => lessonOn(day))))];
    school.clock.now = at('18:00', '2026-09-30');
    for (const id of ids) await put([markOf('present')], admin, id);
    const [oldest = '', third, second = '', newest] = ids;
    const part = async (query: string) => {
      const { rows, sums }: Attendance = (await attended(parent, mia, query)).body;
      expect(sums).toMatchObject([{ present: 4 }]);
      return rows.map(({ lessonid }) => lessonid);
    };
    expect(await part('?limit=2')).toEqual([newest, second]);
    expect(await part(`?limit=2&after=${second}`)).toEqual([third, oldest]);
    expect(await part(`?limit=2&after=${oldest}`)).toEqual([]);
    expect(await part('?after=gone')).toEqual([...ids].reverse());
    expect((await attended(parent, mia, '?limit=1001')).status).toBe(400);
  });

  test('has no mark of a guest who was marked before the lesson and gave the place up, nor has the file of marks', async () => {
    const other = await addClass();
    const missed = await lessonOn('2026-09-07', { classid: other });
    const early = lesson;
    await visit(early, leo, missed);
    school.clock.now = at('09:00');
    const absent = { ...markOf('absent'), learnerid: leo, markedat: isoAt('09:00') };
    expect((await put([absent], admin)).status).toBe(200);
    expect((await attended(parent, leo)).body.rows).toMatchObject([{ lessonid: early, guest: true }]);
    const gave = await parent.call('DELETE', `/catchups/${early}/${leo}`);
    expect(gave.body).toEqual({ deletedCount: 1 });
    expect((await attended(parent, leo)).body).toMatchObject({ rows: [], sums: [] });
    const { payload } = await school.app.inject({
      url: `/api/reports/attendance.csv?from=${DAY}&to=${DAY}`,
      headers: { authorization: `Bearer ${await admin.issue()}` },
    });
    expect(payload).not.toContain('Leo');
    school.clock.now = at('17:00');
    for (const job of school.features.flatMap(({ jobs }) => jobs ?? [])) await job.run();
    const mails = await mailsOf(school, parent.email);
    expect(mails.filter(({ kind }) => kind === 'absent')).toEqual([]);
  });

  test('is for who looks after the learner, and for the office; for no one who once did', async () => {
    await put([markOf('present')]);
    const guardian = await school.signIn('student');
    const stranger = await school.signIn('student');
    await letGuard(school, { parent, guardian, learnerid: mia });
    const statuses = async () => {
      const people = [parent, guardian, office, admin, stranger, teacher];
      const answers = await Promise.all(people.map((person) => attended(person)));
      return answers.map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 200, 200, 200, 404, 404]);
    await parent.call('DELETE', `/guardians/${mia}/${guardian.user._id}`);
    expect(await statuses()).toEqual([200, 404, 200, 200, 404, 404]);
    expect(await attended(admin, 'unknown')).toMatchObject(refused('learner-not-found', 404));
  });

  test('is a teenager’s own once the child has an account, and no more the parent’s who gave it away', async () => {
    await put([markOf('present')]);
    const teen = await school.signIn('student');
    const rights = { mayenrol: false, maypay: false, getsmail: false };
    const offer = await parent.call('POST', `/learners/${mia}/takeover`, { email: teen.email, ...rights });
    expect(offer.status, JSON.stringify(offer.body)).toBe(200);
    const accepted = await teen.call('POST', `/claims/${await tokenFor(school, teen.email)}`);
    expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
    const own = await attended(teen, accepted.body.learnerid ?? mia);
    expect(own.body.rows).toMatchObject([{ state: 'present' }]);
    await teen.call('DELETE', `/guardians/${mia}/${parent.user._id}`);
    expect((await attended(parent)).status).toBe(404);
  });
});

describe('the file of marks', () => {
  const file = async (query: string, person = admin) => {
    const headers = { authorization: `Bearer ${await person.issue()}` };
    return school.app.inject({ url: `/api/reports/attendance.csv${query}`, headers });
  };
  const lines = async (query: string) =>
    (await file(query)).payload.replace('\ufeff', '').trim().split('\r\n');

  test('has a row a mark, as the lessons begin, of the days that are asked for, and no family’s words', async () => {
    const next = await lessonOn('2026-09-15');
    await giveNotice();
    await visit(next, leo);
    school.clock.now = at('18:00', '2026-09-15');
    await put([markOf('absent', { note: '=1+1' })]);
    await put([markOf('late', { learnerid: leo })], admin, next);
    const [head, ...rows] = await lines('');
    expect(head).toBe('Day,Begins,Class,Instructor,Student,Attendance,Notice,Guest,Note,Marked by,Marked');
    const start = (day: string) => new Date(at('16:00', day)).toISOString();
    const of = (day: string) => `${day},${start(day)},Violin for beginners,${teacher.user.name}`;
    expect(rows).toEqual([
      `${of(DAY)},Mia Sol,absent,notice,,'=1+1,${teacher.user.name},${isoAt('16:00')}`,
      `${of('2026-09-15')},Leo Sol,late,,trial,,${admin.user.name},${isoAt('16:00')}`,
    ]);
    expect(await lines(`?to=${DAY}`)).toHaveLength(2);
    expect(await lines('?from=2026-09-09')).toHaveLength(2);
    expect(await lines('?from=2026-09-09&to=2026-09-10')).toHaveLength(1);
    expect((await file('?from=Monday')).statusCode).toBe(400);
    expect((await file('', office)).statusCode).toBe(403);
  });
});

test('an orchestra of 300 is read and marked by as many statements as a class of one', async () => {
  const orchestra = await addClass({ enrolledstudents: 300 });
  const rehearsal = await lessonOn(DAY, { classid: orchestra });
  const ids: string[] = [];
  for (let number = 0; number < 300; number++) {
    const learnerid = await addChild(school.db, { userid: parent.user._id, firstname: `No. ${number}` });
    await takeClass(school.db, { learnerid, classid: orchestra });
    ids.push(learnerid);
  }
  const marksOf = (learnerids: readonly string[]) =>
    learnerids.map((learnerid) => ({ learnerid, state: 'present' as const, markedat: BEGINS }));
  const few = await countStatements(lesson, marksOf([mia]));
  const many = await countStatements(rehearsal, marksOf(ids));
  expect(many).toEqual(few);
  expect((await rowsOf(rehearsal)).filter(({ state }) => state === 'present')).toHaveLength(300);
});

/** How many statements it takes to read a register and to mark in it. */
async function countStatements(id: string, marks: Parameters<typeof markRegister>[1]) {
  const { readSchool, now } = school;
  let count = 0;
  const db = school.db.withPlugin({
    transformQuery: ({ node }) => {
      count++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const caller = teacher.user;
  await readRegister({ db, readSchool, now }, { id, caller });
  await markRegister({ db, readSchool, now }, marks, { id, caller });
  expect(count).toBeGreaterThan(3);
  return count;
}
