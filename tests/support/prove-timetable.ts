import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import type { PlanDraft } from '#contract/plans/calls.ts';
import { newId } from '#server/database/ids.ts';
import type { AllTables } from '#server/database/tables.ts';
import type { TimetableCheckpoint } from '#server/features/index.ts';
import { type CardsServer, openCardsServer } from './cards-server.ts';
import { addClass, addStudents, type FaultySchool, makeFaultySchool, type Student } from './faulty-school.ts';
import { addRoom } from './lessons.ts';
import { findOverlappingLessons } from './overlaps.ts';
import { learnerOf } from './people.ts';
import { freePort } from './postgres.ts';
import { report } from './proof.ts';
import { takeClass } from './take-class.ts';

/*
 * Two who plan or enrol at once, and a process that dies while it plans: nothing is had twice, and nothing is
 * half there.
 */

const RIVALS = 200;
const TRIES_MAX = 5;
const TEACHERS = 6;
const ROOMS = 4;
const CLASSES = 40;
const LEARNERS = 10;
const MANY = 25;
const ENROLLING = 100;
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1);
const POINTS: TimetableCheckpoint[] = ['plans-inserted', 'lessons-written', 'plans-committed'];

/** The Monday after next, so that no lesson has begun. */
const today = Temporal.Now.plainDateISO('UTC');
const MONDAY = today.add({ days: 15 - today.dayOfWeek });
const inDays = (days: number) => MONDAY.add({ days }).toString();

/** Five lessons on a day of the week. */
const planOf = (plan: Partial<PlanDraft>): PlanDraft => ({
  weekday: 1,
  starttime: '16:00',
  minutes: 60,
  everyweeks: 1,
  roomid: null,
  firstday: inDays(0),
  lastday: inDays(34),
  ...plan,
});

/** How often PostgreSQL had to end one transaction for another, because they waited for each other. */
async function countDeadlocks(db: Kysely<AllTables>): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db);
  return rows[0]?.deadlocks ?? 0;
}

type Put = { method?: 'PUT' | 'POST'; person: Student; path: string; body: object };
type Reply = { status: number; code: string | undefined } | undefined;

/** The proofs on one database, in a file of their own each: two run side by side. */
export function proveTimetable(kind: 'sqlite' | 'postgres') {
  let cards: CardsServer;
  let school: FaultySchool;
  let admin: Student;
  let teachers: Student[];
  let rooms: string[];

  beforeAll(async () => {
    cards = await openCardsServer();
    school = await makeFaultySchool(kind, cards);
    [admin, teachers, rooms] = await school.records(async (db) => {
      const [first, ...others] = await addStudents(db, 1 + TEACHERS);
      const ids = others.map(({ userid }) => userid);
      await db.updateTable('users').set({ role: 'admin' }).execute();
      await db.updateTable('users').set({ role: 'instructor' }).where('_id', 'in', ids).execute();
      const made: string[] = [];
      for (let n = 0; n < ROOMS; n++) made.push(await addRoom({ db, clock: { now: 0 } }));
      return [first as Student, others, made];
    });
  });
  afterAll(async () => {
    await cards.close();
    school.remove();
  });

  /** One call; undefined where the process died over it. */
  async function put(url: string, { method = 'PUT', person, path, body }: Put): Promise<Reply> {
    try {
      const answer = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await school.tokenOf(person)}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      });
      return { status: answer.status, code: ((await answer.json()) as { code?: string }).code };
    } catch {
      return undefined;
    }
  }

  /**
   * The same of a patient client: on a busy machine a connection may be waited for too long, and 503 asks to
   * come again.
   */
  async function putUntilAnswered(url: string, call: Put): Promise<Reply> {
    for (let tries = 1; tries < TRIES_MAX; tries++) {
      const reply = await put(url, call);
      if (reply?.status !== 503) return reply;
    }
    return put(url, call);
  }

  const planning = (classid: string, ...plans: Partial<PlanDraft>[]): Put => ({
    person: admin,
    path: `/class/plans/${classid}`,
    body: { plans: plans.map(planOf) },
  });

  /** A class of one of the teachers, with learners in it. */
  const addTaught = (teacher: number, learners: readonly Student[]) =>
    school.records(async (db) => {
      const classid = await addClass(db, 10);
      const instructorid = teachers[teacher % TEACHERS]?.userid ?? null;
      await db.updateTable('classes').set({ instructorid }).where('_id', '=', classid).execute();
      for (const { userid } of learners)
        await takeClass(db, { classid, learnerid: await learnerOf(db, userid) });
      return classid;
    });

  /** How a class is planned: by its plans, by its lessons, and by what its learners were told. */
  const recordsOf = (classid: string) =>
    school.records(async (db) => {
      const plans = await db.selectFrom('plans').selectAll().where('classid', '=', classid).execute();
      const lessons = await db
        .selectFrom('lessons')
        .select(['day', 'roomid', 'planid', 'state'])
        .where('classid', '=', classid)
        .where('removedat', 'is', null)
        .orderBy('day')
        .execute();
      const mails = await db
        .selectFrom('mails')
        .select('_id')
        .where('kind', '=', 'lessons-changed')
        .execute();
      return { plans, lessons, mails: mails.length };
    });

  test('a process that dies while it plans leaves the old plan whole or the new one, and says of it once', async () => {
    const [pupil] = await school.records((db) => addStudents(db, 1));
    const classid = await addTaught(0, [pupil as Student]);
    const ways = [
      { weekday: 1, roomid: rooms[0], days: [0, 7, 14, 21, 28].map(inDays) },
      { weekday: 3, roomid: rooms[1], days: [2, 9, 16, 23, 30].map(inDays) },
    ] as const;
    let told = 0;
    /** Which of the two ways is written, whole. */
    async function readWay() {
      const { plans, lessons, mails } = await recordsOf(classid);
      const way = ways.find(({ weekday }) => plans[0]?.weekday === weekday);
      const planned = { planid: plans[0]?._id, roomid: way?.roomid, state: 'planned' };
      expect(plans).toHaveLength(1);
      expect(lessons).toEqual(way?.days.map((day) => ({ ...planned, day })));
      expect(mails).toBe(told);
      return way;
    }
    const save = ({ url }: { url: string }, { days: _, ...plan }: (typeof ways)[number]) =>
      put(url, planning(classid, plan));
    let [now, next]: [(typeof ways)[number], (typeof ways)[number]] = [ways[0], ways[1]];
    for (let round = 0; round < ROUNDS; round++)
      for (const point of POINTS) {
        // What the process before has left is planned again first, which tells nobody anything new.
        const running = await school.start({ workers: false, crash: { at: point, nth: 2 } });
        if (told === 0) told++;
        expect(await save(running, now), point).toMatchObject({ status: 200 });
        expect(await save(running, next), point).toBeUndefined();
        await running.exited;
        if (point === 'plans-committed') {
          [now, next] = [next, now];
          told++;
        }
        expect(await readWay(), point).toBe(now);
      }
    report({ [`kills while planning on ${kind}`]: ROUNDS * POINTS.length, 'half plans': 0 });
  });

  test('a process that dies while days are closed, a term is copied or a teacher is away leaves what was or what is to be, whole, and says of it once', async () => {
    const [pupil] = await school.records((db) => addStudents(db, 1));
    const classid = await addTaught(1, [pupil as Student]);
    const teacherid = teachers[1]?.userid;
    const days = (firstday: number, lastday: number) => ({
      firstday: inDays(firstday),
      lastday: inDays(lastday),
    });
    const post = (path: string, body: object): Put => ({ method: 'POST', person: admin, path, body });
    const plan = planning(classid, { weekday: 2, starttime: '08:00' });
    const term = { _id: newId(), name: 'This term', ...days(0, 34), createdat: 0 };
    await school.records(async (db) => {
      await db.insertInto('terms').values(term).execute();
      // Places are given to addresses that are proved.
      const proved = db.updateTable('users').set({ emailverified: 1 });
      await proved.where('_id', '=', pupil?.userid ?? '').execute();
    });
    const closing = post('/closures', { name: 'Flood', ...days(8, 8), roomid: null, teacherid });
    const next = { name: 'Next term', ...days(42, 76), offeruntil: inDays(7), places: 'renew' };
    const copying = post(`/terms/${term._id}/copy`, next);
    /** The teacher is away on the day of the third lesson, which is cancelled. */
    const away = async () => {
      const { _id: lessonid } = await school.records((db) =>
        db
          .selectFrom('lessons')
          .select('_id')
          .where('classid', '=', classid)
          .where('day', '=', inDays(15))
          .executeTakeFirstOrThrow(),
      );
      const lessons = [{ lessonid, do: 'cancel' }];
      return post(`/teachers/${teacherid}/away`, { ...days(15, 15), lessons });
    };

    /**
     * How often what each call writes is there: the closed lesson, the copied class with its lessons and the
     * pupil's place in it, and what the pupil was told.
     */
    const written = () =>
      school.records(async (db) => {
        const lessons = db.selectFrom('lessons').innerJoin('classes', 'classes._id', 'lessons.classid');
        const closed = lessons.where('classid', '=', classid).where('closureid', 'is not', null);
        const copied = lessons.where('copyof', '=', classid);
        const { email } = await db
          .selectFrom('users')
          .select('email')
          .where('_id', '=', pupil?.userid ?? '')
          .executeTakeFirstOrThrow();
        const mails = await db.selectFrom('mails').select('kind').where('recipient', '=', email).execute();
        return {
          closures: (await db.selectFrom('closures').select('_id').execute()).length,
          closed: (await closed.select('state').execute()).map(({ state }) => state),
          copies: (await db.selectFrom('classes').select('_id').where('copyof', '=', classid).execute())
            .length,
          renewed: (
            await db
              .selectFrom('enrolments')
              .innerJoin('classes', 'classes._id', 'enrolments.classid')
              .select('enrolments._id')
              .where('copyof', '=', classid)
              .execute()
          ).length,
          copied: (await copied.select('day').orderBy('day').execute()).map(({ day }) => day),
          changes: mails.filter(({ kind: about }) => about === 'lessons-changed').length,
          offers: mails.filter(({ kind: about }) => about === 'next-term').length,
        };
      });
    const before = { closures: 0, closed: [], copies: 0, renewed: 0, copied: [], changes: 1, offers: 0 };
    const closed = { ...before, closures: 1, closed: ['cancelled'], changes: 2 };
    const copied = { ...closed, copies: 1, renewed: 1, copied: [43, 50, 57, 64, 71].map(inDays), offers: 1 };
    const gone = { ...copied, closures: 2, closed: ['cancelled', 'cancelled'], changes: 3 };
    const kills: [TimetableCheckpoint, Put | (() => Promise<Put>), object][] = [
      ['closure-told', closing, before],
      ['closure-committed', closing, closed],
      ['copies-told', copying, closed],
      ['copies-committed', copying, copied],
      ['away-written', away, copied],
      ['away-told', away, copied],
      ['away-committed', away, gone],
    ];
    for (const [point, made, expected] of kills) {
      const call = typeof made === 'function' ? await made() : made;
      const running = await school.start({ workers: false, crash: { at: point, nth: 1 } });
      if (expected === before) expect(await put(running.url, plan)).toMatchObject({ status: 200 });
      expect(await put(running.url, call), point).toBeUndefined();
      await running.exited;
      expect(await written(), point).toEqual(expected);
    }
    // The others plan on that day.
    await school.records((db) => db.deleteFrom('closures').execute());
    report({
      [`kills while closing days, copying a term and being away on ${kind}`]: kills.length,
      'half of them': 0,
    });
  });

  test('of 200 who plan, move and put substitutes in at once nobody gets a room, a teacher or a learner whom another has', async () => {
    const learners = await school.records((db) => addStudents(db, LEARNERS));
    const classes: string[] = [];
    for (let n = 0; n < CLASSES; n++) {
      const pupils = [learners[n % LEARNERS], learners[(n * 3 + 1) % LEARNERS]] as Student[];
      classes.push(await addTaught(n, pupils.slice(0, 1 + (n % 2))));
    }
    const starttime = (turn: number) => `${15 + (turn % 4)}:${turn % 2 ? '30' : '00'}`;
    const roomid = (turn: number) => rooms[turn % (2 * ROOMS)] ?? null;
    const plan = (turn: number) => {
      const one = (by: number) => ({
        ...{
          weekday: 1 + (Math.floor(turn / by) % 5),
          starttime: starttime(turn),
          roomid: roomid(turn * by),
        },
      });
      return planning(classes[turn % CLASSES] ?? '', one(1), one(7));
    };
    let starts = await startAll();
    const rush = (calls: readonly Put[]) => rushOf(starts, calls);
    await rush(classes.map((_, turn) => plan(turn)));
    for (const { stop } of starts) await stop();
    const lessons = await school.records((db) =>
      db.selectFrom('lessons').select('_id').where('classid', 'in', classes).orderBy('_id').execute(),
    );
    const change = (turn: number): Put => {
      const lesson = { person: admin, path: `/lessons/${lessons[(turn * 7) % lessons.length]?._id}` };
      if (turn % 3 === 1) return { ...lesson, body: { teacherid: teachers[turn % TEACHERS]?.userid } };
      const body = { day: inDays(turn % 33), starttime: starttime(turn), minutes: 60, roomid: roomid(turn) };
      return { ...lesson, body };
    };
    starts = await startAll();
    const replies = await rush(
      Array.from({ length: RIVALS }, (_, turn) => (turn % 3 === 0 ? plan(turn + 1) : change(turn))),
    );
    for (const { stop } of starts) await stop();
    const outcomes = Map.groupBy(replies, (reply) => reply?.code ?? String(reply?.status));
    const known = ['200', 'room-taken', 'teacher-taken', 'learner-clash'];
    // A lesson may be taken out of its plan by the one, and moved by the other.
    const others = [...outcomes.keys()].filter(
      (outcome) => ![...known, 'lesson-not-found'].includes(outcome),
    );
    expect(others).toEqual([]);
    for (const outcome of known) expect(outcomes.get(outcome)?.length ?? 0, outcome).toBeGreaterThan(0);
    const overlaps = await school.records(findOverlappingLessons);
    const deadlocks = kind === 'postgres' ? await school.records(countDeadlocks) : 0;
    report({
      [`plans, moves and substitutes at once on ${kind}`]: RIVALS,
      'lessons that overlap': overlaps.length,
      deadlocks,
    });
    expect(overlaps).toEqual([]);
    expect(deadlocks).toBe(0);
  });

  test('of 100 who enrol while classes are planned and moved to the same time nobody is in two lessons at once who has not said so', async () => {
    const learners = await school.records((db) => addStudents(db, MANY));
    // Of nobody, so that nothing but learners stands in the way.
    const classes = await school.records((db) =>
      Promise.all(Array.from({ length: 2 * TEACHERS }, () => addClass(db, MANY))),
    );
    const free = classes.filter((_, n) => n % 2 === 0);
    await school.records(async (db) => {
      // Some are in two classes that do not meet yet, so that plans meet learners however slowly others
      // enrol.
      for (const [n, { userid }] of learners.slice(0, 4).entries())
        for (const classid of [classes[n], classes[n + TEACHERS]])
          if (classid) await takeClass(db, { classid, learnerid: await learnerOf(db, userid) });
      await db.updateTable('classes').set({ price: 0 }).where('_id', 'in', free).execute();
    });
    // Of the four times there are, so that most classes of a learner meet when another does.
    const time = (turn: number) => ({ weekday: 6 + (turn % 2), starttime: turn % 4 < 2 ? '10:00' : '10:30' });
    const plan = (turn: number) => planning(classes[turn % classes.length] ?? '', time(Math.floor(turn / 7)));
    const enrol = (turn: number): Put => {
      const classid = classes[(turn * 5) % classes.length] ?? '';
      const person = learners[turn % MANY] as Student;
      return free.includes(classid)
        ? { method: 'POST', person, path: `/enrol/${classid}`, body: {} }
        : { method: 'POST', person, path: '/create-payment-intent', body: { classid, price: 60 } };
    };
    const starts = await startAll({ ENROLMENT_PRICE: 'class' });
    await rushOf(
      starts,
      classes.map((_, turn) => plan(turn)),
    );
    const answers = await Promise.all(
      classes.map((classid) => fetch(`${starts[0]?.url}/api/class/${classid}/lessons`)),
    );
    const lessons = (await Promise.all(answers.map((answer) => answer.json()))).flat() as { _id: string }[];
    const move = (turn: number): Put => {
      const { weekday, starttime } = time(turn);
      const body = { day: inDays(7 * (turn % 5) + weekday - 1), starttime, minutes: 60 };
      return { person: admin, path: `/lessons/${lessons[(turn * 7) % lessons.length]?._id}`, body };
    };
    const ways = { enrol, plan, move };
    const order = ['enrol', 'plan', 'enrol', 'move'] as const;
    const turns = Array.from({ length: ENROLLING }, (_, turn) => order[turn % order.length] ?? 'enrol');
    const replies = await rushOf(
      starts,
      turns.map((way, turn) => ways[way](Math.floor(turn / (way === 'enrol' ? 2 : order.length)))),
    );
    for (const { stop } of starts) await stop();
    const outcomesOf = (way: keyof typeof ways) =>
      new Set(
        replies.filter((_, turn) => turns[turn] === way).map((reply) => reply?.code ?? String(reply?.status)),
      );
    for (const way of ['enrol', 'plan', 'move'] as const)
      expect([...outcomesOf(way)], way).toEqual(expect.arrayContaining(['200', 'learner-clash']));
    const others = replies.filter(
      (reply) => reply?.status !== 200 && !(reply && reply.status < 500 && (reply.code ?? '') in errors),
    );
    expect(others).toEqual([]);
    expect(await school.records((db) => db.selectFrom('confirmedclashes').selectAll().execute())).toEqual([]);
    const overlaps = await school.records(findOverlappingLessons);
    const deadlocks = kind === 'postgres' ? await school.records(countDeadlocks) : 0;
    report({
      [`enrolments, plans and moves at once on ${kind}`]: ENROLLING,
      'lessons that overlap': overlaps.length,
      deadlocks,
    });
    expect(overlaps).toEqual([]);
    expect(deadlocks).toBe(0);
  });

  /** All at once, each call at one of the processes. */
  const rushOf = (starts: readonly { url: string }[], calls: readonly Put[]) =>
    Promise.all(calls.map((call, turn) => putUntilAnswered(starts[turn % starts.length]?.url ?? '', call)));

  /** An embedded database is one process's alone; the other serves two. */
  const startAll = async (env: Record<string, string> = {}) => [
    await school.start({ env, workers: false }),
    ...(kind === 'postgres' ? [await school.start({ env, workers: false, port: await freePort() })] : []),
  ];
}
