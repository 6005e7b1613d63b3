import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { killedOn } from '#proof/long.ts';
import type { Checkpoint } from '#server/features/orders/payments.ts';
import { type CardsServer, openCardsServer } from '#tests/support/cards-server.ts';
import {
  addClass,
  addParents,
  addStudents,
  type FaultySchool,
  makeFaultySchool,
  type Student,
} from '#tests/support/faulty-school.ts';

/*
 * The office gives three places of two families at once, while one of them is being paid for online, and the
 * process is killed at each step.
 */

/** The points, in their order, at which the process dies. */
const POINTS: readonly Checkpoint[] = [
  'marked-expiring',
  'intent-cancelled',
  'inside-enrolment',
  'several-committed',
];
const HOUR_MS = 60 * 60_000;
const REACH_MS = 4000;
const SEATS = 5;

type Round = { classid: string; lees: Student; kims: Student };

describe.each(killedOn('sqlite', 'postgres'))('on %s', (kind) => {
  let cards: CardsServer;
  let school: FaultySchool;
  let office: Student;
  beforeAll(async () => {
    cards = await openCardsServer();
    school = await makeFaultySchool(kind, cards);
    office = await school.records(async (db) => {
      const [someone] = await addStudents(db, 1);
      await db.updateTable('users').set({ role: 'office' }).execute();
      return someone as Student;
    });
  });
  afterAll(async () => {
    await cards.close();
    school.remove();
  });

  const itemsOf = ({ classid, lees, kims }: Round) => [
    { classid, learnerid: lees.children[0], pay: 'cash' },
    { classid, learnerid: lees.children[1], pay: 'due' },
    { classid, learnerid: kims.children[0], pay: 'transfer' },
  ];
  const enrol = (url: string, round: Round) =>
    school.call(url, office, '/enrolments', { items: itemsOf(round), mode: 'all' });

  test('all places are given once or none is, and each family is told once, whatever point the process dies at', async () => {
    const rounds = await school.records(async (db) => {
      const added: Round[] = [];
      for (const _ of POINTS) {
        const [lees, kims] = await addParents(db, 2, 2);
        added.push({ classid: await addClass(db, SEATS), lees: lees as Student, kims: kims as Student });
      }
      // The desk gives nothing to an address that is not proved.
      await db.updateTable('users').set({ emailverified: 1 }).execute();
      return added;
    });
    const shop = await school.start();
    for (const { classid, lees } of rounds) {
      const begun = { classid, learnerid: lees.children[0], price: 60 };
      expect((await school.call(shop.url, lees, '/create-payment-intent', begun))?.status).toBe(200);
    }
    await shop.stop();

    for (const [turn, at] of POINTS.entries()) {
      const round = rounds[turn] as Round;
      const running = await school.start({ workers: false, crash: { at, nth: 1 } });
      expect(await enrol(running.url, round), at).toBeUndefined();
      expect(await running.exited, at).toBe('SIGKILL');
      await school.records(async (db) => {
        const given = db.selectFrom('enrolments').select('_id').where('classid', '=', round.classid);
        expect(await given.execute(), at).toHaveLength(at === 'several-committed' ? 3 : 0);
      });
    }
    // What was left half done is due to be gone on with after an hour.
    cards.clock.offset += HOUR_MS;
    const running = await school.start();
    for (const round of rounds) {
      // The desk asks again, and once more.
      for (const _ of [1, 2]) expect((await enrol(running.url, round))?.status).toBe(200);
    }
    await new Promise((resolve) => setTimeout(resolve, REACH_MS));
    await running.stop();

    const intents = await cards.db.selectFrom('cards_intents').select('status').execute();
    expect(intents.map(({ status }) => status)).toEqual(POINTS.map(() => 'canceled'));
    await school.records(async (db) => {
      for (const [turn, at] of POINTS.entries()) {
        const { classid, lees, kims } = rounds[turn] as Round;
        const enrolments = await db
          .selectFrom('enrolments')
          .innerJoin('orders', 'orders._id', 'enrolments._id')
          .select(['enrolments.learnerid', 'orders.paidby', 'orders.state'])
          .where('enrolments.classid', '=', classid)
          .execute();
        const expected = itemsOf({ classid, lees, kims }).map(({ learnerid, pay }) => ({
          learnerid,
          paidby: pay,
          state: 'enrolled',
        }));
        expect(new Set(enrolments), at).toEqual(new Set(expected));
        const moved = await db
          .selectFrom('ledger')
          .innerJoin('orders', 'orders._id', 'ledger.orderid')
          .select(['ledger.kind', 'ledger.amount'])
          .where('orders.classid', '=', classid)
          .orderBy('ledger.kind')
          .execute();
        expect(moved, at).toEqual([
          { kind: 'cash', amount: 6000 },
          { kind: 'transfer', amount: 6000 },
        ]);
        const seats = await db
          .selectFrom('classes')
          .select(['availableseat', 'heldseats', 'enrolledstudents'])
          .where('_id', '=', classid)
          .executeTakeFirstOrThrow();
        expect(seats, at).toEqual({ availableseat: SEATS - 3, heldseats: 0, enrolledstudents: 3 });
        for (const { email } of [lees, kims]) {
          const told = await db.selectFrom('mails').select('kind').where('recipient', '=', email).execute();
          expect(told, `${at}: ${email}`).toEqual([{ kind: 'enrolled' }]);
        }
      }
    });
  });
});
