import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { isWrong, type Reconciliation } from '#contract/reconciliation/calls.ts';
import { checkRecords } from '#server/admin/check-records.ts';
import type { Db } from '#server/database/schema.ts';
import type { Checkpoint } from '#server/features/index.ts';
import { readStatement } from '#server/features/statement/index.ts';
import { openCardsServer } from './cards-server.ts';
import { openFaultyProxy } from './faulty-proxy.ts';
import { addStudents, makeFaultySchool, type Student } from './faulty-school.ts';
import { freePort } from './postgres.ts';
import { findUnbooked } from './reconcile.ts';

/** Longer than a process has a piece of work for itself. */
export const LEASE_MS = 61_000;
/** A process that has not died after this long never comes to where it is to die. */
const REACH_MS = 60_000;
/** Cards are tried, and mails about money go, at nine in the morning, whatever the hour at which this is run. */
const untilNoon = (now: number) => new Date(now).setUTCHours(12, 0, 0, 0) - now;

export type KilledFamilySchool = Awaited<ReturnType<typeof openKilledFamilySchool>>;

/**
 * A school whose families owe and pay, whose processes, one or several on one database, are killed again and
 * again, and whose card service may be late. Its clock begins at noon and is moved by `cards.clock.offset`.
 */
export async function openKilledFamilySchool(kind: 'sqlite' | 'postgres', processes: number) {
  const cards = await openCardsServer();
  const offset = untilNoon(Date.now());
  cards.clock.offset = offset;
  const proxy = await openFaultyProxy(cards.url);
  const school = await makeFaultySchool(kind, cards);
  const env = { STRIPE_BASE_URL: proxy.url };

  const addPeople = (count: number, role: 'student' | 'admin' = 'student') =>
    school.records(async (db) => {
      const people = await addStudents(db, count, role);
      const ids = people.map(({ userid }) => userid);
      await db.updateTable('users').set({ emailverified: 1 }).where('_id', 'in', ids).execute();
      return people;
    });
  const addAdmin = async () => (await addPeople(1, 'admin'))[0] as Student;
  const admin = await addAdmin();

  const start = async (at?: Checkpoint) => {
    const ports = [cards.hooks.port];
    while (ports.length < processes) ports.push(await freePort());
    const crash = at && { at, nth: 1 };
    return Promise.all(ports.map((port) => school.start({ env, port, ...(crash && { crash }) })));
  };

  /** Makes processes die at a point, while `work` is done; the others are killed with the first. */
  async function dieAt(at: Checkpoint, work: (url: string) => Promise<unknown> = async () => {}) {
    const running = await start(at);
    await cards.repeatEvents();
    const worked = work(running[0]?.url ?? '');
    const end = await Promise.race([
      ...running.map(({ exited }) => exited),
      sleep(REACH_MS, 'alive', { ref: false }),
    ]);
    await Promise.all(running.map(({ kill }) => kill()));
    await worked;
    expect(end, `${at} was never reached`).toBe('SIGKILL');
  }

  /** Kills processes once a call of theirs to the card service is on its way. */
  async function dieOver(call: RegExp, work: (url: string) => Promise<unknown> = async () => {}) {
    proxy.plan('late', call, 1);
    const running = await start();
    const worked = work(running[0]?.url ?? '');
    await vi.waitUntil(() => proxy.met() > 0, { timeout: REACH_MS });
    await Promise.all(running.map(({ kill }) => kill()));
    await worked;
    proxy.mend();
  }

  /** Lets processes that are not killed finish what is due, while the card service repeats itself. */
  async function finish<T>(work: (url: string) => Promise<T>): Promise<T> {
    const running = await start();
    try {
      const done = await work(running[0]?.url ?? '');
      for (const _ of [1, 2]) {
        await cards.repeatEvents();
        await cards.delivered();
      }
      for (const { stop } of running) await stop();
      return done;
    } finally {
      // Of a test that has failed none stays.
      await Promise.all(running.map(({ kill }) => kill()));
    }
  }

  /** Lets calls be answered while no worker looks at anything. */
  async function answer<T>(work: (url: string) => Promise<T>): Promise<T> {
    const running = await school.start({ env, workers: false });
    const done = await work(running.url);
    await running.kill();
    return done;
  }

  const call = async (url: string, path: string, body: object, { as = admin, method = 'POST' } = {}) => {
    const answer = await school.call(url, as, path, body, method);
    expect([answer?.status, answer?.body.code], path).toEqual([200, undefined]);
    return answer?.body ?? {};
  };

  const read = async <T>(url: string, path: string, as = admin): Promise<T> => {
    const authorization = `Bearer ${await school.tokenOf(as)}`;
    const answer = await fetch(`${url}/api${path}`, { headers: { authorization } });
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as T;
  };

  let key = 0;
  return {
    ...{ cards, proxy, school, addPeople, dieAt, dieOver, answer, finish, call, read, admin },

    /** An invoice of a family over so many cents, and its id. */
    async bill(url: string, { userid }: Student, cents: number): Promise<string> {
      const fee = { userid, kind: 'fee', label: 'Exam', amount: cents / 100, day: '2020-09-01' };
      const charge = await call(url, '/charges', { ...fee, key: `bill-${++key}` });
      const invoice = await call(url, '/invoices', { userid, chargeids: [charge.insertedId] });
      return invoice.insertedId ?? '';
    },

    /** What an account owes, in cents. */
    balanceOf: async (db: Db, userid: string): Promise<number> =>
      (await readStatement(db, { userid, school: { currency: 'usd', timezone: 'UTC', locale: undefined } }))
        .balance,

    /** What is wrong with the books once all is done: the school’s, the card service’s, and between the two. */
    async audit(): Promise<string[]> {
      // One who came lately: sign-ins that are not used end.
      const auditor = await addAdmin();
      const now = Date.now() + cards.clock.offset;
      const months = [offset, cards.clock.offset].map((ahead) =>
        new Date(Date.now() + ahead).toISOString().slice(0, 7),
      );
      const wrong = await finish(async (url) => {
        const found: string[] = [];
        for (const month of new Set(months)) {
          const { lines } = await read<Reconciliation>(url, `/money?month=${month}`, auditor);
          for (const { transactionId, verdict } of lines)
            if (isWrong(verdict)) found.push(`${transactionId}: ${verdict}, says the money check.`);
        }
        return found;
      });
      return school.records(async (db) => {
        const records = { db, dialect: kind, close: async () => {} };
        const findings = await checkRecords(records, { now, hasEmbeddedCards: false });
        for (const { state, about } of findings)
          if (state === 'wrong') wrong.push(`${about}, says the doctor.`);
        for (const table of ['familypayments', 'familyrefunds', 'webhookevents', 'orders'] as const) {
          const due = await db.selectFrom(table).select('_id').where('workat', 'is not', null).execute();
          for (const { _id } of due) wrong.push(`${_id}: is still to be done in ${table}.`);
        }
        return [...wrong, ...(await findUnbooked(db, cards.db))];
      });
    },

    async close() {
      await proxy.close();
      await cards.close();
      school.remove();
    },
  };
}
