import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import { killedOn } from '#proof/long.ts';
import { newId } from '#server/database/ids.ts';
import type { Checkpoint } from '#server/features/index.ts';
import { type CardsServer, openCardsServer } from '#tests/support/cards-server.ts';
import {
  addParents,
  type FaultySchool,
  makeFaultySchool,
  type Student,
} from '#tests/support/faulty-school.ts';

/* Invoices are overdue; the processes that look at them die at each of their steps, one after the other. */

const FAMILIES = 4;
/** Mails about money wait for nine in the morning, whatever the hour at which this is run. */
const untilNoon = (now: number) => new Date(now).setUTCHours(12, 0, 0, 0) - now;
/** Longer than a process has an account for itself. */
const LEASE_MS = 60_000;
const WORK_MS = 8000;
const DEATHS = ['inside-debts', 'debts-looked-at'] as const;

/** A port that no process listens on. */
const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

describe.each(killedOn(['postgres', 2], ['sqlite', 1]))('on %s with %i processes', (kind, processes) => {
  let cards: CardsServer;
  let school: FaultySchool;
  let families: Student[];
  beforeAll(async () => {
    cards = await openCardsServer();
    cards.clock.offset = untilNoon(Date.now());
    school = await makeFaultySchool(kind, cards);
    const now = Date.now() + cards.clock.offset;
    const today = new Date(now).toISOString().slice(0, 10);
    await school.records(async (db) => {
      families = await addParents(db, FAMILIES, 1);
      await db
        .insertInto('billingsettings')
        .values({
          ...{ _id: 'school', dueafterdays: 14, latefee: 500, latefeeafterdays: 7, latefeesince: 0 },
          ...{
            taxrate: 0,
            taxnumber: null,
            invoicetext: null,
            iban: null,
            bic: null,
            holder: null,
            version: 1,
          },
        })
        .onConflict((c) =>
          c.column('_id').doUpdateSet({ latefee: 500, latefeeafterdays: 7, latefeesince: 0 }),
        )
        .execute();
      // Of one the mail is to be written, of the other the fee that it announced is to fall.
      for (const [at, { userid }] of families.entries())
        for (const isTold of [false, true]) {
          const [chargeid, invoiceid] = [newId(now), newId(now)];
          const of = { userid, currency: 'usd', createdat: now };
          const dueday = addDays(today, isTold ? -10 : -1);
          const charge = { _id: chargeid, kind: 'fee' as const, label: 'Exam', amount: 2500, day: dueday };
          await db
            .insertInto('charges')
            .values({ ...of, ...charge, key: chargeid })
            .execute();
          await db
            .insertInto('invoices')
            .values({
              ...{
                ...of,
                _id: invoiceid,
                number: `2020-${at}${Number(isTold)}`,
                kind: 'invoice',
                state: 'issued',
              },
              ...{ issuedday: addDays(dueday, -14), dueday, total: 2500, printed: '{}' },
            })
            .execute();
          await db
            .insertInto('invoicelines')
            .values({ _id: newId(now), invoiceid, chargeid, stands: 1 })
            .execute();
          if (isTold) {
            const announced = now - 8 * 24 * 60 * 60_000;
            const notice = {
              overdueat: announced,
              announcedat: announced,
              fee: 500,
              feeday: addDays(today, -1),
            };
            await db
              .insertInto('duenotices')
              .values({ invoiceid, ...notice })
              .execute();
          }
        }
      await db
        .insertInto('openaccounts')
        .values(families.map(({ userid }) => ({ userid, workat: now })))
        .execute();
    });
  });
  afterAll(async () => {
    await cards.close();
    school.remove();
  });

  const start = async (at?: Checkpoint) => {
    const crash = at && { at, nth: 1 };
    const others = processes === 1 ? [] : [{ port: await freePort() }];
    return Promise.all([{}, ...others].map((more) => school.start({ ...more, ...(crash && { crash }) })));
  };

  test('each overdue invoice has one mail and each announced fee falls once', async () => {
    for (const at of DEATHS) {
      const running = await start(at);
      await Promise.race(running.map(({ exited }) => exited));
      for (const one of running) await one.kill();
      cards.clock.offset += LEASE_MS;
    }
    const last = await start();
    // What is left of it takes a moment.
    await new Promise((resolve) => setTimeout(resolve, WORK_MS));
    for (const one of last) await one.stop();

    await school.records(async (db) => {
      const fees = await db
        .selectFrom('charges')
        .select(['userid', 'amount'])
        .where('kind', '=', 'latefee')
        .execute();
      expect(fees.map(({ amount }) => amount)).toEqual(Array(FAMILIES).fill(500));
      expect(fees.map(({ userid }) => userid).sort()).toEqual(families.map(({ userid }) => userid).sort());
      const mails = await db
        .selectFrom('mails')
        .select('ref')
        .where('kind', '=', 'invoice-overdue')
        .execute();
      expect(mails).toHaveLength(FAMILIES);
      expect(new Set(mails.map(({ ref }) => ref)).size).toBe(FAMILIES);
    });
  });
});
