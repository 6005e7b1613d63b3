import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlanDraft } from '#contract/plans/calls.ts';
import { addRoom } from '#tests/support/lessons.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { takeClass } from '#tests/support/take-class.ts';
import { addLesson } from '#tests/support/timetable.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;

let school: TestSchool;
let admin: Person;
let anna: Person;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
  anna = await school.signIn('student');
});
afterAll(() => school.close());

/** Three Tuesdays to come. */
const PLAN = {
  weekday: 2,
  starttime: '16:00',
  minutes: 45,
  everyweeks: 1,
  firstday: '2026-09-08',
  lastday: '2026-09-22',
  roomid: null,
} satisfies PlanDraft;

type Fields = Parameters<TestSchool['addClass']>[0];

/** A class of six by a teacher of its own, in a room of its own, and one more room that takes it. */
async function aClass(fields: Fields = {}) {
  const teacher = await school.signIn('instructor');
  const roomid = await addRoom(school);
  const spare = await addRoom(school);
  const { _id: classid } = await school.addClass({ instructoremail: teacher.email, ...fields });
  return { teacher, classid, roomid, spare };
}
type Planned = Awaited<ReturnType<typeof aClass>>;

/** A lesson of another class, on the second of the Tuesdays unless told. */
async function aLesson(fields: Partial<Parameters<typeof addLesson>[1]>, classname = 'Choir') {
  const other = await school.addClass({
    classname,
    instructoremail: (await school.signIn('instructor')).email,
  });
  await addLesson(school.db, { classid: other._id, day: '2026-09-15', ...fields });
  return other._id;
}

const put = ({ classid }: Planned, plan: Partial<PlanDraft>, by = admin) =>
  by.call('PUT', `/class/plans/${classid}`, { plans: [{ ...PLAN, ...plan }] });
async function free({ classid }: Pick<Planned, 'classid'>, plan: Partial<PlanDraft>, by = admin) {
  const query = Object.entries({ ...PLAN, ...plan }).filter(([, value]) => value !== null);
  return by.call(
    'GET',
    `/class/plans/${classid}/free?${new URLSearchParams(query.map(([k, v]) => [k, `${v}`]))}`,
  );
}
const has = (body: { rooms: { _id: string }[] }, roomid: string) =>
  body.rooms.some(({ _id }) => _id === roomid);

/** Closing days of the school, a room or a teacher while `work` runs. */
async function closed<T>(
  fields: { roomid?: string; teacherid?: string },
  day: string,
  work: () => Promise<T>,
) {
  const closure = {
    _id: 'closed',
    name: 'Feast',
    firstday: day,
    lastday: day,
    roomid: null,
    teacherid: null,
  };
  await school.db
    .insertInto('closures')
    .values({ ...closure, ...fields, createdat: 0 })
    .execute();
  return work().finally(() => school.db.deleteFrom('closures').execute());
}

describe('where a class cannot meet as it is planned', () => {
  test('the refusal names the class with day, time and room, and a room and a time that are offered can be had', async () => {
    const one = await aClass();
    await school.db.updateTable('rooms').set({ name: 'Attic' }).where('_id', '=', one.roomid).execute();
    await aLesson({ roomid: one.roomid });
    const plan = { roomid: one.roomid };
    const refused = await put(one, plan);
    expect(refused).toMatchObject({ status: 409, body: { code: 'room-taken' } });
    expect(refused.body.detail).toBe(
      'Another class is in this room then: Choir, Tuesday, 15 September 2026, 16:00–16:45, Attic.',
    );
    const { status, body } = await free(one, plan, one.teacher);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      taken: true,
      times: ['15:15', '16:45', '15:00', '17:00', '14:45', '17:15'],
    });
    expect([has(body, one.spare), has(body, one.roomid)]).toEqual([true, false]);
    for (const chosen of [{ roomid: one.spare }, ...body.times.map((starttime: string) => ({ starttime }))]) {
      expect((await put(one, { ...plan, ...chosen })).status).toBe(200);
      expect((await free(one, { ...plan, ...chosen })).body.taken).toBe(false);
    }
  });

  test('what became taken after it was offered is refused as before', async () => {
    const one = await aClass();
    await aLesson({ roomid: one.roomid });
    expect(has((await free(one, { roomid: one.roomid })).body, one.spare)).toBe(true);
    await aLesson({ roomid: one.spare, day: '2026-09-22' });
    expect((await put(one, { roomid: one.spare })).body.code).toBe('room-taken');
    expect(has((await free(one, { roomid: one.roomid })).body, one.spare)).toBe(false);
  });

  test('a room is offered that takes the class and is free and open on every day of the plan', async () => {
    const one = await aClass({ availableseat: 9 });
    const small = await addRoom(school, { places: 8 });
    const gone = await addRoom(school, { retiredat: 1 });
    await aLesson({ roomid: one.roomid });
    const asked = () => free(one, { roomid: one.roomid }).then(({ body }) => body);
    const body = await asked();
    expect([one.spare, small, gone].map((roomid) => has(body, roomid))).toEqual([true, false, false]);
    await closed({ roomid: one.spare }, '2026-09-22', async () =>
      expect(has(await asked(), one.spare)).toBe(false),
    );
    await closed({}, '2026-09-22', async () => expect(has(await asked(), one.spare)).toBe(true));
    // On a day on which its own room is closed the class would meet in the other.
    const third = await addRoom(school);
    await aLesson({ roomid: third, day: '2026-09-22' });
    await closed({ roomid: one.roomid }, '2026-09-22', async () =>
      expect(has(await asked(), third)).toBe(false),
    );
    // Until the minute in which it begins, and between its weeks, the room is another's.
    const until = { roomid: one.spare, day: '2026-09-08', starttime: '15:15', minutes: 45 };
    await aLesson(until);
    await aLesson({ ...until, day: '2026-09-15' });
    expect(has(await asked(), one.spare)).toBe(true);
    await aLesson({ roomid: one.spare, day: '2026-09-15', starttime: '16:30' });
    expect(has(await asked(), one.spare)).toBe(false);
    expect(has((await free(one, { roomid: one.roomid, everyweeks: 2 })).body, one.spare)).toBe(true);
  });

  test('a room that is too small is taken, too, and no time makes it larger', async () => {
    const one = await aClass({ availableseat: 9 });
    const roomid = await addRoom(school, { places: 8 });
    const { body } = await free(one, { roomid });
    expect(body).toMatchObject({ taken: true, times: [] });
    expect(has(body, one.spare)).toBe(true);
  });

  test('where the teacher or someone in the class has no time, other times are offered and no room', async () => {
    const one = await aClass({ enrolledstudents: 1 });
    await aLesson({ teacherid: one.teacher.user._id, starttime: '15:30' });
    const plan = { roomid: one.roomid };
    const { body } = await free(one, plan);
    expect(body).toMatchObject({ taken: true, rooms: [] });
    expect(body.times.slice(0, 3)).toEqual(['16:15', '16:30', '16:45']);
    await takeClass(school.db, { learnerid: anna.learnerid, classid: one.classid });
    const chess = await aLesson({ day: '2026-09-22', starttime: '16:30' }, 'Chess');
    await takeClass(school.db, { learnerid: anna.learnerid, classid: chess });
    const both = (await free(one, plan)).body;
    expect(both.times.slice(0, 3)).toEqual(['14:45', '17:15', '14:30']);
    for (const starttime of both.times) expect((await put(one, { ...plan, starttime })).status).toBe(200);
    expect((await put(one, { ...plan, starttime: '16:15' })).body.code).toBe('learner-clash');
    // The payer knows of the two.
    const [classid, otherid] = [one.classid, chess].sort() as [string, string];
    const known = { learnerid: anna.learnerid, classid, otherid, createdat: 0 };
    await school.db.insertInto('confirmedclashes').values(known).execute();
    expect((await free(one, plan)).body.times[0]).toBe('16:15');
  });

  test('its own lessons, cancelled ones and those on closing days do not stand in its way', async () => {
    const one = await aClass();
    const plan = { roomid: one.roomid };
    expect((await put(one, plan)).status).toBe(200);
    await aLesson({ roomid: one.roomid, state: 'cancelled' });
    const clear = { taken: false, times: ['15:45', '16:15', '15:30', '16:30', '15:15', '16:45'] };
    expect((await free(one, plan)).body).toMatchObject(clear);
    await aLesson({ roomid: one.roomid, teacherid: one.teacher.user._id, day: '2026-09-22' });
    expect((await free(one, plan)).body).toMatchObject({
      taken: true,
      times: expect.not.arrayContaining(['16:15']),
    });
    for (const of of [{}, { roomid: one.roomid }, { teacherid: one.teacher.user._id }])
      await closed(of, '2026-09-22', async () => expect((await free(one, plan)).body).toMatchObject(clear));
  });

  test('days that have begun count while no learner was in the class, since then none of them is added', async () => {
    const one = await aClass({ enrolledstudents: 1 });
    const day = new Date(school.clock.now - WEEK_MS).toISOString().slice(0, 10);
    const weekday = new Date(day).getUTCDay() || 7;
    const plan = { weekday, firstday: day, roomid: one.roomid };
    await aLesson({ roomid: one.roomid, day });
    await aLesson({ roomid: one.spare, day });
    expect((await free(one, plan)).body.taken).toBe(true);
    const { learnerid } = await school.signIn('student');
    await takeClass(school.db, { learnerid, classid: one.classid });
    const { body } = await free(one, plan);
    expect([body.taken, has(body, one.spare)]).toEqual([false, true]);
    expect((await put(one, plan)).status).toBe(200);
  });

  test('no time is offered beyond the day of a school, nor on days that are none', async () => {
    const one = await aClass();
    const late = (await free(one, { starttime: '21:00' })).body.times;
    expect(late[0]).toBe('20:15');
    expect((await free(one, { starttime: '05:07' })).body.times[0]).toBe('08:07');
    const none = { firstday: '2026-09-09', lastday: '2026-09-10' };
    expect((await free(one, none)).body).toMatchObject({ taken: false, times: [] });
  });

  test('times are those of the school’s clocks, also where they change', async () => {
    const own = await openTestSchool();
    try {
      const by = await own.signIn('admin');
      await own.db.updateTable('school').set({ timezone: 'Europe/Berlin' }).execute();
      const teacher = await own.signIn('instructor');
      const { _id: classid } = await own.addClass({ instructoremail: teacher.email });
      const busy = {
        classid: (await own.addClass({}))._id,
        teacherid: teacher.user._id,
        zone: 'Europe/Berlin',
      };
      for (const day of ['2026-10-20', '2026-10-27']) await addLesson(own.db, { ...busy, day });
      const query = 'weekday=2&starttime=16:00&minutes=45&firstday=2026-10-20&lastday=2026-10-27';
      const { body } = await by.call('GET', `/class/plans/${classid}/free?${query}`);
      expect(body.times.slice(0, 2)).toEqual(['15:15', '16:45']);
    } finally {
      await own.close();
    }
  });

  test('only who may plan the class asks', async () => {
    const one = await aClass();
    const office = await school.signIn('office');
    for (const [by, status] of [
      [admin, 200],
      [office, 200],
      [one.teacher, 200],
      [await school.signIn('instructor'), 403],
      [anna, 403],
    ] as const)
      expect((await free(one, {}, by)).status).toBe(status);
    expect(await free({ classid: 'unknown' }, {})).toMatchObject({
      status: 404,
      body: { code: 'class-not-found' },
    });
    expect((await free(one, { starttime: '25:00' })).status).toBe(400);
    expect((await free(one, { lastday: '2028-09-22' })).status).toBe(400);
  });
});
