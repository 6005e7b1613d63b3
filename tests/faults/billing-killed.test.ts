import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import { killedOn } from '#proof/long.ts';
import type { Checkpoint } from '#server/features/index.ts';
import { type CardsServer, openCardsServer } from '#tests/support/cards-server.ts';
import {
  addClass,
  addParents,
  addStudents,
  type FaultySchool,
  makeFaultySchool,
  type Student,
} from '#tests/support/faulty-school.ts';
import { addLesson } from '#tests/support/timetable.ts';

/* A run is asked for once; the processes that work on it die at each of its steps, one after the other. */

const FAMILIES = 3;
const LESSONS = 2;
const PRICE = 1200;
/** Longer than a process has a run for itself. */
const LEASE_MS = 60_000;
const WORK_MS = 5000;
const DEATHS = ['inside-billing', 'class-billed', 'inside-invoicing', 'family-invoiced'] as const;

/** A port that no process listens on. */
const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

const KINDS = killedOn(['postgres', 2], ['postgres', 1], ['sqlite', 1]);

describe.each(KINDS)('on %s with %i processes', (kind, processes) => {
  let cards: CardsServer;
  let school: FaultySchool;
  let admin: Student;
  let families: Student[];
  let period: { from: string; to: string };
  beforeAll(async () => {
    cards = await openCardsServer();
    school = await makeFaultySchool(kind, cards);
    const today = new Date().toISOString().slice(0, 10);
    period = { from: addDays(today, 2), to: addDays(today, 30) };
    const classids = await school.records(async (db) => {
      [admin] = (await addStudents(db, 1)) as [Student];
      await db.updateTable('users').set({ role: 'admin' }).where('email', '=', admin.email).execute();
      families = await addParents(db, FAMILIES, 1);
      await db.updateTable('users').set({ emailverified: 1 }).execute();
      const ids = [await addClass(db, FAMILIES, PRICE), await addClass(db, FAMILIES, PRICE)];
      await db.updateTable('classes').set({ billing: 'month' }).where('_id', 'in', ids).execute();
      return ids;
    });
    const first = await school.start({ env: { ENROLMENT_PRICE: 'class' } });
    for (const { children } of families)
      for (const classid of classids) {
        const body = { classid, learnerid: children[0], pay: 'due' };
        const given = await school.call(first.url, admin, '/enrolments', body);
        expect(given?.status, given?.body.code).toBe(200);
      }
    await first.stop();
    await school.records(async (db) => {
      for (const [at, classid] of classids.entries())
        for (let lesson = 0; lesson < LESSONS; lesson++)
          await addLesson(db, { classid, day: addDays(today, 3 + lesson), starttime: `1${at}:00` });
    });
  });
  afterAll(async () => {
    await cards.close();
    school.remove();
  });

  const start = async (at?: Checkpoint) => {
    const env = { ENROLMENT_PRICE: 'class' };
    const crash = at && { at, nth: 1 };
    const others = processes === 1 ? [] : [{ port: await freePort() }];
    return Promise.all(
      [{}, ...others].map((more) => school.start({ env, ...more, ...(crash && { crash }) })),
    );
  };

  test('each learner and class is charged once, and each family gets one invoice and one mail', async () => {
    let isAsked = false;
    for (const at of DEATHS) {
      const running = await start(at);
      if (!isAsked) await school.call(running[0]?.url ?? '', admin, '/billing', { period });
      isAsked = true;
      await Promise.race(running.map(({ exited }) => exited));
      for (const one of running) await one.kill();
      cards.clock.offset += LEASE_MS;
    }
    const last = await start();
    // What is left of it takes a moment.
    await new Promise((resolve) => setTimeout(resolve, WORK_MS));
    for (const one of last) await one.stop();

    await school.records(async (db) => {
      const runs = await db.selectFrom('billingruns').selectAll().execute();
      expect(runs).toMatchObject([{ workat: null, charges: 2 * FAMILIES, invoices: FAMILIES }]);
      const charges = await db.selectFrom('charges').select(['userid', 'amount']).execute();
      expect(charges.map(({ amount }) => amount)).toEqual(Array(2 * FAMILIES).fill(LESSONS * PRICE));
      const invoices = await db.selectFrom('invoices').select(['_id', 'userid', 'total']).execute();
      expect(invoices.map(({ userid }) => userid).sort()).toEqual(
        families.map(({ userid }) => userid).sort(),
      );
      expect(new Set(invoices.map(({ total }) => total))).toEqual(new Set([2 * LESSONS * PRICE]));
      const mails = await db.selectFrom('mails').select('ref').where('kind', '=', 'invoice').execute();
      expect(mails.map(({ ref }) => ref).sort()).toEqual(invoices.map(({ _id }) => _id).sort());
    });
  });
});
