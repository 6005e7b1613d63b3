import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WISHERS_FIRST_MS } from '#contract/wishes/calls.ts';
import { killedOn } from '#proof/long.ts';
import { newId } from '#server/database/ids.ts';
import type { Checkpoint } from '#server/features/index.ts';
import { type CardsServer, openCardsServer } from '#tests/support/cards-server.ts';
import {
  addClass,
  addStudents,
  type FaultySchool,
  makeFaultySchool,
  type Student,
} from '#tests/support/faulty-school.ts';
import { findDifferences } from '#tests/support/reconcile.ts';
import { addLesson } from '#tests/support/timetable.ts';

/*
 * Twelve families wish for a cello class of three places. It is made of their wishes and approved, or they are
 * invited to it, and one of them pays; the process is killed inside of each step. Places are held in the order of
 * the wishes, for three days, and each family has one mail.
 */

const FAMILIES = 12;
const SEATS = 3;
const PRICE = 60;
const DAY_MS = 24 * 60 * 60_000;
const REACH_MS = 20_000;
/** Within this each job has run. */
const JOBS_MS = 8000;

describe.each(killedOn('sqlite', 'postgres'))('on %s', (kind) => {
  let cards: CardsServer;
  let school: FaultySchool;
  let admin: Student;
  let families: Student[];
  let cello: string;

  beforeAll(async () => {
    cards = await openCardsServer();
    school = await makeFaultySchool(kind, cards);
    const first = await school.start();
    await first.stop();
    cello = newId();
    await school.records(async (db) => {
      admin = (await addStudents(db, 1, 'admin'))[0] as Student;
      families = await addStudents(db, FAMILIES);
      await db.updateTable('users').set({ emailverified: 1 }).execute();
      await db
        .updateTable('school')
        .set({ enrolmentprice: PRICE * 100 })
        .execute();
      const instrument = { _id: cello, name: 'Cello', image: '/art/zither.webp', createdat: 0 };
      await db.insertInto('instruments').values(instrument).execute();
    });
  });
  afterAll(async () => {
    await cards.close();
    school.remove();
  });

  /** The families wish in their order, and there is a class that fits: pending, or approved. */
  const prepare = (status: 'pending' | 'approved') =>
    school.records(async (db) => {
      const now = Date.now() + cards.clock.offset;
      for (const table of ['wishes', 'waitlist'] as const) await db.deleteFrom(table).execute();
      for (const [at, { userid }] of families.entries()) {
        const learner = db.selectFrom('learners').select('_id').where('userid', '=', userid);
        const { _id: learnerid } = await learner.executeTakeFirstOrThrow();
        const _id = newId(now - FAMILIES + at);
        const wish = { _id, learnerid, instrumentid: cello, level: null, group: null };
        await db
          .insertInto('wishes')
          .values({ ...wish, createdat: now - FAMILIES + at, endsat: now + 90 * DAY_MS })
          .execute();
        const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ wishid: _id, weekday, hour: 16 }));
        await db.insertInto('wishhours').values(hours).execute();
      }
      const classid = await addClass(db, SEATS);
      const made = { status, wishesuntil: status === 'pending' ? 0 : null };
      const teacher = { instructorid: admin.userid };
      await db
        .updateTable('classes')
        .set({ ...made, ...teacher })
        .where('_id', '=', classid)
        .execute();
      await db.insertInto('classinstruments').values({ classid, instrumentid: cello }).execute();
      const day = new Date(now + 30 * DAY_MS).toISOString().slice(0, 10);
      const { timezone } = await db.selectFrom('school').select('timezone').executeTakeFirstOrThrow();
      await addLesson(db, { classid, day, zone: timezone ?? 'UTC' });
      return classid;
    });

  /** By the order of the families: whose place is held, and who was told of one. */
  const lookAt = (classid: string) =>
    school.records(async (db) => {
      const entries = await db
        .selectFrom('waitlist')
        .innerJoin('learners', 'learners._id', 'waitlist.learnerid')
        .select(['learners.userid', 'offeruntil'])
        .where('classid', '=', classid)
        .where('offeruntil', 'is not', null)
        .execute();
      const mails = await db
        .selectFrom('mails')
        .innerJoin('waitlist', 'waitlist._id', 'mails.ref')
        .select('recipient')
        .where('mails.kind', '=', 'wish-offered')
        .where('waitlist.classid', '=', classid)
        .execute();
      const course = db.selectFrom('classes').selectAll().where('_id', '=', classid);
      const { availableseat, heldseats, enrolledstudents } = await course.executeTakeFirstOrThrow();
      const orderOf = (is: (one: Student) => number) => families.map(is).join('');
      return {
        held: orderOf(({ userid }) => entries.filter((one) => one.userid === userid).length),
        told: orderOf(({ email }) => mails.filter(({ recipient }) => recipient === email).length),
        until: new Set(entries.map(({ offeruntil }) => offeruntil)).size,
        seats: [availableseat, heldseats, enrolledstudents],
      };
    });

  type Call = readonly [method: string, path: string, body: object];
  const ask = (url: string, [method, path, body]: Call, by = admin) =>
    school.call(url, by, path, body, method);

  async function killAt(at: Checkpoint, nth: number, work: (url: string) => Promise<unknown>) {
    const running = await school.start({ crash: { at, nth } });
    const asked = work(running.url).catch(() => undefined);
    const waited = new Promise((resolve) => setTimeout(resolve, REACH_MS, 'alive'));
    const end = await Promise.race([running.exited, waited]);
    await running.kill();
    await asked;
    expect(end, `${at} was never reached`).toBe('SIGKILL');
  }

  /** Lets a process that is not killed do what is due. */
  async function finish(work: (url: string) => Promise<unknown>) {
    const running = await school.start();
    await work(running.url);
    await running.stop();
  }

  async function buy(url: string, family: Student, classid: string) {
    const opened = await ask(url, ['POST', '/create-payment-intent', { classid, price: PRICE }], family);
    const clientSecret = opened?.body.clientSecret;
    if (!clientSecret) return;
    const { id } = await cards.confirm(clientSecret);
    await ask(
      url,
      ['POST', `/payments/${classid}`, { email: family.email, transactionId: id, price: PRICE }],
      family,
    );
  }

  const FIRST = '111000000000';

  test.each([
    ['made of the wishes and approved', 'pending'],
    ['to which the families are invited', 'approved'],
  ] as const)(
    'places of a class %s are held and told of once, in the order of the wishes',
    async (_how, status) => {
      const classid = await prepare(status);
      const call: Call =
        status === 'pending'
          ? ['PUT', `/class/approved/${classid}`, {}]
          : ['POST', '/wishes/invite', { classid }];
      await killAt('inside-offering', 1, (url) => ask(url, call));
      expect(await lookAt(classid)).toMatchObject({ held: '000000000000', seats: [SEATS, 0, 0] });
      await finish((url) => ask(url, call));
      const asked = { held: FIRST, told: FIRST, until: 1, seats: [0, SEATS, 0] };
      expect(await lookAt(classid)).toEqual(asked);
      // Asked again it holds no more.
      await finish((url) => ask(url, call));
      expect(await lookAt(classid)).toEqual(asked);

      // The second one pays, and the process dies over it.
      const [, second] = families as [Student, Student];
      for (const at of ['hold-committed', 'inside-enrolment'] as const)
        await killAt(at, 1, (url) => buy(url, second, classid));
      await finish((url) => buy(url, second, classid));
      expect(await lookAt(classid)).toMatchObject({ told: FIRST, seats: [0, 2, 1] });

      // Until the last minute of the three days the others are held, and then they are for everyone.
      cards.clock.offset += WISHERS_FIRST_MS - 10 * 60_000;
      await finish(() => new Promise((resolve) => setTimeout(resolve, JOBS_MS)));
      expect(await lookAt(classid)).toMatchObject({ told: FIRST, seats: [0, 2, 1] });
      cards.clock.offset += 20 * 60_000;
      await finish(() => new Promise((resolve) => setTimeout(resolve, JOBS_MS)));
      expect(await lookAt(classid)).toMatchObject({ told: FIRST, seats: [2, 0, 1] });
      expect(await school.records((db) => findDifferences(db, cards.db))).toEqual([]);
    },
  );
});
