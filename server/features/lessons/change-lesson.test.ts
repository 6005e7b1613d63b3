import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Row } from '#server/database/schema.ts';
import { eraseAccount } from '#server/features/account/erase-account.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { serving } from '#tests/support/plans.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { takeClass } from '#tests/support/take-class.ts';
import { addLesson, addPlan, addRoom } from '#tests/support/timetable.ts';

const ZONE = 'Europe/Berlin';

let school: TestSchool;
let clara: Person;
let otto: Person;
let admin: Person;
let anna: Person;

beforeAll(async () => {
  school = await openTestSchool();
  [clara, otto, admin, anna] = [
    await school.signIn('instructor'),
    await school.signIn('instructor'),
    await school.signIn('admin'),
    await school.signIn('student'),
  ];
  expect((await admin.call('PUT', '/school', { timezone: ZONE, version: 1 })).status).toBe(200);
});
beforeEach(async () => {
  // Tuesday.
  school.clock.now = Date.UTC(2026, 8, 1, 12);
  const { db } = school;
  for (const table of ['lessons', 'plans', 'closures', 'mails', 'confirmedclashes'] as const)
    await db.deleteFrom(table).execute();
  await db.updateTable('classes').set({ deletedat: 1 }).execute();
});
afterAll(() => school.close());

/** A class of Clara's that Anna takes. */
async function classOf(teacher: Person = clara, fields: object = {}): Promise<Row<'classes'>> {
  const item = await school.addClass({ instructoremail: teacher.email, enrolledstudents: 1, ...fields });
  await takeClass(school.db, { learnerid: anna.learnerid, classid: item._id });
  return item;
}

/** Its next lessons: Tuesdays at 16:00 in Berlin, as its plan has them. */
async function lessonsOf({ _id: classid, instructorid }: Row<'classes'>, days: readonly string[]) {
  const fields = { classid, teacherid: instructorid };
  const planid = await addPlan(school.db, fields);
  const lessons = [];
  for (const day of days) lessons.push(await addLesson(school.db, { ...fields, planid, day, zone: ZONE }));
  return lessons;
}
const TUESDAYS = ['2026-09-08', '2026-09-15', '2026-09-22'];

/** The first lesson of a class of Clara's, a week from now. */
async function aLesson(): Promise<Row<'lessons'>> {
  const [lesson] = await lessonsOf(await classOf(), TUESDAYS);
  if (!lesson) throw new Error('There is none.');
  return lesson;
}

const read = async ({ _id }: { _id: string }) =>
  school.db.selectFrom('lessons').selectAll().where('_id', '=', _id).executeTakeFirstOrThrow();
const move = (by: Person, { _id }: { _id: string }, body: object) => by.call('PUT', `/lessons/${_id}`, body);
const cancel = (by: Person, { _id }: { _id: string }, body?: object) =>
  by.call('DELETE', `/lessons/${_id}`, body);
const iso = (moment: number) => new Date(Number(moment)).toISOString();
const told = async ({ email }: Person) => (await mailsOf(school, email)).map(({ subject }) => subject);

describe('a lesson that is moved', () => {
  test('is held at the named time on the school’s clocks, and what is not named stays', async () => {
    const lesson = await aLesson();
    expect(await move(clara, lesson, { day: '2026-09-09' })).toMatchObject({
      status: 200,
      body: { modifiedCount: 1 },
    });
    const moved = await read(lesson);
    expect(iso(moved.startsat)).toBe('2026-09-09T14:00:00.000Z');
    expect(iso(moved.endsat)).toBe('2026-09-09T14:45:00.000Z');
    expect(moved).toMatchObject({
      day: '2026-09-09',
      planday: '2026-09-08',
      state: 'moved',
      teacherid: clara.user._id,
    });
    expect(Number(moved.seq)).toBe(1);
    // Over the change of clocks: 17:30 is 17:30.
    await move(clara, lesson, { day: '2026-10-27', starttime: '17:30', minutes: 60, reason: 'Concert' });
    expect(iso((await read(lesson)).startsat)).toBe('2026-10-27T16:30:00.000Z');
    expect(iso((await read(lesson)).endsat)).toBe('2026-10-27T17:30:00.000Z');
    expect((await read(lesson)).reason).toBe('Concert');
  });

  test('is told to those who take it once, and a call that changes nothing tells nobody', async () => {
    const lesson = await aLesson();
    await move(clara, lesson, { day: '2026-09-09' });
    expect(await told(anna)).toEqual(['Violin for beginners: a lesson has moved']);
    expect(await told(clara)).toEqual([]);
    expect((await move(clara, lesson, { day: '2026-09-09' })).body).toEqual({ modifiedCount: 0 });
    expect(await told(anna)).toHaveLength(1);
    expect(Number((await read(lesson)).seq)).toBe(1);
  });

  test('back to where the plan has it is a planned one again', async () => {
    const lesson = await aLesson();
    await move(clara, lesson, { day: '2026-09-09', reason: 'Concert' });
    await move(clara, lesson, { day: '2026-09-08' });
    expect(await read(lesson)).toMatchObject({
      state: 'planned',
      reason: null,
      startsat: lesson.startsat,
    });
  });

  test('is refused once it has begun, and to a time that is over', async () => {
    const lesson = await aLesson();
    const answer = await move(clara, lesson, { day: '2026-08-31' });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'day' }] } });
    school.clock.now = Number(lesson.startsat);
    expect(await move(clara, lesson, { day: '2026-09-10' })).toMatchObject({
      status: 409,
      body: { code: 'lesson-begun' },
    });
    expect(await cancel(admin, lesson)).toMatchObject({ status: 409, body: { code: 'lesson-begun' } });
    expect(await read(lesson)).toEqual(lesson);
  });

  test('is refused on closing days of the school, of its room and of its teacher, and not on those of others', async () => {
    const lesson = await aLesson();
    const roomid = await addRoom(school.db, { name: 'Closed room', places: 20 });
    const nobody = { roomid: null, teacherid: null };
    const close = async (day: string, which: object) =>
      school.db
        .insertInto('closures')
        .values({
          _id: day,
          name: `Feast of ${day}`,
          firstday: day,
          lastday: day,
          createdat: 0,
          ...nobody,
          ...which,
        })
        .execute();
    await close('2026-09-09', {});
    await close('2026-09-10', { roomid });
    await close('2026-09-11', { teacherid: otto.user._id });
    const refusal = { status: 409, body: { code: 'day-closed' } };
    expect(await move(clara, lesson, { day: '2026-09-09' })).toMatchObject({
      ...refusal,
      body: { detail: 'Closed on that day: Feast of 2026-09-09.' },
    });
    expect(await move(clara, lesson, { day: '2026-09-10', roomid })).toMatchObject(refusal);
    expect(await move(clara, lesson, { day: '2026-09-11', teacherid: otto.user._id })).toMatchObject(refusal);
    expect(await read(lesson)).toEqual(lesson);
    expect((await move(clara, lesson, { day: '2026-09-10' })).status).toBe(200);
    expect((await move(clara, lesson, { day: '2026-09-11' })).status).toBe(200);
  });

  test('is refused in a room that is taken, too small, retired or unknown', async () => {
    const lesson = await aLesson();
    const [taken, small, retired] = [
      await addRoom(school.db, { name: 'Taken', places: 20 }),
      await addRoom(school.db, { name: 'Small', places: 2 }),
      await addRoom(school.db, { name: 'Retired', places: 20 }),
    ];
    await school.db.updateTable('rooms').set({ retiredat: 1 }).where('_id', '=', retired).execute();
    const other = await school.addClass({ instructoremail: otto.email });
    await addLesson(school.db, { classid: other._id, day: lesson.day, roomid: taken, zone: ZONE });
    for (const [roomid, status, code] of [
      [taken, 409, 'room-taken'],
      [small, 409, 'room-too-small'],
      [retired, 400, 'room-unknown'],
      ['nowhere', 400, 'room-unknown'],
    ] as const)
      expect(await move(clara, lesson, { roomid })).toMatchObject({ status, body: { code } });
    expect((await move(clara, lesson, { roomid: taken, starttime: '17:00' })).status).toBe(200);
    expect((await read(lesson)).roomid).toBe(taken);
    await move(clara, lesson, { roomid: null });
    expect((await read(lesson)).roomid).toBeNull();
  });

  test('is refused while somebody who takes it has another lesson, unless the payer knows of the two', async () => {
    const lesson = await aLesson();
    const other = await classOf(otto, { classname: 'Chess' });
    await addLesson(school.db, { classid: other._id, day: '2026-09-10', zone: ZONE });
    expect(await move(clara, lesson, { day: '2026-09-10' })).toMatchObject({
      status: 409,
      body: { code: 'learner-clash' },
    });
    const [classid = '', otherid = ''] = [lesson.classid, other._id].sort();
    const known = { learnerid: anna.learnerid, classid, otherid, createdat: 0 };
    await school.db.insertInto('confirmedclashes').values(known).execute();
    expect((await move(clara, lesson, { day: '2026-09-10' })).status).toBe(200);
  });
});

describe('where a lesson cannot be as it was wanted', () => {
  const free = (by: Person, { _id }: { _id: string }, time: string) =>
    by.call('GET', `/lessons/${_id}/free?${time}&minutes=45`);

  test('the refusal names the class, its day and its time, and what is free instead can be asked for', async () => {
    const lesson = await aLesson();
    const taken = await addRoom(school.db, { name: 'Taken hall', places: 20 });
    const [large, snug] = [
      await addRoom(school.db, { name: 'Large', places: 90 }),
      await addRoom(school.db, { name: 'Snug', places: 20 }),
    ];
    await addRoom(school.db, { name: 'Cupboard', places: 1 });
    const other = await school.addClass({ instructoremail: otto.email, classname: 'Choir' });
    await addLesson(school.db, { classid: other._id, day: '2026-09-09', roomid: taken, zone: ZONE });
    const refused = await move(clara, lesson, { day: '2026-09-09', roomid: taken });
    expect(refused).toMatchObject({ status: 409, body: { code: 'room-taken' } });
    expect(refused.body.detail).toBe(
      'Another class is in this room then: Choir, Wednesday, 9 September 2026, 16:00–16:45, Taken hall.',
    );
    const { status, body } = await free(clara, lesson, 'day=2026-09-09&starttime=16:00');
    expect(status).toBe(200);
    const names = body.rooms.map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => /Taken hall|Cupboard|Large|Snug/.test(name))).toEqual([
      'Snug',
      'Large',
    ]);
    expect(body.times.slice(0, 3)).toEqual([
      { day: '2026-09-09', starttime: '15:15' },
      { day: '2026-09-09', starttime: '16:45' },
      { day: '2026-09-09', starttime: '14:30' },
    ]);
    expect((await move(clara, lesson, { day: '2026-09-09', roomid: snug })).status).toBe(200);
    expect((await read(lesson)).roomid).toBe(snug);
    expect(large).not.toBe(snug);
  });

  test('no time is offered at which its teacher or somebody in it has another lesson, or on closing days', async () => {
    const lesson = await aLesson();
    const annas = await classOf(otto, { classname: 'Choir' });
    await addLesson(school.db, { classid: annas._id, day: '2026-09-10', zone: ZONE });
    const claras = await school.addClass({ instructoremail: clara.email });
    await addLesson(school.db, {
      classid: claras._id,
      teacherid: clara.user._id,
      day: '2026-09-11',
      zone: ZONE,
    });
    await school.db
      .insertInto('closures')
      .values({
        _id: 'closed',
        name: 'Feast',
        firstday: '2026-09-12',
        lastday: '2026-09-13',
        roomid: null,
        teacherid: null,
        createdat: 0,
      })
      .execute();
    const { body } = await free(clara, lesson, 'day=2026-09-09&starttime=16:00');
    const days = body.times.map(({ day }: { day: string }) => day).slice(3);
    // Tuesday, 15 September, is the next lesson of the class itself.
    expect(days).toEqual(['2026-09-14', '2026-09-16', '2026-09-17']);
  });

  test('only who may move the lesson asks', async () => {
    const lesson = await aLesson();
    for (const [by, status] of [
      [admin, 200],
      [clara, 200],
      [otto, 403],
      [anna, 403],
    ] as const)
      expect((await free(by, lesson, 'day=2026-09-09&starttime=16:00')).status).toBe(status);
    expect((await free(clara, lesson, 'day=2026-09-09&starttime=25:00')).status).toBe(400);
  });
});

describe('a substitute', () => {
  test('holds one lesson, who teaches the class is named by nobody, and both are told', async () => {
    const lesson = await aLesson();
    expect((await move(admin, lesson, { teacherid: otto.user._id, reason: 'Clara is away' })).status).toBe(
      200,
    );
    expect(await read(lesson)).toMatchObject({ teacherid: otto.user._id, state: 'moved' });
    for (const one of [clara, otto, anna])
      expect(await told(one)).toEqual(['Violin for beginners: a lesson has changed']);
    await move(admin, lesson, { teacherid: null });
    expect(await read(lesson)).toMatchObject({ teacherid: clara.user._id, state: 'planned' });
  });

  test('is an instructor or an admin who is free', async () => {
    const lesson = await aLesson();
    for (const teacherid of [anna.user._id, 'nobody'])
      expect(await move(clara, lesson, { teacherid })).toMatchObject({
        status: 400,
        body: { code: 'teacher-unknown' },
      });
    expect((await move(clara, lesson, { teacherid: admin.user._id })).status).toBe(200);
    const busy = await school.addClass({ instructoremail: otto.email });
    await addLesson(school.db, {
      classid: busy._id,
      day: lesson.day,
      teacherid: otto.user._id,
      zone: ZONE,
    });
    expect(await move(clara, lesson, { teacherid: otto.user._id })).toMatchObject({
      status: 409,
      body: { code: 'teacher-taken' },
    });
  });

  test('may not change the lesson that they hold, nor may another instructor or a student', async () => {
    const lesson = await aLesson();
    await move(clara, lesson, { teacherid: otto.user._id });
    for (const one of [otto, anna]) {
      expect((await move(one, lesson, { day: '2026-09-10' })).status).toBe(403);
      expect((await cancel(one, lesson)).status).toBe(403);
    }
    expect((await school.call('DELETE', `/lessons/${lesson._id}`)).status).toBe(401);
  });
});

describe('of many who want one room, one teacher or one child at the same time', () => {
  /** As many lessons of as many classes and teachers, each on a day of its own. */
  async function aCrowd() {
    const days = ['07', '08', '09', '10', '11', '12', '13', '14'].map((day) => `2026-09-${day}`);
    return Promise.all(
      days.map(async (day) => {
        const teacher = await school.signIn('instructor');
        const { _id: classid } = await school.addClass({ instructoremail: teacher.email });
        return addLesson(school.db, { classid, day, teacherid: teacher.user._id, zone: ZONE });
      }),
    );
  }
  const atOnce = { day: '2026-09-20', starttime: '10:00' };
  /** How many of them did it; the others were refused for this reason. */
  async function race(crowd: readonly Row<'lessons'>[], body: object, code: string) {
    const answers = await Promise.all(crowd.map((lesson) => move(admin, lesson, { ...atOnce, ...body })));
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused) expect(answer).toMatchObject({ status: 409, body: { code } });
    return answers.length - refused.length;
  }

  test('one gets the room', async () => {
    const roomid = await addRoom(school.db, { name: 'Wanted', places: 20 });
    expect(await race(await aCrowd(), { roomid }, 'room-taken')).toBe(1);
  });

  test('one gets the substitute', async () => {
    expect(await race(await aCrowd(), { teacherid: otto.user._id }, 'teacher-taken')).toBe(1);
  });

  test('one gets the child who is in all of them', async () => {
    const crowd = await aCrowd();
    for (const { classid } of crowd) await takeClass(school.db, { learnerid: anna.learnerid, classid });
    expect(await race(crowd, {}, 'learner-clash')).toBe(1);
  });
});

describe('a lesson that is cancelled', () => {
  test('stays with its reason, is told once, and a free day after the last is offered', async () => {
    const lesson = await aLesson();
    const answer = await cancel(clara, lesson, { reason: ' Clara is ill ' });
    expect(answer).toMatchObject({
      status: 200,
      body: { makeup: { day: '2026-09-29', starttime: '16:00' } },
    });
    expect(await read(lesson)).toMatchObject({
      state: 'cancelled',
      reason: 'Clara is ill',
      startsat: lesson.startsat,
    });
    expect((await cancel(clara, lesson)).body).toEqual(answer.body);
    expect((await read(lesson)).reason).toBe('Clara is ill');
    expect(await told(anna)).toEqual(['Violin for beginners: a lesson is cancelled']);
  });

  test('is offered no day on which is closed, or its room, its teacher or who takes it has no time', async () => {
    const item = await classOf();
    const roomid = await addRoom(school.db, { name: 'Makeup' });
    const [, , lesson] = await lessonsOf(item, TUESDAYS);
    if (!lesson) throw new Error('There is none.');
    await school.db.updateTable('lessons').set({ roomid }).execute();
    const everywhere = { roomid: null, teacherid: null, createdat: 0 };
    const feast = { _id: 'feast', name: 'Feast', firstday: '2026-09-29', lastday: '2026-09-29' };
    await school.db
      .insertInto('closures')
      .values({ ...feast, ...everywhere })
      .execute();
    const others = { classid: (await school.addClass({ instructoremail: otto.email }))._id, zone: ZONE };
    await addLesson(school.db, { ...others, day: '2026-10-06', roomid });
    await addLesson(school.db, { ...others, day: '2026-10-13', teacherid: clara.user._id });
    const chess = await classOf(otto, { classname: 'Chess' });
    await addLesson(school.db, { classid: chess._id, day: '2026-10-20', zone: ZONE });
    // The last that is held is the one before, and its own day is no makeup.
    expect((await cancel(clara, lesson)).body.makeup).toEqual({ day: '2026-10-27', starttime: '16:00' });
    await school.db.updateTable('closures').set({ lastday: '2027-12-31' }).execute();
    expect((await cancel(clara, lesson)).body).toEqual({ makeup: null });
  });

  test('is offered a time on the clocks of the zone that another process has just changed', async () => {
    const lesson = await aLesson();
    await school.call('GET', '/school');
    await school.db.updateTable('school').set({ timezone: 'Europe/London' }).execute();
    const { makeup } = (await cancel(clara, lesson)).body;
    await school.db.updateTable('school').set({ timezone: ZONE }).execute();
    expect(makeup).toEqual({ day: '2026-09-29', starttime: '15:00' });
  });

  test('is made up when it is moved, also after its time, by who teaches the class', async () => {
    const lesson = await aLesson();
    await move(clara, lesson, { teacherid: otto.user._id });
    const { makeup } = (await cancel(clara, lesson, { reason: 'Snow' })).body;
    school.clock.now = Number(lesson.startsat) + 1;
    await school.db.deleteFrom('mails').execute();
    expect((await move(clara, lesson, makeup)).status).toBe(200);
    expect(await read(lesson)).toMatchObject({
      day: '2026-09-29',
      state: 'moved',
      reason: null,
      cancelledat: null,
      teacherid: clara.user._id,
    });
    expect(await told(anna)).toEqual(['Violin for beginners: a lesson takes place after all']);
  });

  test('is not given back a room that has been retired or is too small', async () => {
    const lesson = await aLesson();
    const roomid = await addRoom(school.db, { name: 'Changing', places: 20 });
    await move(clara, lesson, { roomid });
    await cancel(clara, lesson);
    const again = { starttime: '16:00' };
    const change = (room: object) =>
      school.db.updateTable('rooms').set(room).where('_id', '=', roomid).execute();
    await change({ places: 1 });
    expect(await move(clara, lesson, again)).toMatchObject({ status: 409, body: { code: 'room-too-small' } });
    await change({ places: 20, retiredat: 1 });
    expect(await move(clara, lesson, again)).toMatchObject({ status: 400, body: { code: 'room-unknown' } });
    expect((await read(lesson)).state).toBe('cancelled');
    expect((await move(clara, lesson, { ...again, roomid: null })).status).toBe(200);
  });

  test('stays cancelled unless a day or a time is named, and nobody is told of another reason', async () => {
    const lesson = await aLesson();
    await cancel(clara, lesson, { reason: 'Snow' });
    await school.db.deleteFrom('mails').execute();
    const before = await read(lesson);
    for (const body of [{}, { roomid: null }, { teacherid: otto.user._id }, { minutes: 30 }])
      expect((await move(clara, lesson, body)).body).toEqual({ modifiedCount: 0 });
    expect(await read(lesson)).toEqual(before);
    expect((await move(clara, lesson, { reason: 'Ice' })).body).toEqual({ modifiedCount: 1 });
    const { reason, seq, changedat } = await read(lesson);
    expect(await read(lesson)).toEqual({ ...before, reason: 'Ice', seq, changedat });
    expect([reason, await told(anna)]).toEqual(['Ice', []]);
    expect((await move(clara, lesson, { starttime: '16:00' })).body).toEqual({ modifiedCount: 1 });
    expect((await read(lesson)).state).toBe('planned');
  });

  test('by closing days stays cancelled when these go, once its teacher has cancelled it', async () => {
    const lesson = await aLesson();
    const feast = { _id: 'feast', name: 'Feast', firstday: lesson.day, lastday: lesson.day };
    await school.db
      .insertInto('closures')
      .values({ ...feast, roomid: null, teacherid: null, createdat: 0 })
      .execute();
    const closed = { state: 'cancelled' as const, cancelledat: 1, closureid: 'feast', reason: 'Feast' };
    await school.db.updateTable('lessons').set(closed).where('_id', '=', lesson._id).execute();
    await cancel(clara, lesson);
    expect(await read(lesson)).toMatchObject({ state: 'cancelled', closureid: null, reason: 'Feast' });
    expect(await told(anna)).toEqual([]);
  });

  test('that the plan has no more, or whose class is deleted, is not there', async () => {
    const [one, other] = [await aLesson(), await aLesson()];
    const removed = { state: 'cancelled' as const, cancelledat: 1, removedat: 1, planid: null };
    await school.db.updateTable('lessons').set(removed).where('_id', '=', one._id).execute();
    await school.db.updateTable('classes').set({ deletedat: 1 }).where('_id', '=', other.classid).execute();
    for (const lesson of [one, other])
      for (const answer of [await move(admin, lesson, {}), await cancel(admin, lesson)])
        expect(answer).toMatchObject({ status: 404, body: { code: 'lesson-not-found' } });
  });
});

describe('lessons to come', () => {
  /** One that is over, two to come, of which a substitute holds the second. */
  async function someLessons(item: Row<'classes'>) {
    const lessons = await lessonsOf(item, ['2026-08-25', '2026-09-08', '2026-09-15']);
    const [over, next, substituted] = lessons;
    if (!over || !next || !substituted) throw new Error('There are three.');
    await school.db
      .updateTable('lessons')
      .set({ teacherid: otto.user._id })
      .where('_id', '=', substituted._id)
      .execute();
    return { over, next, substituted };
  }

  test('go with a class that is handed over, but for those of a substitute and those that are over', async () => {
    const item = await classOf();
    const { over, next, substituted } = await someLessons(item);
    const eva = await school.signIn('instructor');
    const handOver = () => admin.call('PUT', `/class/teacher/${item._id}`, { email: eva.email });
    const busy = await school.addClass({ instructoremail: eva.email });
    const inTheWay = { classid: busy._id, day: next.day, teacherid: eva.user._id, zone: ZONE };
    const other = await addLesson(school.db, inTheWay);
    expect(await handOver()).toMatchObject({ status: 409, body: { code: 'teacher-taken' } });
    expect((await read(next)).teacherid).toBe(clara.user._id);
    await cancel(admin, other);
    expect((await handOver()).status).toBe(200);
    expect((await read(over)).teacherid).toBe(clara.user._id);
    expect((await read(next)).teacherid).toBe(eva.user._id);
    expect((await read(substituted)).teacherid).toBe(otto.user._id);
    const plan = await school.db.selectFrom('plans').select('teacherid').executeTakeFirstOrThrow();
    expect(plan.teacherid).toBe(eva.user._id);
  });

  const away = ({ user }: Person, day: string) => {
    const closure = { _id: `away-${day}`, name: 'On leave', firstday: day, lastday: day };
    return school.db
      .insertInto('closures')
      .values({ ...closure, roomid: null, teacherid: user._id, createdat: 0 })
      .execute();
  };

  test('of a class that is handed over are cancelled while its new teacher is away, and planned once they are not', async () => {
    const item = await classOf();
    const { over, next, substituted } = await someLessons(item);
    const later = await addLesson(school.db, { classid: item._id, day: '2026-09-22', zone: ZONE });
    const eva = await school.signIn('instructor');
    for (const { day } of [next, substituted]) await away(eva, day);
    await away(clara, later.day);
    // On a day that is closed, nothing is in the way.
    const busy = await school.addClass({ instructoremail: eva.email });
    await addLesson(school.db, { classid: busy._id, day: next.day, teacherid: eva.user._id, zone: ZONE });
    await school.db.deleteFrom('mails').execute();
    const { status } = await admin.call('PUT', `/class/teacher/${item._id}`, { email: eva.email });
    expect(status).toBe(200);
    expect((await read(over)).state).toBe('planned');
    expect(await read(next)).toMatchObject({
      teacherid: eva.user._id,
      state: 'cancelled',
      reason: 'On leave',
      closureid: `away-${next.day}`,
    });
    expect(await read(substituted)).toMatchObject({ teacherid: otto.user._id, state: 'planned' });
    expect(await read(later)).toMatchObject({ teacherid: eva.user._id, state: 'planned' });
    expect(await told(anna)).toContain('Violin for beginners: a lesson is cancelled');
    expect(await told(otto)).toEqual([]);
    await school.db.deleteFrom('lessons').where('classid', '=', busy._id).execute();
    expect((await admin.call('DELETE', `/closures/away-${next.day}`)).body).toMatchObject({
      planned: { lessons: 1 },
    });
    expect(await read(next)).toMatchObject({ teacherid: eva.user._id, state: 'planned', reason: null });
  });

  test('of a substitute who is made a student have no teacher on days on which who teaches the class is away', async () => {
    const eva = await school.signIn('instructor');
    const { next, substituted } = await someLessons(await classOf());
    await school.db.updateTable('lessons').set({ teacherid: eva.user._id }).execute();
    await away(clara, substituted.day);
    await away(otto, next.day);
    expect((await admin.call('PATCH', `/users/student/${eva.user._id}`)).status).toBe(200);
    expect(await read(next)).toMatchObject({ teacherid: clara.user._id, state: 'planned' });
    expect(await read(substituted)).toMatchObject({ teacherid: null, state: 'planned' });
  });

  test('are cancelled with a class that is deleted, its substitute is told too, and those that are over stay', async () => {
    const item = await classOf();
    const { over, next, substituted } = await someLessons(item);
    expect((await admin.call('DELETE', `/delete/${item._id}`)).status).toBe(200);
    expect((await read(over)).state).toBe('planned');
    for (const lesson of [next, substituted])
      expect(await read(lesson)).toMatchObject({
        state: 'cancelled',
        reason: 'The class is no longer offered.',
      });
    expect(await told(otto)).toEqual(['Violin for beginners: a lesson is cancelled']);
    for (const one of [clara, anna])
      expect(await told(one)).toEqual(['Violin for beginners is no longer offered']);
    expect((await mailsOf(school, anna.email))[0]?.text).toContain('Lessons that are cancelled: 2');
  });

  test('of a substitute who is made a student go back to who teaches the class, where that one is free', async () => {
    const eva = await school.signIn('instructor');
    const item = await classOf();
    const { over, next, substituted } = await someLessons(item);
    await school.db.updateTable('lessons').set({ teacherid: eva.user._id }).execute();
    const busy = await school.addClass({ instructoremail: clara.email });
    const inTheWay = { classid: busy._id, day: substituted.day, teacherid: clara.user._id, zone: ZONE };
    await addLesson(school.db, inTheWay);
    expect((await admin.call('PATCH', `/users/student/${eva.user._id}`)).status).toBe(200);
    expect((await read(over)).teacherid).toBe(eva.user._id);
    expect((await read(next)).teacherid).toBe(clara.user._id);
    expect((await read(substituted)).teacherid).toBeNull();
    const [mail, ...more] = await mailsOf(school, clara.email);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('You are teaching it.');
    expect(mail?.text).toContain('who teaches it is not known yet');
    expect(await told(eva)).toEqual(['You are no longer an instructor']);
  });

  test('of a teacher whose account is deleted have no teacher, those of a substitute go back, and those that are over name nobody', async () => {
    const eva = await school.signIn('instructor');
    const own = await classOf(eva, { classname: 'Harp' });
    const [hers] = await lessonsOf(own, ['2026-09-10']);
    const { over, next } = await someLessons(await classOf());
    await school.db
      .updateTable('lessons')
      .set({ teacherid: eva.user._id })
      .where('_id', 'in', [over._id, next._id])
      .execute();
    await school.db.deleteFrom('mails').execute();
    const { erasing, clock } = school;
    await serving(() => eraseAccount(school.db, erasing, { uid: eva.user.uid ?? '', now: clock.now }));
    expect(await read(hers ?? over)).toMatchObject({ teacherid: null, state: 'planned', seq: 1 });
    expect(await read(over)).toMatchObject({ teacherid: null });
    expect(await read(next)).toMatchObject({ teacherid: clara.user._id });
    expect(await told(anna)).toEqual(['Violin for beginners: a lesson has changed']);
  });
});

describe('the log of a lesson', () => {
  const log = async (by = admin, path = '/changes?about=lesson') =>
    (await by.call('GET', path)).body as Record<string, string | null>[] & {
      items: Record<string, string | null>[];
    };
  const lines = async () =>
    (await log()).items.map(({ actorname, action, before, after }) => [actorname, action, before, after]);

  beforeEach(async () => {
    await school.db.deleteFrom('changes').execute();
  });

  test('says from when to when, where and with whom, one line for each, and in the history of its class', async () => {
    const lesson = await aLesson();
    const room = await addRoom(school.db, { name: 'Blue room', places: 100 });
    const changes = { day: '2026-09-09', starttime: '17:30', minutes: 60, roomid: room };
    const { body } = await move(clara, lesson, {
      ...changes,
      teacherid: otto.user._id,
      reason: 'Clara is ill',
    });
    expect(body).toEqual({ modifiedCount: 1 });
    const by = clara.user.name;
    const now = '2026-09-09T17:30';
    expect(await lines()).toHaveLength(4);
    expect(await lines()).toEqual(
      expect.arrayContaining([
        [by, 'lesson-moved', '2026-09-08T16:00', now],
        [by, 'lesson-length', now, '60'],
        [by, 'lesson-room', now, 'Blue room'],
        [by, 'lesson-teacher', now, otto.email],
      ]),
    );
    const history = await log(clara, `/class/history/${lesson.classid}`);
    expect(history.map(({ action }) => action).sort()).toEqual([
      'lesson-length',
      'lesson-moved',
      'lesson-room',
      'lesson-teacher',
    ]);
    // Why is the lesson’s to say: it may be about a person.
    expect(JSON.stringify(await school.db.selectFrom('changes').selectAll().execute())).not.toContain('ill');
  });

  test('says that it was cancelled, why no more, and held after all', async () => {
    const lesson = await aLesson();
    const at = '2026-09-08T16:00';
    await cancel(admin, lesson);
    const reasons = [{ day: '2026-09-10' }, { reason: 'For Tuesday' }];
    const teachers = [{ teacherid: otto.user._id }, { teacherid: null }];
    for (const change of [null, ...reasons, ...teachers]) {
      // Lines of one moment have no order.
      school.clock.now += 1000;
      if (change) await move(admin, lesson, change);
      else await cancel(admin, lesson, { reason: 'The hall is taken' });
    }
    expect((await lines()).reverse().map(([, ...line]) => line)).toEqual([
      ['lesson-cancelled', at, null],
      ['lesson-reason', at, null],
      ['lesson-made-up', at, '2026-09-10T16:00'],
      ['lesson-reason', '2026-09-10T16:00', null],
      ['lesson-teacher', '2026-09-10T16:00', otto.email],
      ['lesson-teacher', '2026-09-10T16:00', null],
    ]);
  });

  test('has no line of what changes nothing or is refused', async () => {
    const lesson = await aLesson();
    await move(clara, lesson, { day: '2026-09-08' });
    expect((await move(otto, lesson, { day: '2026-09-09' })).status).toBe(403);
    expect((await move(clara, lesson, { teacherid: 'unknown' })).status).toBe(400);
    expect(await lines()).toEqual([]);
  });
});
