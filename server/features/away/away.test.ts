import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AwayChoice, AwayLesson, AwayOutcome } from '#contract/away/calls.ts';
import type { Row } from '#server/database/schema.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { addChild } from '#tests/support/people.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { takeClass } from '#tests/support/take-class.ts';
import { addLesson, addRoom } from '#tests/support/timetable.ts';

/*
 * Clara is ill, and the blue room has gone. The clock stands on Tuesday, 1 September 2026, at noon in Berlin's
 * summer; lessons are in the week from Monday, 7 September.
 */

const ZONE = 'Europe/Berlin';
const WEEK = { firstday: '2026-09-07', lastday: '2026-09-13' };

let school: TestSchool;
let clara: Person;
let otto: Person;
let pia: Person;
let office: Person;
let admin: Person;
let anna: Person;
let bela: Person;

beforeAll(async () => {
  school = await openTestSchool();
  [clara, otto, pia, office, admin, anna, bela] = [
    await school.signIn('instructor'),
    await school.signIn('instructor'),
    await school.signIn('instructor'),
    await school.signIn('office'),
    await school.signIn('admin'),
    await school.signIn('student'),
    await school.signIn('student'),
  ];
  expect((await admin.call('PUT', '/school', { timezone: ZONE, version: 1 })).status).toBe(200);
});
beforeEach(async () => {
  school.clock.now = Date.UTC(2026, 8, 1, 10);
  const { db } = school;
  for (const table of ['lessons', 'plans', 'closures', 'mails', 'changes', 'rooms'] as const)
    await db.deleteFrom(table).execute();
  await db.updateTable('classes').set({ deletedat: 1 }).execute();
});
afterAll(() => school.close({ typed: ['Burst pipe'] }));

type Lesson = Row<'lessons'>;

/** A class with its lessons on some days of the week, taken by some. */
async function classOf(
  teacher: Person,
  classname: string,
  {
    days,
    starttime = '16:00',
    roomid = null,
    learners = [anna.learnerid],
    ...fields
  }: {
    days: string[];
    starttime?: string;
    roomid?: string | null;
    learners?: string[];
    availableseat?: number;
  },
): Promise<Lesson[]> {
  const { _id: classid } = await school.addClass({
    instructoremail: teacher.email,
    classname,
    enrolledstudents: learners.length,
    ...fields,
  });
  for (const learnerid of learners) await takeClass(school.db, { learnerid, classid });
  const teacherid = teacher.user._id;
  const lessons = [];
  for (const day of days)
    lessons.push(await addLesson(school.db, { classid, teacherid, day, starttime, roomid, zone: ZONE }));
  return lessons;
}

const read = ({ _id }: { _id: string }) =>
  school.db.selectFrom('lessons').selectAll().where('_id', '=', _id).executeTakeFirstOrThrow();
const closures = () => school.db.selectFrom('closures').selectAll().execute();

type Body = typeof WEEK & { reason?: string; lessons?: readonly AwayChoice[] };
const ill = (body: Body, { by = office, of = clara, query = '' } = {}) =>
  by.call('POST', `/teachers/${of.user._id}/away${query}`, body);
const gone = (roomid: string, body: Body, { by = office, query = '' } = {}) =>
  by.call('POST', `/rooms/${roomid}/away${query}`, body);

async function dry(answer: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
  const outcome = body as AwayOutcome;
  return { ...outcome, lessons: outcome.lessons ?? [] };
}
const tryIll = (body: Body = WEEK) => dry(ill(body, { query: '?dry=1' }));

/** What is proposed for lessons, as it is sent. */
const chosen = (lessons: readonly AwayLesson[]): AwayChoice[] =>
  lessons.map(({ lessonid, version, choice }) => ({ lessonid, version, ...choice }));

/** Clara's week: violin on Monday and Wednesday, a duo on Thursday. */
async function aWeek() {
  const violin = await classOf(clara, 'Violin for beginners', { days: ['2026-09-07', '2026-09-09'] });
  const duo = await classOf(clara, 'Duo', {
    days: ['2026-09-10'],
    learners: [anna.learnerid, bela.learnerid],
  });
  return [...violin, ...duo] as [Lesson, Lesson, Lesson];
}

describe('a teacher who is ill', () => {
  test('has a free teacher proposed for each lesson, first who teaches what is called alike, then whom learners know', async () => {
    const [monday, wednesday, thursday] = await aWeek();
    await classOf(pia, 'Violin, level 2', { days: ['2026-09-09'], learners: [] });
    await classOf(otto, 'Choir', { days: [], learners: [bela.learnerid] });
    const { lessons, ...sums } = await tryIll();
    expect(lessons.map(({ lessonid }) => lessonid)).toEqual([monday._id, wednesday._id, thursday._id]);
    expect(lessons.map(({ choice }) => choice)).toEqual([
      { do: 'cover', teacherid: pia.user._id },
      // She has a lesson herself.
      { do: 'cover', teacherid: otto.user._id },
      { do: 'cover', teacherid: otto.user._id },
    ]);
    expect(lessons[1]?.teachers.map(({ _id }) => _id)).not.toContain(pia.user._id);
    expect(lessons[2]?.teachers[0]).toMatchObject({ _id: otto.user._id, known: 1 });
    expect(lessons.every(({ problem }) => problem === null)).toBe(true);
    // Two families, and the three who teach.
    expect(sums).toEqual({ covered: 3, moved: 0, cancelled: 0, families: 2, teachers: 3 });
    expect(await closures()).toEqual([]);
    expect(await mailsOf(school)).toEqual([]);
  });

  test('is covered first by who says of themselves that they play the instrument of the class', async () => {
    const [monday] = await aWeek();
    const { body } = await admin.call('POST', '/instruments', { name: 'Violin', image: '' });
    await school.db
      .insertInto('classinstruments')
      .values({ classid: monday.classid, instrumentid: body.insertedId })
      .execute();
    await classOf(pia, 'Violin, level 2', { days: [], learners: [] });
    const profile = { words: '', instruments: ['violin'], version: 0 };
    expect((await otto.call('PUT', `/instructors/${otto.user._id}`, profile)).status).toBe(200);
    const { lessons } = await tryIll();
    const first = lessons.find(({ lessonid }) => lessonid === monday._id);
    expect(first?.teachers[0]).toMatchObject({ _id: otto.user._id });
    await school.db.deleteFrom('instruments').execute();
  });

  test('has one who is busy by their own calendar proposed last, and the lesson is covered by them all the same', async () => {
    const [monday] = await aWeek();
    await classOf(pia, 'Violin, level 2', { days: [], learners: [] });
    const teacherid = pia.user._id;
    const calendar = { url: 'https://calendar.example/pia.ics', givenat: 1, readat: 1, problem: null };
    await school.db
      .insertInto('busycalendars')
      .values({ userid: teacherid, ...calendar, workat: Number.MAX_SAFE_INTEGER, lease: null })
      .execute();
    const { startsat, endsat } = monday;
    await school.db.insertInto('busytimes').values({ userid: teacherid, startsat, endsat }).execute();
    const { lessons } = await tryIll();
    expect(lessons[0]?.teachers.map(({ _id, busy }) => [_id, busy])).toEqual([
      [otto.user._id, false],
      [teacherid, true],
    ]);
    expect(lessons[0]?.choice).toEqual({ do: 'cover', teacherid: otto.user._id });
    expect(lessons[1]?.teachers[0]).toMatchObject({ _id: teacherid, busy: false });
    const by = chosen(lessons).map((one) =>
      one.lessonid === monday._id ? { ...one, do: 'cover' as const, teacherid } : one,
    );
    expect(await ill({ ...WEEK, lessons: by })).toMatchObject({ status: 200 });
    await school.db.deleteFrom('busycalendars').execute();
  });

  test('where nobody is free, has another time proposed: after the last lesson, two never at once; else none', async () => {
    const [monday, , thursday] = await aWeek();
    for (const teacher of [otto, pia])
      for (const day of ['2026-09-07', '2026-09-10'])
        await classOf(teacher, `Other on ${day}`, { days: [day], learners: [] });
    const { lessons } = await tryIll();
    const [first, , third] = lessons;
    expect(first?.choice).toEqual({ do: 'move', day: '2026-09-14', starttime: '16:00' });
    expect(third?.choice).toEqual({ do: 'move', day: '2026-09-17', starttime: '16:00' });
    expect(first?.times[0]).toEqual({ day: '2026-09-14', starttime: '16:00' });
    const done = await ill({ ...WEEK, lessons: chosen(lessons) });
    expect(done).toMatchObject({ status: 200, body: { covered: 1, moved: 2, cancelled: 0 } });
    expect(await read(monday)).toMatchObject({
      day: '2026-09-14',
      teacherid: clara.user._id,
      state: 'moved',
    });
    expect(await read(thursday)).toMatchObject({ day: '2026-09-17', state: 'moved' });
  });

  test('has lessons covered, moved and cancelled at once; each family and teacher gets one mail, and nobody else', async () => {
    const [monday, wednesday, thursday] = await aWeek();
    await classOf(otto, 'Choir', {
      days: ['2026-09-08'],
      learners: [(await school.signIn('student')).learnerid],
    });
    const lessons: AwayChoice[] = [
      { lessonid: monday._id, do: 'cover', teacherid: otto.user._id },
      { lessonid: wednesday._id, do: 'move', day: '2026-09-16', starttime: '17:30' },
      { lessonid: thursday._id, do: 'cancel' },
    ];
    const said = await tryIll({ ...WEEK, lessons });
    expect(said.lessons.map(({ problem }) => problem)).toEqual([null, null, null]);
    const { status, body } = await ill({ ...WEEK, lessons });
    expect(status, JSON.stringify(body)).toBe(200);
    const { insertedId, ...sums } = body as AwayOutcome;
    expect(sums).toEqual({ covered: 1, moved: 1, cancelled: 1, families: 2, teachers: 2 });
    expect(sums).toMatchObject({ families: said.families, teachers: said.teachers });
    const away = { reason: 'The teacher is away' };
    expect(await read(monday)).toMatchObject({ teacherid: otto.user._id, day: '2026-09-07', ...away });
    expect(await read(wednesday)).toMatchObject({ day: '2026-09-16', state: 'moved', ...away });
    expect(await read(thursday)).toMatchObject({ state: 'cancelled', closureid: insertedId, ...away });
    expect(await closures()).toMatchObject([{ _id: insertedId, teacherid: clara.user._id, ...WEEK }]);
    const mails = await mailsOf(school);
    expect(mails.map(({ kind, recipient }) => [kind, recipient]).sort()).toEqual(
      [
        ['lessons-taught', clara.email],
        ['lessons-taught', otto.email],
        ['lessons-changed', anna.email],
        ['lessons-changed', bela.email],
      ].sort(),
    );
    const [hers] = await mailsOf(school, anna.email);
    expect(hers?.text).toContain('Reason: The teacher is away');
    for (const words of [
      'Changed: Monday, 7 September 2026, 16:00',
      'Moved to: Wednesday, 16 September 2026, 17:30',
      'Cancelled: Thursday, 10 September 2026, 16:00',
    ])
      expect(hers?.text).toContain(words);
    const [his] = await mailsOf(school, bela.email);
    expect(his?.text).not.toContain('Violin');
    const [covers] = await mailsOf(school, otto.email);
    expect(covers?.text).toContain('You are teaching it.');
    const week = await otto.call('GET', '/week?from=2026-09-07');
    expect(week.body).toContainEqual(
      expect.objectContaining({ _id: monday._id, teaching: true, substitute: true }),
    );
    const log = await school.db.selectFrom('changes').select(['action', 'actorid']).execute();
    expect(log.map(({ action }) => action).sort()).toEqual(
      ['added', 'lesson-cancelled', 'lesson-moved', 'lesson-teacher'].sort(),
    );
    expect(new Set(log.map(({ actorid }) => actorid))).toEqual(new Set([office.user._id]));
  });

  test('is noted once, however often the button is pressed', async () => {
    await aWeek();
    const { lessons } = await tryIll();
    const body = { ...WEEK, lessons: chosen(lessons) };
    const [one, other] = await Promise.all([ill(body), ill(body)]);
    const again = await ill(body);
    for (const answer of [one, other, again])
      expect(answer).toMatchObject({ status: 200, body: { covered: 3, insertedId: one.body.insertedId } });
    expect(again.body).toMatchObject({ families: 0, teachers: 0 });
    expect(await closures()).toHaveLength(1);
    expect(await mailsOf(school, anna.email)).toHaveLength(1);
  });

  test('has no new lesson on these days, and what the days had cancelled is held again once they are taken away', async () => {
    const [monday, wednesday, thursday] = await aWeek();
    const cancel = (lesson: Lesson): AwayChoice => ({ lessonid: lesson._id, do: 'cancel' });
    const { body } = await ill({
      ...WEEK,
      lessons: [
        { lessonid: monday._id, do: 'cover', teacherid: otto.user._id },
        cancel(wednesday),
        cancel(thursday),
      ],
    });
    const later = await classOf(clara, 'Trio', { days: ['2026-09-21'] });
    expect(await admin.call('PUT', `/lessons/${later[0]?._id}`, { day: '2026-09-11' })).toMatchObject({
      status: 409,
      body: { code: 'day-closed', detail: 'Closed on that day: The teacher is away.' },
    });
    expect((await office.call('DELETE', `/closures/${body.insertedId}`, {})).status).toBe(200);
    expect(await read(wednesday)).toMatchObject({
      state: 'moved',
      day: '2026-09-09',
      reason: null,
      closureid: null,
    });
    expect((await read(thursday)).state).toBe('moved');
    // What is covered stays so until it is given back.
    expect((await read(monday)).teacherid).toBe(otto.user._id);
    expect((await office.call('PUT', `/lessons/${monday._id}`, { teacherid: null })).status).toBe(200);
    expect((await read(monday)).teacherid).toBe(clara.user._id);
  });

  test('says which lesson somebody else has changed since it was looked at, and then nothing changes', async () => {
    const [monday, wednesday] = await aWeek();
    const { lessons } = await tryIll();
    expect((await admin.call('PUT', `/lessons/${wednesday._id}`, { starttime: '18:00' })).status).toBe(200);
    const refused = await ill({ ...WEEK, lessons: chosen(lessons) });
    expect(refused).toMatchObject({ status: 409, body: { code: 'changed-meanwhile' } });
    expect(refused.body.detail).toContain('Violin for beginners, Wednesday, 9 September 2026, 18:00–18:45');
    expect(await read(monday)).toEqual(monday);
    expect(await closures()).toEqual([]);
    const anew = await tryIll();
    expect((await ill({ ...WEEK, lessons: chosen(anew.lessons) })).status).toBe(200);
  });

  test('says which lesson is new, or nothing was chosen for', async () => {
    await aWeek();
    const { lessons } = await tryIll();
    await classOf(clara, 'Trio', { days: ['2026-09-11'] });
    const refused = await ill({ ...WEEK, lessons: chosen(lessons) });
    expect(refused).toMatchObject({ status: 409, body: { code: 'changed-meanwhile' } });
    expect(refused.body.detail).toContain('Trio, Friday, 11 September 2026');
  });

  test('of two admins who cover at once, the second is refused, with the lesson that has changed', async () => {
    await aWeek();
    const { lessons } = await tryIll();
    const byPia = chosen(lessons).map((one) => ({ ...one, teacherid: pia.user._id }));
    const byOtto = chosen(lessons).map((one) => ({ ...one, teacherid: otto.user._id }));
    const answers = await Promise.all([
      ill({ ...WEEK, lessons: byPia }, { by: admin }),
      ill({ ...WEEK, lessons: byOtto }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('changed-meanwhile');
    const teachers = await school.db.selectFrom('lessons').select('teacherid').distinct().execute();
    expect(teachers).toHaveLength(1);
    expect(await mailsOf(school, anna.email)).toHaveLength(1);
  });

  test('cannot be covered by who has a lesson then, who is away or no teacher; the refusal says of which lesson', async () => {
    const [monday] = await aWeek();
    await classOf(otto, 'Choir', { days: ['2026-09-07'], learners: [] });
    const { lessons } = await tryIll();
    const by = (teacherid: string) =>
      chosen(lessons).map((one) =>
        one.lessonid === monday._id ? { ...one, do: 'cover' as const, teacherid } : one,
      );
    const refused = await ill({ ...WEEK, lessons: by(otto.user._id) });
    expect(refused).toMatchObject({ status: 409, body: { code: 'teacher-taken' } });
    expect(refused.body.detail).toBe(
      'Violin for beginners, Monday, 7 September 2026, 16:00–16:45: The teacher has another lesson then: Choir, Monday, 7 September 2026, 16:00–16:45.',
    );
    const said = await tryIll({ ...WEEK, lessons: by(otto.user._id) });
    expect(said.lessons[0]?.problem).toMatchObject({ code: 'teacher-taken' });
    expect(await ill({ ...WEEK, lessons: by(anna.user._id) })).toMatchObject({
      status: 400,
      body: { code: 'teacher-unknown' },
    });
    expect(await ill({ ...WEEK, lessons: by(clara.user._id) })).toMatchObject({
      status: 409,
      body: { code: 'day-closed' },
    });
    await ill(WEEK, { of: pia });
    expect(await ill({ ...WEEK, lessons: by(pia.user._id) })).toMatchObject({
      status: 409,
      body: { code: 'day-closed' },
    });
    expect(await read(monday)).toEqual(monday);
  });

  test('cannot have two lessons moved to the same time, nor one to a time that is over or on her days', async () => {
    const [monday, wednesday, thursday] = await aWeek();
    const others = [{ lessonid: thursday._id, do: 'cancel' as const }];
    const to = (day: string, other: string) => [
      { lessonid: monday._id, do: 'move' as const, day, starttime: '16:00' },
      { lessonid: wednesday._id, do: 'move' as const, day: other, starttime: '16:15' },
      ...others,
    ];
    expect(await ill({ ...WEEK, lessons: to('2026-09-14', '2026-09-14') })).toMatchObject({
      status: 409,
      body: { code: 'teacher-taken' },
    });
    expect(await ill({ ...WEEK, lessons: to('2026-08-31', '2026-09-15') })).toMatchObject({ status: 400 });
    expect(await ill({ ...WEEK, lessons: to('2026-09-11', '2026-09-15') })).toMatchObject({
      status: 409,
      body: { code: 'day-closed' },
    });
    expect(await closures()).toEqual([]);
  });

  test('keeps the lesson that has begun', async () => {
    const [monday, wednesday] = await aWeek();
    school.clock.now = Number(monday.startsat) + 1;
    const { lessons } = await tryIll();
    expect(lessons[0]?.lessonid).toBe(wednesday._id);
    expect((await ill({ ...WEEK, lessons: chosen(lessons) })).status).toBe(200);
    expect(await read(monday)).toEqual(monday);
  });

  test('who was covering is covered by the class’s own teacher, and the lesson is a planned one again', async () => {
    const [monday] = await classOf(clara, 'Violin', { days: ['2026-09-07'] });
    if (!monday) throw new Error('There is none.');
    await office.call('PUT', `/lessons/${monday._id}`, { teacherid: otto.user._id });
    const lessons = [{ lessonid: monday._id, do: 'cover' as const, teacherid: clara.user._id }];
    expect((await ill({ ...WEEK, lessons }, { of: otto })).status).toBe(200);
    expect((await read(monday)).teacherid).toBe(clara.user._id);
  });

  test('is an instructor; days have an order and an end', async () => {
    expect(await ill(WEEK, { of: anna })).toMatchObject({
      status: 404,
      body: { code: 'instructor-not-found' },
    });
    const crossed = { firstday: '2026-09-13', lastday: '2026-09-07' };
    expect(await ill(crossed)).toMatchObject({ status: 400, body: { errors: [{ field: 'lastday' }] } });
    const long = { firstday: '2026-09-07', lastday: '2027-09-07' };
    expect(await ill(long)).toMatchObject({ status: 400, body: { errors: [{ field: 'lastday' }] } });
  });
});

describe('a room that has gone', () => {
  const TWO_WEEKS = { firstday: '2026-09-07', lastday: '2026-09-20' };
  const tryGone = (roomid: string, body: Body = TWO_WEEKS) => dry(gone(roomid, body, { query: '?dry=1' }));

  test('has a free room proposed that takes the class, the one that takes most lessons first; families get one mail', async () => {
    const { db } = school;
    const blue = await addRoom(db, { name: 'Blue room', places: 20 });
    const hall = await addRoom(db, { name: 'Hall', places: 100 });
    const attic = await addRoom(db, { name: 'Attic', places: 20 });
    await addRoom(db, { name: 'Closet', places: 1 });
    const violin = await classOf(clara, 'Violin', { days: ['2026-09-07', '2026-09-14'], roomid: blue });
    await classOf(otto, 'Choir', { days: ['2026-09-07'], roomid: attic, learners: [] });
    const { lessons, ...sums } = await tryGone(blue);
    expect(lessons.map(({ choice }) => choice)).toEqual([
      { do: 'move', roomid: hall },
      { do: 'move', roomid: hall },
    ]);
    expect(lessons.map(({ rooms }) => rooms.map(({ name }) => name))).toEqual([['Hall'], ['Hall', 'Attic']]);
    expect(sums).toEqual({ covered: 0, moved: 2, cancelled: 0, families: 1, teachers: 1 });
    const body = { ...TWO_WEEKS, reason: 'Burst pipe', lessons: chosen(lessons) };
    expect((await gone(blue, body)).status).toBe(200);
    for (const lesson of violin)
      expect(await read(lesson)).toMatchObject({ roomid: hall, day: lesson.day, reason: 'Burst pipe' });
    const mails = await mailsOf(school);
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([anna.email, clara.email].sort());
    expect(mails.find(({ recipient }) => recipient === anna.email)?.text).toContain('Reason: Burst pipe');
    expect(await closures()).toMatchObject([{ roomid: blue, name: 'Burst pipe', ...TWO_WEEKS }]);
  });

  test('names the class, day and time that stand in the way of the room that is chosen', async () => {
    const { db } = school;
    const blue = await addRoom(db, { name: 'Blue room', places: 20 });
    const attic = await addRoom(db, { name: 'Attic', places: 20 });
    const [lesson] = await classOf(clara, 'Violin', { days: ['2026-09-07'], roomid: blue });
    await classOf(otto, 'Choir', { days: ['2026-09-07'], roomid: attic, learners: [], starttime: '16:30' });
    const lessons: AwayChoice[] = [{ lessonid: lesson?._id ?? '', do: 'move', roomid: attic }];
    const said = await tryGone(blue, { ...TWO_WEEKS, lessons });
    expect(said.lessons[0]?.problem).toEqual({
      code: 'room-taken',
      detail: 'Another class is in this room then: Choir, Monday, 7 September 2026, 16:30–17:15, Attic.',
    });
    expect(said.lessons[0]?.times.length).toBeGreaterThan(0);
    expect(await gone(blue, { ...TWO_WEEKS, lessons })).toMatchObject({
      status: 409,
      body: { code: 'room-taken' },
    });
    const [time] = said.lessons[0]?.times ?? [];
    const moved = await gone(blue, {
      ...TWO_WEEKS,
      lessons: [{ lessonid: lesson?._id ?? '', do: 'move', ...time }],
    });
    expect(moved).toMatchObject({ status: 200, body: { moved: 1 } });
    expect(await read({ _id: lesson?._id ?? '' })).toMatchObject({ roomid: blue, day: time?.day });
  });

  test('is one in use', async () => {
    expect(await gone('nowhere', TWO_WEEKS)).toMatchObject({ status: 404, body: { code: 'room-not-found' } });
  });
});

test('a guardian who gets mail is written to like a parent, and brothers and sisters are in one mail', async () => {
  const mia = await addChild(school.db, { userid: anna.user._id, firstname: 'Mia' });
  await classOf(clara, 'Violin', { days: ['2026-09-07'] });
  await classOf(clara, 'Duo', { days: ['2026-09-08'], learners: [mia] });
  const { lessons, families } = await tryIll();
  expect(families).toBe(1);
  expect((await ill({ ...WEEK, lessons: chosen(lessons) })).status).toBe(200);
  const mails = await mailsOf(school, anna.email);
  expect(mails).toHaveLength(1);
  for (const words of ['Violin', 'Duo']) expect(mails[0]?.text).toContain(words);
});

test('teachers and families cannot note it, nor look', async () => {
  for (const by of [clara, anna])
    for (const query of ['', '?dry=1']) expect((await ill(WEEK, { by, query })).status, query).toBe(403);
});
