import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Row } from '#server/database/schema.ts';
import { addChildBy, letGuard } from '#tests/support/families.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { takeClass } from '#tests/support/take-class.ts';
import { addRoom } from '#tests/support/timetable.ts';
import { DAY_MS, HOUR_MS, NOON, noting, seriesOf, ZONE } from './catchups.test-support.ts';

let school: TestSchool;
let admin: Person;
let series: ReturnType<typeof seriesOf>;
let home: Row<'classes'>;
let other: Row<'classes'>;
let parent: Person;
let child: string;
let family: ReturnType<typeof noting>;

const rule = (fields: object) =>
  school.db
    .updateTable('school')
    .set({ missedlessons: 'catchup', noticehours: 24, catchupweeks: 6, catchupsaterm: 2, ...fields })
    .execute();

beforeAll(async () => {
  school = await openTestSchool();
  series = seriesOf(school);
  admin = await school.signIn('admin');
  expect((await admin.call('PUT', '/school', { timezone: ZONE, version: 1 })).status).toBe(200);
});
beforeEach(async () => {
  school.clock.now = NOON;
  for (const table of ['lessons', 'terms', 'mails', 'closures', 'changes'] as const)
    await school.db.deleteFrom(table).execute();
  await school.db.updateTable('classes').set({ deletedat: 1 }).execute();
  await rule({});
  [home, other] = [await series.class('Tuesdays'), await series.class('Thursdays')];
  ({ parent, child } = await series.family(home));
  family = noting(parent, child);
});
afterAll(() => school.close());

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => body.code ?? status;
/** The end of the day six weeks after one, in Berlin. */
const weeksAfter = (day: string) => new Date(Date.parse(`${day}T22:00:00Z`) + 42 * DAY_MS).toISOString();

describe('that a child cannot come', () => {
  test('earns another lesson for six weeks after it, where it is said a day before', async () => {
    const lesson = await series.lesson(home, '2026-09-08');
    expect(await family.miss(lesson, 'School trip')).toMatchObject({
      status: 200,
      body: { catchup: true, until: weeksAfter('2026-09-08') },
    });
    expect((await family.list()).notices).toEqual([
      {
        lessonid: lesson._id,
        classname: 'Tuesdays',
        startsat: new Date(lesson.startsat).toISOString(),
        words: 'School trip',
        until: weeksAfter('2026-09-08'),
      },
    ]);
  });

  test('earns nothing an instant later than a day before, and is noted all the same', async () => {
    const lesson = await series.lesson(home, '2026-09-08');
    school.clock.now = lesson.startsat - 24 * HOUR_MS + 1;
    expect((await family.miss(lesson)).body).toEqual({ catchup: false, until: null });
    expect((await family.list()).rights).toEqual([]);
    const next = await series.lesson(home, '2026-09-15');
    school.clock.now = next.startsat - 24 * HOUR_MS;
    expect((await family.miss(next)).body.catchup).toBe(true);
  });

  test('earns nothing where no class stands in for this one, nor where the school has no such rule', async () => {
    const alone = await series.class('Alone', { series: null });
    await takeClass(school.db, { learnerid: child, classid: alone._id });
    expect((await family.miss(await series.lesson(alone, '2026-09-08'))).body.catchup).toBe(false);
    await rule({ missedlessons: 'none' });
    expect((await family.miss(await series.lesson(home, '2026-09-09'))).body.catchup).toBe(false);
  });

  test('ends on the day after the clocks have changed, by the clocks of the school', async () => {
    const lesson = await series.lesson(home, '2026-09-22');
    expect((await family.miss(lesson)).body.until).toBe('2026-11-03T23:00:00.000Z');
  });

  test('is frozen when it is said: said again, by other rules, and too late, only the words are others', async () => {
    const lesson = await series.lesson(home, '2026-09-08');
    const first = await family.miss(lesson, 'Ill');
    await rule({ catchupweeks: 1 });
    school.clock.now = lesson.startsat - 1;
    expect((await family.miss(lesson, 'Very ill')).body).toEqual(first.body);
    expect((await family.miss(lesson)).body).toEqual(first.body);
    expect((await family.list()).notices).toMatchObject([{ words: 'Very ill' }]);
    const { body } = await admin.call('GET', '/changes');
    expect(body.items.map(({ action }: { action: string }) => action)).toEqual(['absence-noted']);
  });

  test('can be said until the lesson begins, of a lesson that the child is in and that takes place', async () => {
    const lesson = await series.lesson(home, '2026-09-08');
    expect(codeOf(await family.miss(await series.lesson(other, '2026-09-10')))).toBe('not-in-lesson');
    expect(codeOf(await family.miss(await series.lesson(home, '2026-09-09', { state: 'cancelled' })))).toBe(
      'lesson-cancelled',
    );
    expect(codeOf(await family.miss({ _id: 'nothing' }))).toBe('lesson-not-found');
    school.clock.now = lesson.startsat;
    expect(codeOf(await family.miss(lesson))).toBe('lesson-begun');
    school.clock.now = NOON;
    // A place that begins later has no lesson before.
    await school.db
      .updateTable('enrolments')
      .set({ date: lesson.startsat + 1 })
      .where('learnerid', '=', child)
      .execute();
    expect(codeOf(await family.miss(lesson))).toBe('not-in-lesson');
  });

  test('is said by who may enrol the child; others read of it, and a former guardian nothing', async () => {
    const lesson = await series.lesson(home, '2026-09-08');
    const [reader, helper] = [await school.signIn('student'), await school.signIn('instructor')];
    await letGuard(school, { parent, guardian: reader, learnerid: child });
    await letGuard(school, { parent, guardian: helper, learnerid: child, rights: { mayenrol: true } });
    const stranger = await school.signIn('admin');
    for (const one of [reader, stranger])
      expect(codeOf(await noting(one, child).miss(lesson))).toBe('learner-not-found');
    expect(codeOf(await noting(helper, child).miss(lesson))).toBe(200);
    expect((await noting(reader, child).list()).notices).toHaveLength(1);
    expect(codeOf(await noting(reader, child).come(lesson))).toBe('learner-not-found');
    expect((await stranger.call('GET', `/catchups?learnerid=${child}`)).status).toBe(404);
    await parent.call('DELETE', `/guardians/${child}/${helper.user._id}`);
    expect((await helper.call('GET', `/catchups?learnerid=${child}`)).status).toBe(404);
    expect(codeOf(await noting(helper, child).come(lesson))).toBe('learner-not-found');
  });

  test('is withdrawn until the lesson begins, and twice is once', async () => {
    const lesson = await series.lesson(home, '2026-09-08');
    await family.miss(lesson);
    expect((await family.come(lesson)).body).toEqual({ deletedCount: 1 });
    expect((await family.come(lesson)).body).toEqual({ deletedCount: 0 });
    await family.miss(lesson);
    school.clock.now = lesson.startsat;
    expect(codeOf(await family.come(lesson))).toBe('lesson-begun');
  });
});

describe('the lessons that can be chosen', () => {
  test('are of the series’ other classes, begin more than an hour from now and before the right ends, and have a place', async () => {
    const missed = await series.lesson(home, '2026-09-08');
    await series.lesson(home, '2026-09-15');
    await series.lesson(await series.class('Flute', { series: 'Flute' }), '2026-09-10');
    await series.lesson(await series.class('Full', { guestplaces: 0 }), '2026-09-10');
    await series.lesson(await series.class('New', { status: 'pending' }), '2026-09-10');
    await series.lesson(other, '2026-09-11', { state: 'cancelled' });
    const roomid = await addRoom(school.db, { name: `Attic ${home._id}`, places: 30 });
    const first = await series.lesson(other, '2026-09-10', { roomid });
    const last = await series.lesson(other, '2026-10-20', { starttime: '23:55' });
    await series.lesson(other, '2026-10-21', { starttime: '00:00' });
    await family.miss(missed);
    const [right, ...more] = (await family.list()).rights;
    expect(more).toEqual([]);
    expect(right).toMatchObject({ fromlessonid: missed._id, classname: 'Tuesdays', left: null });
    expect(right?.lessons).toEqual([
      {
        _id: first._id,
        classname: 'Thursdays',
        startsat: new Date(first.startsat).toISOString(),
        room: `Attic ${home._id}`,
        free: 1,
      },
      expect.objectContaining({ _id: last._id, room: null }),
    ]);
    school.clock.now = first.startsat - HOUR_MS;
    expect((await family.list()).rights[0]?.lessons.map(({ _id }) => _id)).toEqual([last._id]);
    expect(codeOf(await family.book(missed, first))).toBe('lesson-begun');
    school.clock.now = first.startsat - HOUR_MS - 1;
    expect(codeOf(await family.book(missed, first))).toBe(200);
  });

  test('meet no other lesson of the child, as a guest either, but for what it misses', async () => {
    const [missed, again] = [
      await series.lesson(home, '2026-09-08'),
      await series.lesson(home, '2026-09-15'),
    ];
    const choir = await series.class('Choir', { series: null });
    await takeClass(school.db, { learnerid: child, classid: choir._id });
    const sung = await series.lesson(choir, '2026-09-10', { starttime: '16:30' });
    const lesson = await series.lesson(other, '2026-09-10');
    for (const one of [missed, again]) await family.miss(one);
    expect((await family.list()).rights.map(({ lessons }) => lessons)).toEqual([[], []]);
    const refused = await family.book(missed, lesson);
    expect(refused.body).toMatchObject({ code: 'learner-clash', detail: expect.stringContaining('Choir') });
    await family.miss(sung);
    expect((await family.list()).rights[0]?.lessons).toHaveLength(1);
    expect(codeOf(await family.book(missed, lesson))).toBe(200);
    const third = await series.class('Third');
    const beside = await series.lesson(third, '2026-09-10', { starttime: '16:44' });
    expect(codeOf(await family.book(again, beside))).toBe('learner-clash');
    const after = await series.lesson(third, '2026-09-10', { starttime: '16:45' });
    expect(codeOf(await family.book(again, after))).toBe(200);
  });

  test('have as many places as the class says and its absent leave, but not more than the room', async () => {
    const roomid = await addRoom(school.db, { name: `Small ${home._id}`, places: 12 });
    // Eleven seats.
    const wide = await series.class('Wide', { guestplaces: 3 });
    const lesson = await series.lesson(wide, '2026-09-10', { roomid });
    await family.miss(await series.lesson(home, '2026-09-08'));
    const free = async () => (await family.list()).rights[0]?.lessons[0]?.free;
    expect(await free()).toBe(1);
    const own = await series.family(wide);
    await noting(own.parent, own.child).miss(lesson);
    expect(await free()).toBe(2);
    await school.db.updateTable('lessons').set({ roomid: null }).where('_id', '=', lesson._id).execute();
    expect(await free()).toBe(4);
    await school.db.updateTable('classes').set({ guestplaces: 0 }).where('_id', '=', wide._id).execute();
    expect(await free()).toBe(1);
  });

  test('end with the last place, for all who look', async () => {
    const missed = await series.lesson(home, '2026-09-08');
    const lesson = await series.lesson(other, '2026-09-10');
    const second = await series.family(home);
    const neighbours = noting(second.parent, second.child);
    for (const one of [family, neighbours]) await one.miss(missed);
    expect(codeOf(await family.book(missed, lesson))).toBe(200);
    expect((await neighbours.list()).rights[0]?.lessons).toEqual([]);
    expect(codeOf(await neighbours.book(missed, lesson))).toBe('no-place');
    // Asked again it is theirs still.
    expect(codeOf(await family.book(missed, lesson))).toBe(200);
    await family.giveUp(lesson);
    expect(codeOf(await neighbours.book(missed, lesson))).toBe(200);
  });
});

describe('a right', () => {
  test('is one lesson, of the series, and no more once its time has passed', async () => {
    const missed = await series.lesson(home, '2026-09-08');
    const [one, two] = [await series.lesson(other, '2026-09-10'), await series.lesson(other, '2026-09-17')];
    expect(codeOf(await family.book(missed, one))).toBe('no-right');
    await family.miss(missed);
    const flute = await series.class('Flute', { series: 'Flute' });
    expect(codeOf(await family.book(missed, await series.lesson(flute, '2026-09-11')))).toBe('not-in-series');
    expect(codeOf(await family.book(missed, await series.lesson(home, '2026-09-15')))).toBe('not-in-series');
    expect(codeOf(await family.book(missed, await series.lesson(other, '2026-10-21')))).toBe('no-right');
    expect(codeOf(await family.book(missed, one))).toBe(200);
    expect(codeOf(await family.book(missed, two))).toBe('no-right');
    await family.giveUp(one);
    school.clock.now = Date.parse(weeksAfter('2026-09-08'));
    expect((await family.list()).rights).toEqual([]);
  });

  test('is none for who was there after all', async () => {
    const missed = await series.lesson(home, '2026-09-08');
    await family.miss(missed);
    const mark = (state: 'present' | 'late' | 'absent') =>
      school.db
        .insertInto('attendance')
        .values({
          lessonid: missed._id,
          learnerid: child,
          state,
          note: null,
          byid: null,
          markedat: 0,
          changedat: 0,
        })
        .onConflict((on) => on.columns(['lessonid', 'learnerid']).doUpdateSet({ state }))
        .execute();
    await mark('absent');
    expect((await family.list()).rights).toHaveLength(1);
    for (const state of ['present', 'late'] as const) {
      await mark(state);
      expect((await family.list()).rights).toEqual([]);
      expect(codeOf(await family.book(missed, await series.lesson(other, '2026-09-10')))).toBe('no-right');
    }
  });

  test('counts in the term of the missed lesson, the earlier of two, and between terms not at all', async () => {
    await rule({ catchupsaterm: 1 });
    const term = (name: string, firstday: string, lastday: string) =>
      school.db.insertInto('terms').values({ _id: name, name, firstday, lastday, createdat: 0 }).execute();
    await term('autumn', '2026-09-01', '2026-09-14');
    await term('late', '2026-09-12', '2026-09-30');
    const days = ['2026-09-08', '2026-09-14', '2026-09-15', '2026-10-06', '2026-10-13'];
    const missed = await Promise.all(days.map((day) => series.lesson(home, day)));
    for (const lesson of missed) await family.miss(lesson);
    expect((await family.list()).rights.map(({ left }) => left)).toEqual([1, 1, 1, null, null]);
    expect((await family.list()).left).toBe(1);
    const third = await series.class('Third', { guestplaces: 9 });
    const offered = await Promise.all(
      ['2026-09-16', '2026-09-17', '2026-09-18', '2026-10-07', '2026-10-08'].map((day) =>
        series.lesson(third, day),
      ),
    );
    const codes = [];
    for (const [at, lesson] of missed.entries())
      codes.push(codeOf(await family.book(lesson, offered[at] ?? lesson)));
    expect(codes).toEqual([200, 'catchups-used-up', 200, 200, 200]);
    expect(await family.list()).toMatchObject({ left: 0, rights: [{ left: 0, lessons: [] }] });
    await rule({ catchupsaterm: null });
    expect(await family.list()).toMatchObject({ left: null, rights: [{ left: null }] });
  });
});

describe('a place that was chosen', () => {
  test('stands in the week and in the calendar, where it is cancelled once it is given up', async () => {
    const [missed, lesson] = [
      await series.lesson(home, '2026-09-08'),
      await series.lesson(other, '2026-09-10'),
    ];
    const { body } = await parent.call('POST', '/account/calendar');
    const read = async () => {
      const { payload } = await school.app.inject({ url: new URL(body.url).pathname });
      const event = payload.split('BEGIN:VEVENT').find((part) => part.includes(lesson._id));
      return event && [/STATUS:(\w+)/.exec(event)?.[1], Number(/SEQUENCE:(\d+)/.exec(event)?.[1])];
    };
    const week = async () => (await parent.call('GET', '/week?from=2026-09-07')).body;
    const mia = { learnerid: child, learnername: 'Mia Sol' };
    expect(await week()).toMatchObject([
      {
        _id: missed._id,
        learners: [{ ...mia, guest: false, absent: false, earns: weeksAfter('2026-09-08') }],
      },
    ]);
    await family.miss(missed);
    await family.book(missed, lesson);
    expect(await week()).toMatchObject([
      { _id: missed._id, learners: [{ ...mia, guest: false, absent: true, earns: null }] },
      { _id: lesson._id, learners: [{ ...mia, guest: true, absent: false, earns: null }] },
    ]);
    expect((await parent.call('GET', '/week/next')).body).toMatchObject([
      { _id: lesson._id, learners: [{ ...mia, guest: true }] },
    ]);
    expect(await read()).toEqual(['CONFIRMED', 1]);
    expect((await family.list()).booked).toMatchObject([
      { _id: lesson._id, fromlessonid: missed._id, giveupuntil: new Date(lesson.startsat).toISOString() },
    ]);
    school.clock.now += 1;
    expect((await family.giveUp(lesson)).body).toEqual({ deletedCount: 1 });
    expect((await family.giveUp(lesson)).body).toEqual({ deletedCount: 0 });
    expect(await read()).toEqual(['CANCELLED', 2]);
    expect(await week()).toHaveLength(1);
    await family.book(missed, lesson);
    expect(await read()).toEqual(['CONFIRMED', 3]);
    await family.giveUp(lesson);
    expect(await read()).toEqual(['CANCELLED', 4]);
    school.clock.now += 30 * DAY_MS;
    expect(await read()).toBeUndefined();
    expect((await parent.call('GET', '/changes')).status).toBe(403);
  });

  test('can be given up until it begins; a guest who cannot come has the right again', async () => {
    const [missed, lesson] = [
      await series.lesson(home, '2026-09-08'),
      await series.lesson(other, '2026-09-10'),
    ];
    await family.miss(missed);
    await family.book(missed, lesson);
    school.clock.now = lesson.startsat;
    expect(codeOf(await family.giveUp(lesson))).toBe('lesson-begun');
    expect(codeOf(await family.miss(lesson))).toBe('lesson-begun');
    school.clock.now = lesson.startsat - 1;
    expect((await family.miss(lesson)).body).toEqual({ catchup: true, until: weeksAfter('2026-09-08') });
    expect(await family.list()).toMatchObject({
      rights: [{ fromlessonid: missed._id }],
      booked: [],
      notices: [],
    });
    expect(await school.db.selectFrom('absences').selectAll().execute()).toHaveLength(1);
  });

  test('goes with the notice that it came of, unless it has been used', async () => {
    const missed = await series.lesson(home, '2026-09-15');
    const lesson = await series.lesson(other, '2026-09-10');
    await family.miss(missed);
    await family.book(missed, lesson);
    school.clock.now = lesson.startsat;
    expect(codeOf(await family.come(missed))).toBe('lesson-begun');
    school.clock.now = lesson.startsat - 1;
    expect(codeOf(await family.come(missed))).toBe(200);
    expect(await family.list()).toMatchObject({ rights: [], booked: [], notices: [] });
  });

  test('keeps the one whom it replaces away: who comes after all finds no place', async () => {
    await school.db.updateTable('classes').set({ guestplaces: 0 }).where('_id', '=', other._id).execute();
    const [missed, lesson] = [
      await series.lesson(home, '2026-09-08'),
      await series.lesson(other, '2026-09-10'),
    ];
    const own = await series.family(other);
    const theirs = noting(own.parent, own.child);
    await theirs.miss(lesson);
    await family.miss(missed);
    expect(codeOf(await family.book(missed, lesson))).toBe(200);
    expect(codeOf(await theirs.come(lesson))).toBe('guest-took-it');
    await school.db.updateTable('classes').set({ guestplaces: 1 }).where('_id', '=', other._id).execute();
    expect(codeOf(await theirs.come(lesson))).toBe(200);
    // Without guests nothing keeps anyone away.
    await family.giveUp(lesson);
    await school.db.updateTable('classes').set({ guestplaces: 0 }).where('_id', '=', other._id).execute();
    await theirs.miss(lesson);
    expect(codeOf(await theirs.come(lesson))).toBe(200);
  });
});

describe('a lesson to which a guest comes', () => {
  /** A guest in a lesson on the tenth of September. */
  async function guestIn(fields: object = {}) {
    const missed = await series.lesson(home, '2026-09-08');
    const lesson = await series.lesson(other, '2026-09-10', fields);
    await family.miss(missed);
    expect(codeOf(await family.book(missed, lesson))).toBe(200);
    return { missed, lesson };
  }
  const guestMails = async () => {
    const mails = await mailsOf(school, parent.email);
    return mails.filter(({ kind }) => kind.startsWith('guest-'));
  };

  test('and that the school cancels gives the right back, with new time, and says so', async () => {
    const { missed, lesson } = await guestIn();
    const { body } = await admin.call('DELETE', `/lessons/${lesson._id}`, { reason: 'Storm' });
    expect(body).toHaveProperty('makeup');
    expect(await family.list()).toMatchObject({
      rights: [{ fromlessonid: missed._id, until: weeksAfter('2026-09-10') }],
      booked: [],
    });
    const [mail, ...more] = await guestMails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      kind: 'guest-cancelled',
      subject: 'Thursdays: a lesson to catch up is cancelled',
    });
    expect(mail?.text).toContain('Mia Sol: Thursdays. Cancelled: Thursday, 10 September 2026, 16:00');
    expect(mail?.text).toContain('(Storm). You can choose another one until Thursday, 22 October 2026');
  });

  test.each([
    [
      'closing days',
      (lesson: Row<'lessons'>) =>
        admin.call('POST', '/closures', { name: 'Storm', firstday: lesson.day, lastday: lesson.day }),
    ],
    [
      'a class that is deleted',
      (lesson: Row<'lessons'>) => admin.call('DELETE', `/delete/${lesson.classid}`),
    ],
    [
      'a class that is called off',
      (lesson: Row<'lessons'>) =>
        admin.call('POST', `/class/${lesson.classid}/calloff`, {
          reason: 'Too few come.',
          refund: 'whole',
          key: 'off',
        }),
    ],
    [
      'a plan without it',
      (lesson: Row<'lessons'>) => admin.call('PUT', `/class/plans/${lesson.classid}`, { plans: [] }),
    ],
  ])('and that ends by %s gives the right back, too', async (_, end) => {
    const { missed, lesson } = await guestIn();
    const ended = await end(lesson);
    expect([ended.status, ended.body]).toMatchObject([200, expect.anything()]);
    expect(await family.list()).toMatchObject({ rights: [{ fromlessonid: missed._id }], booked: [] });
    expect((await guestMails()).map(({ kind }) => kind)).toEqual(['guest-cancelled']);
  });

  test('and that moves stays theirs, who are told and may give it up until it ends, with new time', async () => {
    const { missed, lesson } = await guestIn();
    const moved = await admin.call('PUT', `/lessons/${lesson._id}`, { day: '2026-09-12' });
    expect(moved.status).toBe(200);
    const [mail] = await guestMails();
    expect(mail).toMatchObject({ kind: 'guest-moved', subject: 'Thursdays: a lesson to catch up has moved' });
    expect(mail?.text).toContain('Moved to: Saturday, 12 September 2026, 16:00');
    school.clock.now = Number(lesson.endsat) + 2 * DAY_MS - 1;
    expect(codeOf(await family.giveUp(lesson))).toBe(200);
    expect((await family.list()).rights).toMatchObject([
      { fromlessonid: missed._id, until: weeksAfter('2026-09-12') },
    ]);
  });

  test('and that moves cannot be given up once it has ended, nor one in another room once it has begun', async () => {
    const { lesson } = await guestIn();
    const roomid = await addRoom(school.db, { name: `Hall ${lesson._id}`, places: 40 });
    await admin.call('PUT', `/lessons/${lesson._id}`, { roomid });
    expect(await guestMails()).toEqual([]);
    school.clock.now = lesson.startsat;
    expect(codeOf(await family.giveUp(lesson))).toBe('lesson-begun');
    school.clock.now = NOON;
    await admin.call('PUT', `/lessons/${lesson._id}`, { starttime: '17:00' });
    school.clock.now = lesson.endsat + HOUR_MS;
    expect(codeOf(await family.giveUp(lesson))).toBe('lesson-begun');
  });
});

describe('the missed lesson itself', () => {
  test('keeps what was said of it where it moves, and nothing where it is cancelled', async () => {
    const missed = await series.lesson(home, '2026-09-08');
    await family.miss(missed);
    await admin.call('PUT', `/lessons/${missed._id}`, { day: '2026-09-09' });
    expect((await family.list()).notices).toMatchObject([{ until: weeksAfter('2026-09-08') }]);
    await admin.call('DELETE', `/lessons/${missed._id}`);
    expect(await family.list()).toMatchObject({ rights: [], notices: [] });
  });

  test('leaves the place that was chosen where the school cancels it', async () => {
    const [missed, lesson] = [
      await series.lesson(home, '2026-09-08'),
      await series.lesson(other, '2026-09-10'),
    ];
    await family.miss(missed);
    await family.book(missed, lesson);
    await admin.call('DELETE', `/lessons/${missed._id}`);
    expect((await family.list()).booked).toMatchObject([{ _id: lesson._id }]);
    expect((await family.giveUp(lesson)).body).toEqual({ deletedCount: 1 });
    expect((await family.list()).rights).toEqual([]);
  });

  test('goes with the place in its class: what is to come ends, what is over stays', async () => {
    const days = ['2026-09-08', '2026-09-22'];
    const [past, missed] = await Promise.all(days.map((day) => series.lesson(home, day)));
    const lesson = await series.lesson(other, '2026-09-24');
    if (!past || !missed) throw new Error('There is none.');
    for (const one of [past, missed]) await family.miss(one);
    await family.book(missed, lesson);
    school.clock.now = past.endsat;
    const { _id } = await school.db
      .selectFrom('enrolments')
      .select('_id')
      .where('learnerid', '=', child)
      .executeTakeFirstOrThrow();
    expect((await admin.call('POST', `/enrolments/${_id}/cancel`)).status).toBe(200);
    expect(await family.list()).toMatchObject({
      rights: [{ fromlessonid: past._id }],
      booked: [],
      notices: [],
    });
  });

  test.each(['enrols', 'is given the place of a sister'])(
    'can be caught up again by a child who %s where it was chosen: those lessons are its own',
    async (way) => {
      const [missed, again] = [
        await series.lesson(home, '2026-09-08'),
        await series.lesson(home, '2026-09-15'),
      ];
      const [past, lesson] = [
        await series.lesson(other, '2026-09-03'),
        await series.lesson(other, '2026-09-10'),
      ];
      for (const one of [missed, again]) await family.miss(one);
      await family.book(again, past);
      await family.book(missed, lesson);
      const { body: calendar } = await parent.call('POST', '/account/calendar');
      const read = async () => {
        const { payload } = await school.app.inject({ url: new URL(calendar.url).pathname });
        const event = payload.split('BEGIN:VEVENT').find((part) => part.includes(lesson._id));
        return [/STATUS:(\w+)/.exec(event ?? '')?.[1], Number(/SEQUENCE:(\d+)/.exec(event ?? '')?.[1])];
      };
      expect(await read()).toEqual(['CONFIRMED', 1]);
      const place = { classid: other._id, pay: 'cash' };
      const sister = await addChildBy(parent, { firstname: 'Lea' });
      const enrolled =
        way === 'enrols'
          ? undefined
          : await admin.call('POST', '/enrolments', { ...place, learnerid: sister });
      school.clock.now = past.endsat;
      const given = enrolled
        ? await admin.call('PUT', `/enrolments/${enrolled.body.insertedId}/learner`, { learnerid: child })
        : await admin.call('POST', '/enrolments', { ...place, learnerid: child });
      expect(given.status, JSON.stringify(given.body)).toBe(200);
      // What was caught up before stays used.
      expect(await family.list()).toMatchObject({ rights: [{ fromlessonid: missed._id }], booked: [] });
      const { rows } = (await admin.call('GET', `/lessons/${lesson._id}/register`)).body;
      expect(rows.filter(({ learnerid }: { learnerid: string }) => learnerid === child)).toMatchObject([
        { guest: false },
      ]);
      expect(await read()).toEqual(['CONFIRMED', 2]);
      const third = await series.lesson(await series.class('Third'), '2026-09-11');
      expect(codeOf(await family.book(missed, third))).toBe(200);
      expect(codeOf(await family.book(again, third))).toBe('no-right');
    },
  );

  test('is not the next learner’s to miss, where a place moves', async () => {
    const missed = await series.lesson(home, '2026-09-08');
    await family.miss(missed);
    const sister = await addChildBy(parent, { firstname: 'Lea' });
    const { _id } = await school.db
      .selectFrom('enrolments')
      .select('_id')
      .where('learnerid', '=', child)
      .executeTakeFirstOrThrow();
    const moved = await admin.call('PUT', `/enrolments/${_id}/learner`, { learnerid: sister });
    expect(moved.status).toBe(200);
    expect(await family.list()).toMatchObject({ rights: [], notices: [] });
    expect((await noting(parent, sister).miss(missed)).body.catchup).toBe(true);
  });
});

test('programs are told of an absence, by ids alone', async () => {
  const lesson = await series.lesson(home, '2026-09-08');
  const added = await admin.call('POST', '/webhooks', {
    url: 'https://example.com/hook',
    events: ['absence.noted'],
  });
  expect([added.status, added.body.code]).toEqual([200, undefined]);
  await family.miss(lesson, 'She is ill.');
  await family.miss(lesson, 'She is very ill.');
  const messages = await school.db.selectFrom('webhookmessages').selectAll().execute();
  expect(messages.map(({ body }) => JSON.parse(body))).toEqual([
    {
      type: 'absence.noted',
      at: new Date(NOON).toISOString(),
      subject: { kind: 'lesson', id: lesson._id },
      url: `/api/v1/lessons/${lesson._id}`,
      data: { lessonid: lesson._id, classid: home._id, learnerid: child },
    },
  ]);
});

test('the log says what a family said, and never in which words', async () => {
  const [missed, lesson] = [
    await series.lesson(home, '2026-09-08'),
    await series.lesson(other, '2026-09-10'),
  ];
  for (const act of [
    () => family.miss(missed, 'A secret of ours.'),
    () => family.book(missed, lesson),
    () => family.giveUp(lesson),
    () => family.book(missed, lesson),
    () => family.come(missed),
  ]) {
    school.clock.now += 1;
    await act();
  }
  const { body } = await admin.call('GET', '/changes');
  const lines = body.items.map(({ action, before }: Record<string, string>) => [action, before]);
  // Both are of one moment.
  expect(lines.slice(0, 2).sort()).toEqual([
    ['absence-withdrawn', '2026-09-08T16:00'],
    ['catchup-given-up', '2026-09-10T16:00'],
  ]);
  expect(lines.slice(2)).toEqual([
    ['catchup-booked', '2026-09-10T16:00'],
    ['catchup-given-up', '2026-09-10T16:00'],
    ['catchup-booked', '2026-09-10T16:00'],
    ['absence-noted', '2026-09-08T16:00'],
  ]);
  expect(JSON.stringify(body)).not.toContain('secret');
});
