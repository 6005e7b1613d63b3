import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type ClassLesson,
  TIMETABLE_LESSONS_MAX,
  type TimetableLesson,
  type TimetableWeek,
  WEEK_LESSONS_MAX,
} from '#contract/timetable/calls.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson, addRoom } from '#tests/support/timetable.ts';

let school: TestSchool;
let clara: Person;
let admin: Person;
let room: string;

beforeAll(async () => {
  school = await openTestSchool();
  clara = await school.signIn('instructor');
  admin = await school.signIn('admin');
  room = await addRoom(school.db, { name: 'Blue room' });
});
afterAll(() => school.close());
beforeEach(async () => {
  await school.db.deleteFrom('lessons').execute();
});

const addClass = (fields: object = {}) => school.addClass({ instructoremail: clara.email, ...fields });
const add = async (lesson: Parameters<typeof addLesson>[1]) => {
  const row = await addLesson(school.db, lesson);
  school.changed(['timetable']);
  return row;
};
const ask = (query: Record<string, string>) => school.call('GET', `/timetable?${new URLSearchParams(query)}`);
const list = async (query: Record<string, string> = {}): Promise<TimetableLesson[]> => {
  const { status, body } = await ask({ from: '2026-11-23', to: '2026-11-29', ...query });
  expect(status).toBe(200);
  return body;
};
const ids = (lessons: { _id: string }[]) => lessons.map(({ _id }) => _id);

describe('the timetable', () => {
  test('says of each lesson which class, who, where and when, and of nobody who comes', async () => {
    const { _id: classid } = await addClass({ classname: 'Violin' });
    const { _id } = await add({ classid, day: '2026-11-24', roomid: room, teacherid: clara.user._id });
    expect(await list()).toEqual([
      {
        _id,
        classid,
        classname: 'Violin',
        teacherid: clara.user._id,
        instructorname: clara.user.name,
        roomid: room,
        room: 'Blue room',
        day: '2026-11-24',
        startsat: '2026-11-24T16:00:00.000Z',
        endsat: '2026-11-24T16:45:00.000Z',
        state: 'planned',
      },
    ]);
  });

  test('has the lessons in the order in which they begin, both days included', async () => {
    const { _id: classid } = await addClass();
    const late = await add({ classid, day: '2026-11-29', starttime: '23:30' });
    const early = await add({ classid, day: '2026-11-23', starttime: '00:00' });
    await add({ classid, day: '2026-11-22', starttime: '23:59' });
    await add({ classid, day: '2026-11-30', starttime: '00:00' });
    expect(ids(await list())).toEqual([early._id, late._id]);
    expect(ids(await list({ from: '2026-11-29' }))).toEqual([late._id]);
  });

  test.each(['Pacific/Kiritimati', 'Etc/GMT+12', 'Asia/Kathmandu'])(
    'a day is one of the school’s time zone, in %s too',
    async (zone) => {
      const { _id: classid } = await addClass();
      const first = await add({ classid, day: '2026-11-23', starttime: '00:00', zone });
      const last = await add({ classid, day: '2026-11-29', starttime: '23:59', zone });
      await add({ classid, day: '2026-11-22', starttime: '23:59', zone });
      await add({ classid, day: '2026-11-30', starttime: '00:00', zone });
      expect(ids(await list())).toEqual([first._id, last._id]);
    },
  );

  test('is narrowed to a room or to who holds the lessons', async () => {
    const { _id: classid } = await addClass();
    const other = await school.signIn('instructor');
    const inRoom = await add({ classid, day: '2026-11-24', roomid: room, teacherid: clara.user._id });
    const elsewhere = await add({ classid, day: '2026-11-25', teacherid: other.user._id });
    expect(ids(await list({ room }))).toEqual([inRoom._id]);
    expect(ids(await list({ teacher: other.user._id }))).toEqual([elsewhere._id]);
    expect(await list({ room, teacher: other.user._id })).toEqual([]);
    expect(await list({ room: 'nowhere' })).toEqual([]);
    expect(await list({ room: '', teacher: '' })).toHaveLength(2);
  });

  test('shows what was cancelled, but not what the plan no longer has', async () => {
    const { _id: classid } = await addClass();
    const cancelled = await add({ classid, day: '2026-11-24', state: 'cancelled', reason: 'Ill' });
    await add({ classid, day: '2026-11-25', state: 'cancelled', removedat: 1 });
    const [one, ...rest] = await list();
    expect(one).toMatchObject({ _id: cancelled._id, state: 'cancelled' });
    expect(rest).toEqual([]);
  });

  test('leaves out classes that are not approved or were deleted, and follows what is decided at once', async () => {
    const pending = await addClass({ status: 'pending' });
    const gone = await addClass({ deletedat: 1 });
    await add({ classid: gone._id, day: '2026-11-24' });
    const lesson = await add({ classid: pending._id, day: '2026-11-24' });
    expect(await list()).toEqual([]);
    await admin.call('PUT', `/class/approved/${pending._id}`);
    expect(ids(await list())).toEqual([lesson._id]);
    await admin.call('PUT', `/class/update/${pending._id}`, { classname: 'Viola' });
    expect(await list()).toMatchObject([{ classname: 'Viola' }]);
    await admin.call('DELETE', `/delete/${pending._id}`);
    expect(await list()).toEqual([]);
  });

  test('is as long as it is', async () => {
    const { _id: classid } = await addClass();
    const days = Array.from({ length: 62 }, (_, at) =>
      new Date(Date.UTC(2026, 9, 1 + at)).toISOString().slice(0, 10),
    );
    for (const day of days)
      for (let hour = 8; hour < 17; hour++)
        await addLesson(school.db, { classid, day, starttime: `${String(hour).padStart(2, '0')}:00` });
    school.changed(['timetable']);
    const all = await list({ from: '2026-10-01', to: '2026-12-01' });
    expect(all).toHaveLength(62 * 9);
    expect(all.map(({ startsat }) => startsat)).toEqual(all.map(({ startsat }) => startsat).toSorted());
  });

  test('comes in parts where it is asked to, each lesson once and in order, as the whole has them', async () => {
    const { _id: classid } = await addClass();
    const other = await addClass();
    for (const [at, starttime] of ['16:00', '16:00', '16:00', '09:00', '17:30', '16:00', '09:00'].entries())
      await add({
        classid: at % 2 ? classid : other._id,
        day: at < 4 ? '2026-11-24' : '2026-11-26',
        starttime,
        ...(at !== 1 && { roomid: room }),
        ...(at > 1 && { teacherid: clara.user._id }),
      });
    for (const narrowed of [{}, { room }, { teacher: clara.user._id }] as Record<string, string>[]) {
      const whole = await list(narrowed);
      expect(whole.length).toBeGreaterThan(4);
      for (const limit of [1, 2, 3, 100]) {
        const parts: TimetableLesson[] = [];
        for (let isWhole = false; !isWhole; ) {
          const after = parts.at(-1)?._id;
          const part = await list({ ...narrowed, limit: String(limit), ...(after && { after }) });
          expect(part.length).toBeLessThanOrEqual(limit);
          parts.push(...part);
          isWhole = part.length < limit;
        }
        expect(parts).toEqual(whole);
      }
      expect(await list({ ...narrowed, after: whole[1]?._id ?? '' })).toEqual(whole.slice(2));
      expect(await list({ ...narrowed, after: 'gone' })).toEqual(whole);
    }
    for (const limit of ['0', 'many', String(TIMETABLE_LESSONS_MAX + 1)])
      expect((await ask({ from: '2026-11-23', to: '2026-11-29', limit })).status).toBe(400);
  });

  test.each([
    [{ from: '2026-11-01' }, 'to'],
    [{ to: '2026-11-01' }, 'from'],
    [{ from: '2026-02-30', to: '2026-03-01' }, 'from'],
    [{ from: '2026-11-02', to: '2026-11-01' }, 'to'],
    [{ from: '2026-10-01', to: '2026-12-02' }, 'to'],
    [{ from: 'today', to: '2026-12-02' }, 'from'],
  ])('asked for what are not 1 to 62 days it says so: %j', async (query, field) => {
    const { status, body } = await ask(query as Record<string, string>);
    expect([status, body.code, body.errors[0].field]).toEqual([400, 'invalid-input', field]);
  });
});

describe('the lessons of a class', () => {
  const read = (classid: string, by: Pick<TestSchool, 'call'> = school) =>
    by.call('GET', `/class/${classid}/lessons`);

  test('are all of it that are in its plan, past ones and cancelled ones too, each with the reason', async () => {
    const { _id: classid } = await addClass();
    const moved = { classid, day: '2027-01-20', state: 'moved' as const, reason: 'Concert' };
    const last = await add({ ...moved, roomid: room });
    const first = await add({ classid, day: '2026-01-13', teacherid: clara.user._id });
    const cancelled = await add({ classid, day: '2026-06-02', state: 'cancelled', reason: 'Ill' });
    await add({ classid, day: '2026-06-03', state: 'cancelled', removedat: 1 });
    const { body }: { body: ClassLesson[] } = await read(classid);
    expect(body).toEqual([
      {
        _id: first._id,
        day: '2026-01-13',
        startsat: '2026-01-13T16:00:00.000Z',
        endsat: '2026-01-13T16:45:00.000Z',
        teacherid: clara.user._id,
        instructorname: clara.user.name,
        roomid: null,
        room: null,
        state: 'planned',
        reason: null,
        begun: true,
        version: 0,
      },
      expect.objectContaining({ _id: cancelled._id, state: 'cancelled', reason: 'Ill' }),
      expect.objectContaining({
        _id: last._id,
        state: 'moved',
        reason: 'Concert',
        roomid: room,
        room: 'Blue room',
      }),
    ]);
  });

  test('have begun from the moment on at which they begin', async () => {
    const { _id: classid } = await addClass();
    await add({ classid, day: '2026-11-24' });
    await add({ classid, day: '2026-12-01' });
    const begun = async () => (await read(classid)).body.map((lesson: ClassLesson) => lesson.begun);
    school.clock.now = Date.UTC(2026, 10, 24, 16) - 1;
    expect(await begun()).toEqual([false, false]);
    school.clock.now += 1;
    expect(await begun()).toEqual([true, false]);
    school.clock.now = Date.UTC(2026, 11, 1, 16);
    expect(await begun()).toEqual([true, true]);
  });

  test('of one that is not approved are for its instructor and admins', async () => {
    const { _id: classid } = await addClass({ status: 'pending' });
    await add({ classid, day: '2026-11-24' });
    const other = await school.signIn('instructor');
    const statuses = await Promise.all(
      [school, other, clara, admin].map(async (by) => (await read(classid, by)).status),
    );
    expect(statuses).toEqual([404, 404, 200, 200]);
  });

  test('of one without a plan are none, and of none there is nothing', async () => {
    expect((await read((await addClass())._id)).body).toEqual([]);
    expect((await read('nowhere')).status).toBe(404);
  });
});

describe('a week of the timetable', () => {
  const readWeek = async (query: Record<string, string> = {}): Promise<TimetableWeek> => {
    const { status, body } = await school.call('GET', `/timetable/week?${new URLSearchParams(query)}`);
    expect(status).toBe(200);
    return body;
  };
  const atClock = (iso: string) => {
    school.clock.now = Date.parse(iso);
  };

  test('is from Monday to Sunday, and that of today where no day is named', async () => {
    atClock('2026-11-29T22:00:00Z');
    const days = { from: '2026-11-23', to: '2026-11-29' };
    expect(await readWeek()).toMatchObject({ today: '2026-11-29', ...days, lessons: [] });
    expect(await readWeek({ of: '2027-01-01' })).toMatchObject({ from: '2026-12-28', to: '2027-01-03' });
    for (const of of ['', 'tomorrow', '2026-02-30', '1999-01-01', '9999-12-31'])
      expect(await readWeek({ of }), of).toMatchObject(days);
  });

  test('is the next one from midnight on, at the school', async () => {
    await admin.call('PUT', '/school', { timezone: 'Asia/Kathmandu', version: await schoolVersion() });
    atClock('2026-11-29T18:14:59.999Z');
    expect(await readWeek()).toMatchObject({ today: '2026-11-29', from: '2026-11-23' });
    school.clock.now += 1;
    expect(await readWeek()).toMatchObject({ today: '2026-11-30', from: '2026-11-30' });
    await admin.call('PUT', '/school', { timezone: 'UTC', version: await schoolVersion() });
    expect(await readWeek()).toMatchObject({ today: '2026-11-29' });
  });

  const schoolVersion = async () => (await school.call('GET', '/school')).body.version;

  test('leads to weeks before and after as long as there are lessons', async () => {
    const { _id: classid } = await addClass();
    await add({ classid, day: '2026-11-10' });
    await add({ classid, day: '2026-11-24' });
    const ends = async (of: string) => {
      const { previous, next } = await readWeek({ of });
      return [previous, next];
    };
    expect(await ends('2026-11-10')).toEqual([null, '2026-11-16']);
    expect(await ends('2026-11-18')).toEqual(['2026-11-09', '2026-11-23']);
    expect(await ends('2026-11-23')).toEqual(['2026-11-16', null]);
    expect(await ends('2030-01-01')).toEqual(['2029-12-24', null]);
  });

  test('has the rooms and the instructors to choose from, and is narrowed to one', async () => {
    const { _id: classid } = await addClass();
    const lesson = await add({ classid, day: '2026-11-24', roomid: room, teacherid: clara.user._id });
    await add({ classid, day: '2026-11-25' });
    const week = await readWeek({ of: '2026-11-24', room });
    expect(week.lessons?.map(({ _id }) => _id)).toEqual([lesson._id]);
    expect(week.rooms).toEqual([{ _id: room, name: 'Blue room' }]);
    expect(week.teachers).toContainEqual({ _id: clara.user._id, name: clara.user.name });
    const of = await readWeek({ of: '2026-11-24', teacher: clara.user._id });
    expect(of.lessons?.map(({ _id }) => _id)).toEqual([lesson._id]);
    const student = await school.signIn('student');
    await admin.call('PATCH', `/users/instructor/${student.user._id}`);
    expect((await readWeek({ of: '2026-11-24', room })).teachers).toContainEqual({
      _id: student.user._id,
      name: student.user.name,
    });
  });

  test('says on which days the school is closed, by the closure that began first', async () => {
    const closure = { roomid: null, teacherid: null, createdat: 0 };
    const days = (name: string, firstday: string, lastday: string) => ({
      ...closure,
      name,
      firstday,
      lastday,
    });
    await school.db
      .insertInto('closures')
      .values([
        { _id: 'a', ...days('Half-term', '2026-11-20', '2026-11-24') },
        { _id: 'b', ...days('Concert', '2026-11-24', '2026-11-25') },
        { _id: 'c', ...days('Later', '2026-11-30', '2026-11-30') },
        { _id: 'd', ...days('Painting', '2026-11-27', '2026-11-27'), roomid: room },
      ])
      .execute();
    school.changed(['timetable']);
    expect((await readWeek({ of: '2026-11-24' })).closed).toEqual([
      { day: '2026-11-23', name: 'Half-term' },
      { day: '2026-11-24', name: 'Half-term' },
      { day: '2026-11-25', name: 'Concert' },
    ]);
  });

  test('of more lessons than a page shows asks to choose', async () => {
    const { _id: classid } = await addClass();
    const times = (hour: number) => [':00', ':15', ':30', ':45'].map((minutes) => `${10 + hour}${minutes}`);
    for (let at = 0; at < WEEK_LESSONS_MAX; at++)
      await addLesson(school.db, {
        classid,
        day: `2026-11-2${3 + (at % 5)}`,
        starttime: times(Math.floor(at / 20))[Math.floor(at / 5) % 4] as string,
        minutes: 15,
        ...(at < 3 && { roomid: room }),
      });
    school.changed(['timetable']);
    expect((await readWeek({ of: '2026-11-23' })).lessons).toHaveLength(WEEK_LESSONS_MAX);
    await add({ classid, day: '2026-11-29' });
    expect((await readWeek({ of: '2026-11-23' })).lessons).toBeNull();
    expect((await readWeek({ of: '2026-11-23', room })).lessons).toHaveLength(3);
  });
});
