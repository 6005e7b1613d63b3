import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlanDraft } from '#contract/plans/calls.ts';
import { addRoom } from '#tests/support/lessons.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { takeClass } from '#tests/support/take-class.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

let school: TestSchool;
let admin: Person;
let clara: Person;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
  clara = await school.signIn('instructor');
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
const DAYS = ['2026-09-08', '2026-09-15', '2026-09-22'];

async function addClass(
  fields: Parameters<TestSchool['addClass']>[0] = {},
  teacher = clara,
): Promise<string> {
  const { email: instructoremail, user } = teacher;
  return (await school.addClass({ instructoremail, instructorname: user.name, ...fields }))._id;
}

const anotherTeacher = () => school.signIn('instructor');
/** A class that somebody is in. */
async function addTakenClass(): Promise<string> {
  const classid = await addClass({ enrolledstudents: 1 }, await anotherTeacher());
  await takeClass(school.db, { learnerid: (await school.signIn('student')).learnerid, classid });
  return classid;
}
const put = (classid: string, plans: readonly Partial<PlanDraft>[], { by = admin, dry = false } = {}) =>
  by.call('PUT', `/class/plans/${classid}${dry ? '?dry=1' : ''}`, {
    plans: plans.map((plan) => ({ ...PLAN, ...plan })),
  });
const refusal = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

/** All that is written of a class's lessons, those that were taken out too. */
const written = (classid: string) =>
  school.db
    .selectFrom('lessons')
    .selectAll()
    .where('classid', '=', classid)
    .orderBy('startsat')
    .orderBy('_id')
    .execute();
const shown = async (classid: string) => (await admin.call('GET', `/class/${classid}/lessons`)).body;
const daysOf = (lessons: { day: string }[]) => lessons.map(({ day }) => day);
const plansOf = async (classid: string, by = admin) =>
  (await by.call('GET', `/class/plans/${classid}`)).body.plans;

/** As if the school's moment were another. */
async function at<T>(moment: number, work: () => Promise<T>): Promise<T> {
  const { now } = school.clock;
  school.clock.now = moment;
  return work().finally(() => {
    school.clock.now = now;
  });
}

describe('a plan', () => {
  test('is read back, and its lessons are those that the dry run has told of', async () => {
    const classid = await addClass();
    const roomid = await addRoom(school, { name: 'Attic' });
    const plan = { roomid, weekday: '2', minutes: '45' } as object;
    const dry = await put(classid, [plan], { by: clara, dry: true });
    expect(dry.status).toBe(200);
    expect(await plansOf(classid)).toEqual([]);
    expect(await written(classid)).toEqual([]);
    const saved = await put(classid, [plan], { by: clara });
    expect(saved).toMatchObject({ status: 200, body: dry.body });
    expect(saved.body).toMatchObject({ skipped: [], clashes: [], shifted: [], roomtoosmall: [] });
    expect(saved.body.lessons[0]).toEqual({
      day: '2026-09-08',
      startsat: '2026-09-08T16:00:00.000Z',
      endsat: '2026-09-08T16:45:00.000Z',
      room: 'Attic',
      state: 'planned',
      reason: null,
    });
    expect(await plansOf(classid, clara)).toEqual([
      { ...PLAN, _id: expect.any(String), roomid, room: 'Attic' },
    ]);
    expect(daysOf(await shown(classid))).toEqual(DAYS);
    expect((await written(classid)).map(({ teacherid }) => teacherid)).toEqual(
      DAYS.map(() => clara.user._id),
    );
  });

  test('is for who teaches the class and for admins', async () => {
    const classid = await addClass();
    const other = await anotherTeacher();
    const student = await school.signIn('student');
    for (const dry of [true, false]) {
      expect((await put(classid, [PLAN], { by: other, dry })).status).toBe(403);
      expect((await put(classid, [PLAN], { by: student, dry })).status).toBe(403);
    }
    expect((await other.call('GET', `/class/plans/${classid}`)).status).toBe(403);
    expect(await written(classid)).toEqual([]);
    expect(refusal(await put('unknown', [PLAN]))).toEqual([404, 'class-not-found']);
    expect(refusal(await admin.call('GET', '/class/plans/unknown'))).toEqual([404, 'class-not-found']);
  });

  test.each([
    [{ weekday: 0 }, 'plans.0.weekday'],
    [{ weekday: 8 }, 'plans.0.weekday'],
    [{ starttime: '24:00' }, 'plans.0.starttime'],
    [{ starttime: '9:00' }, 'plans.0.starttime'],
    [{ minutes: 4 }, 'plans.0.minutes'],
    [{ minutes: 601 }, 'plans.0.minutes'],
    [{ everyweeks: 3 }, 'plans.0.everyweeks'],
    [{ firstday: '2026-02-30' }, 'plans.0.firstday'],
    [{ lastday: '2026-09-07' }, 'plans.0.lastday'],
    [{ lastday: '2027-10-13' }, 'plans.0.lastday'],
  ])('such as %o is refused beside its field', async (plan, field) => {
    const answer = await put(await addClass(), [plan as Partial<PlanDraft>]);
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
  });

  test('skips days on which is closed, and says why', async () => {
    const teacher = await anotherTeacher();
    const classid = await addClass({}, teacher);
    const [here, there] = [await addRoom(school), await addRoom(school)];
    const closure = async (name: string, day: string, where: object) =>
      (await admin.call('POST', '/closures', { name, firstday: day, lastday: day, ...where })).body
        .insertedId;
    const ids = [
      await closure('Concert', DAYS[0] ?? '', { roomid: here }),
      await closure('Elsewhere', DAYS[1] ?? '', { roomid: there }),
      await closure('Tour', DAYS[2] ?? '', { teacherid: teacher.user._id }),
    ];
    const { body } = await put(classid, [{ roomid: here }]);
    expect(body.skipped).toEqual([
      { day: DAYS[0], closure: 'Concert' },
      { day: DAYS[2], closure: 'Tour' },
    ]);
    expect(daysOf(body.lessons)).toEqual([DAYS[1]]);
    expect(daysOf(await shown(classid))).toEqual([DAYS[1]]);
    for (const id of ids) await admin.call('DELETE', `/closures/${id}`);
  });

  test('is kept in the log of the class', async () => {
    const classid = await addClass({}, await anotherTeacher());
    await put(classid, [PLAN], { dry: true });
    await put(classid, [PLAN]);
    const { body } = await admin.call('GET', `/class/history/${classid}`);
    expect(body).toMatchObject([{ action: 'updated', note: 'when it meets', actorname: admin.user.name }]);
  });
});

describe('what stands in the way of a plan', () => {
  test('is a room that another class has at the time', async () => {
    const roomid = await addRoom(school);
    await put(await addClass({ classname: 'Choir' }, await anotherTeacher()), [{ roomid }]);
    const classid = await addClass({}, await anotherTeacher());
    const wanted = [{ roomid, starttime: '16:30', firstday: '2026-09-15' }];
    const { body } = await put(classid, wanted, { dry: true });
    expect(body.clashes).toMatchObject([
      { day: DAYS[1], kind: 'room', with: 'Choir' },
      { day: DAYS[2], kind: 'room', with: 'Choir' },
    ]);
    expect(refusal(await put(classid, wanted))).toEqual([409, 'room-taken']);
    expect([await written(classid), await plansOf(classid)]).toEqual([[], []]);
    expect((await put(classid, [{ roomid, starttime: '16:45' }])).status).toBe(200);
  });

  test('is another class of who teaches it', async () => {
    const teacher = await anotherTeacher();
    await put(await addClass({ classname: 'Choir' }, teacher), [PLAN]);
    const classid = await addClass({}, teacher);
    const { body } = await put(classid, [PLAN], { dry: true });
    expect(body.clashes[0]).toMatchObject({ day: DAYS[0], kind: 'teacher', with: 'Choir' });
    expect(refusal(await put(classid, [PLAN]))).toEqual([409, 'teacher-taken']);
  });

  test('is another plan of the class itself', async () => {
    const classid = await addClass({}, await anotherTeacher());
    const { body } = await put(classid, [PLAN, { starttime: '16:30' }], { dry: true });
    expect(body.clashes).toHaveLength(2 * DAYS.length);
    expect(refusal(await put(classid, [PLAN, { starttime: '16:30' }]))).toEqual([409, 'teacher-taken']);
    expect((await put(classid, [PLAN, { starttime: '16:45' }])).status).toBe(200);
  });

  test('is a learner who is in another class then; which one stays between the family and the school', async () => {
    const { learnerid, user } = await school.signIn('student');
    const [one, other] = [
      await addClass({ classname: 'Secret', enrolledstudents: 1 }, await anotherTeacher()),
      await addClass({ enrolledstudents: 1 }, await anotherTeacher()),
    ];
    for (const classid of [one, other]) await takeClass(school.db, { learnerid, classid });
    await put(one, [PLAN]);
    const { body } = await put(other, [PLAN], { dry: true });
    expect(body.clashes[0]).toMatchObject({ day: DAYS[0], kind: 'learner', with: user.name });
    expect(JSON.stringify(body)).not.toContain('Secret');
    expect(refusal(await put(other, [PLAN]))).toEqual([409, 'learner-clash']);
  });

  test('is told of up to fifty times', async () => {
    const teacher = await anotherTeacher();
    const year = { firstday: '2026-09-08', lastday: '2027-09-08' };
    await put(await addClass({}, teacher), [year]);
    const { body } = await put(await addClass({}, teacher), [year], { dry: true });
    expect(body.clashes).toHaveLength(50);
    expect(body.clashes[49].day).toBe('2027-08-17');
  });

  test('is a room that takes fewer than the class has seats, or is out of use', async () => {
    const classid = await addClass({ availableseat: 4, enrolledstudents: 3 });
    const roomid = await addRoom(school, { name: 'Closet', places: 6 });
    const { body } = await put(classid, [{ roomid }], { dry: true });
    expect(body.roomtoosmall).toEqual([{ room: 'Closet', places: 6 }]);
    expect(refusal(await put(classid, [{ roomid }]))).toEqual([409, 'room-too-small']);
    await school.db.updateTable('rooms').set({ places: 7 }).where('_id', '=', roomid).execute();
    expect((await put(classid, [{ roomid }], { dry: true })).body.roomtoosmall).toEqual([]);
    await school.db.updateTable('rooms').set({ retiredat: 1 }).where('_id', '=', roomid).execute();
    for (const dry of [true, false])
      expect(refusal(await put(classid, [{ roomid }], { dry }))).toEqual([400, 'room-unknown']);
    expect(refusal(await put(classid, [{ roomid: 'unknown' }]))).toEqual([400, 'room-unknown']);
  });
});

test('a class gets no more seats than the rooms take in which it is still to meet', async () => {
  const classid = await addClass({ availableseat: 4, enrolledstudents: 3 }, await anotherTeacher());
  const roomid = await addRoom(school, { places: 8 });
  await put(classid, [{ roomid }]);
  const seats = (availableseat: number) => admin.call('PUT', `/class/update/${classid}`, { availableseat });
  expect((await seats(5)).status).toBe(200);
  expect(refusal(await seats(6))).toEqual([409, 'room-too-small']);
  expect((await admin.call('GET', `/class/${classid}`)).body.availableseat).toBe(5);
  await put(classid, [PLAN]);
  expect((await seats(6)).status).toBe(200);
});

describe('another plan', () => {
  test('that is the same changes nothing that a calendar shows', async () => {
    const classid = await addClass({}, await anotherTeacher());
    await put(classid, [PLAN]);
    const before = await written(classid);
    await put(classid, [PLAN]);
    const [plan] = await plansOf(classid);
    expect(await written(classid)).toEqual(before.map((lesson) => ({ ...lesson, planid: plan._id })));
  });

  test('moves each lesson within its week, which stays the same lesson', async () => {
    const classid = await addTakenClass();
    await put(classid, [PLAN]);
    const before = await written(classid);
    const thursdays = { weekday: 4, starttime: '17:00', lastday: '2026-09-17' };
    await put(classid, [thursdays]);
    const [first, second, third] = await written(classid);
    expect([first, second].map((lesson) => [lesson?._id, lesson?.day, lesson?.seq])).toEqual([
      [before[0]?._id, '2026-09-10', 1],
      [before[1]?._id, '2026-09-17', 1],
    ]);
    expect(third).toMatchObject({
      _id: before[2]?._id,
      planid: null,
      day: DAYS[2],
      seq: 1,
      state: 'cancelled',
      removedat: school.clock.now,
      cancelledat: school.clock.now,
    });
    expect(daysOf(await shown(classid))).toEqual(['2026-09-10', '2026-09-17']);
  });

  test('deletes what it takes out where nobody ever was in the class', async () => {
    const classid = await addClass({}, await anotherTeacher());
    await put(classid, [PLAN]);
    await put(classid, [{ lastday: '2026-09-08' }]);
    expect(daysOf(await written(classid))).toEqual(['2026-09-08']);
  });

  test('keeps what it takes out for thirty days', async () => {
    const classid = await addTakenClass();
    await put(classid, [PLAN]);
    await put(classid, []);
    const leftAfter = (days: number) =>
      at(school.clock.now + days * DAY_MS, async () => {
        await school.work();
        return (await written(classid)).length;
      });
    expect([await leftAfter(30), await leftAfter(31)]).toEqual([3, 0]);
  });

  test('brings a lesson back that was taken out', async () => {
    const classid = await addTakenClass();
    await put(classid, [PLAN]);
    const before = await written(classid);
    expect((await put(classid, [])).body.lessons).toEqual([]);
    expect(await shown(classid)).toEqual([]);
    await put(classid, [PLAN]);
    expect(
      (await written(classid)).map(({ _id, seq, state, removedat }) => [_id, seq, state, removedat]),
    ).toEqual(before.map(({ _id }) => [_id, 2, 'planned', null]));
  });

  test('of two on a day leaves the one whose time it keeps', async () => {
    const classid = await addClass({}, await anotherTeacher());
    await put(classid, [PLAN, { starttime: '18:00' }]);
    const late = (await written(classid)).filter(({ startsat }) => new Date(startsat).getUTCHours() === 18);
    await put(classid, [{ starttime: '18:00' }]);
    const left = (await written(classid)).filter(({ removedat }) => removedat === null);
    expect(left.map(({ _id, seq }) => [_id, seq])).toEqual(late.map(({ _id }) => [_id, 0]));
  });

  test('leaves alone what was moved or cancelled on a day that it still has', async () => {
    const classid = await addClass({}, await anotherTeacher());
    await put(classid, [PLAN]);
    const [first, second, third] = await written(classid);
    const moved = { startsat: (first?.startsat ?? 0) + DAY_MS, endsat: (first?.endsat ?? 0) + DAY_MS };
    const update = (id: string | undefined) => school.db.updateTable('lessons').where('_id', '=', id ?? '');
    await update(first?._id)
      .set({ ...moved, day: '2026-09-09', state: 'moved' })
      .execute();
    await update(second?._id).set({ state: 'cancelled', cancelledat: 1, reason: 'Ill' }).execute();
    await put(classid, [{ starttime: '17:00' }]);
    expect((await written(classid)).map(({ _id, day, state, reason }) => [_id, day, state, reason])).toEqual([
      [first?._id, '2026-09-09', 'moved', null],
      [second?._id, DAYS[1], 'cancelled', 'Ill'],
      [third?._id, DAYS[2], 'planned', null],
    ]);
    await put(classid, [{ firstday: '2026-09-22' }]);
    expect(daysOf(await shown(classid))).toEqual([DAYS[2]]);
  });

  test('leaves what has begun since somebody was in the class, and adds nothing there', async () => {
    const classid = await addClass({ enrolledstudents: 1 }, await anotherTeacher());
    const { learnerid } = await school.signIn('student');
    const joinedat = Date.parse('2026-09-10T12:00Z');
    await put(classid, [PLAN]);
    await takeClass(school.db, { learnerid, classid });
    for (const [table, column] of [
      ['enrolments', 'date'],
      ['orders', 'paidat'],
    ] as const)
      await school.db
        .updateTable(table)
        .set({ [column]: joinedat })
        .where('classid', '=', classid)
        .execute();
    const before = await written(classid);
    // Two have begun: one before anybody was in the class, one after.
    await at(Date.parse('2026-09-16T12:00Z'), () => put(classid, [{ weekday: 1, firstday: '2026-08-31' }]));
    const after = (await written(classid)).filter(({ removedat }) => removedat === null);
    expect(daysOf(after)).toEqual(['2026-08-31', '2026-09-07', DAYS[1], '2026-09-21']);
    expect(after[2]).toEqual({ ...before[1], planid: null });
    expect(after[1]?._id).toBe(before[0]?._id);
  });

  test('may begin in the past while nobody is in the class', async () => {
    const classid = await addClass({}, await anotherTeacher());
    const { body } = await put(classid, [{ firstday: '2026-08-01' }]);
    expect(body.lessons[0].day).toBe('2026-08-04');
  });

  test('is told to who is in the class, in one mail', async () => {
    const { learnerid, email } = await school.signIn('student');
    const classid = await addClass({ enrolledstudents: 1 }, await anotherTeacher());
    await takeClass(school.db, { learnerid, classid });
    await put(classid, [PLAN], { dry: true });
    expect(await mailsOf(school, email)).toHaveLength(0);
    await put(classid, [PLAN]);
    await put(classid, [PLAN]);
    expect(await mailsOf(school, email)).toHaveLength(1);
  });
});

describe('the clocks of the school’s time zone', () => {
  let own: TestSchool;
  let by: Person;
  beforeAll(async () => {
    own = await openTestSchool();
    by = await own.signIn('admin');
  });
  afterAll(() => own.close());

  const setZone = async (timezone: string) => {
    const { version } = (await own.call('GET', '/school')).body;
    await by.call('PUT', '/school', { version, timezone });
  };
  const planned = async (plan: Partial<PlanDraft>, path = '') => {
    const { _id } = await own.addClass({ instructorname: `Teacher of ${plan.starttime}` });
    const { body } = await by.call('PUT', `/class/plans/${_id}${path}`, { plans: [{ ...PLAN, ...plan }] });
    return { classid: _id, body };
  };
  const lessonsOf = (classid: string) =>
    own.db.selectFrom('lessons').selectAll().where('classid', '=', classid).orderBy('planday').execute();

  test('are meant by plans, and an hour that they leave out is said', async () => {
    await setZone('Europe/Berlin');
    const plan = { weekday: 7, starttime: '02:30', firstday: '2027-03-21', lastday: '2027-04-04' };
    const { body } = await planned(plan, '?dry=1');
    expect(body.lessons.map(({ startsat }: { startsat: string }) => startsat)).toEqual([
      '2027-03-21T01:30:00.000Z',
      '2027-03-28T01:30:00.000Z',
      '2027-04-04T00:30:00.000Z',
    ]);
    expect(body.shifted).toEqual([{ day: '2027-03-28', from: '02:30', to: '03:30' }]);
  });

  test('are followed by planned lessons to come where they become others, and by none else', async () => {
    await setZone('UTC');
    const { classid } = await planned({ firstday: '2026-09-01', starttime: '10:00' });
    const [begun, moved, third, last] = await lessonsOf(classid);
    const move = { state: 'moved' as const, startsat: (moved?.startsat ?? 0) - DAY_MS };
    await own.db
      .updateTable('lessons')
      .set(move)
      .where('_id', '=', moved?._id ?? '')
      .execute();
    const hours = async () =>
      (await own.call('GET', `/class/${classid}/lessons`)).body.map(({ startsat }: { startsat: string }) =>
        startsat.slice(5, 13),
      );
    expect(await hours()).toEqual(['09-01T10', '09-07T10', '09-15T10', '09-22T10']);
    await setZone('Europe/Berlin');
    expect(await hours()).toEqual(['09-01T10', '09-07T10', '09-15T08', '09-22T08']);
    const after = await lessonsOf(classid);
    expect(after.map(({ _id, seq }) => [_id, seq])).toEqual(
      [begun, moved, third, last].map((lesson, at) => [lesson?._id, at < 2 ? 0 : 1]),
    );
  });

  test('are followed where what is known of them has changed, once', async () => {
    await own.work();
    await setZone('America/New_York');
    const { classid } = await planned({ starttime: '09:00' });
    const before = (await lessonsOf(classid)).map(({ startsat }) => startsat);
    const asOfOld = () =>
      own.db
        .updateTable('lessons')
        .set((of) => ({ startsat: of('startsat', '-', HOUR_MS), endsat: of('endsat', '-', HOUR_MS) }))
        .where('classid', '=', classid)
        .execute();
    await asOfOld();
    await own.work();
    expect((await lessonsOf(classid))[0]?.startsat).toBe((before[0] ?? 0) - HOUR_MS);
    const shown = async () =>
      (await own.call('GET', `/class/${classid}/lessons`)).body.map(({ startsat }: { startsat: string }) =>
        Date.parse(startsat),
      );
    expect(await shown()).not.toEqual(before);
    await own.db.updateTable('settings').set({ value: '2001a' }).where('key', '=', 'zone-data').execute();
    await own.work();
    expect((await lessonsOf(classid)).map(({ startsat }) => startsat)).toEqual(before);
    expect(await shown()).toEqual(before);
  });

  test('move no lesson into the way of another', async () => {
    await setZone('UTC');
    const { classid } = await planned({ starttime: '20:00' });
    const other = await planned({ starttime: '21:00' });
    const roomid = await addRoom(own);
    const set = (id: string) => own.db.updateTable('lessons').where('classid', '=', id);
    await set(classid).set({ roomid }).execute();
    await set(other.classid).set({ roomid, state: 'moved' }).execute();
    // An hour later on the clocks of UTC, where the moved one is.
    await setZone('Atlantic/Cape_Verde');
    expect((await lessonsOf(classid)).map(({ startsat }) => new Date(startsat).getUTCHours())).toEqual([
      20, 20, 20,
    ]);
  });
});
