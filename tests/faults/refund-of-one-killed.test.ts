import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { killedOn } from '#proof/long.ts';
import type { Checkpoint } from '#server/features/orders/payments.ts';
import { type CardsServer, openCardsServer } from '#tests/support/cards-server.ts';
import {
  addClass,
  addStudents,
  type FaultySchool,
  makeFaultySchool,
  type Student,
} from '#tests/support/faulty-school.ts';

/*
 * One place of five that were paid together is cancelled, and the process is killed at each step of its
 * refund.
 */

const POINTS: Checkpoint[] = [
  'returns-read',
  'inside-returns',
  'refund-amount-kept',
  'refund-made',
  'returns-committed',
];
const HOUR_MS = 60 * 60_000;
const REACH_MS = 4000;
const PLACES = 5;

type Family = { parent: Student; transactionId: string; enrolment: string };

describe.each(killedOn('sqlite', 'postgres'))('on %s', (kind) => {
  let cards: CardsServer;
  let school: FaultySchool;
  beforeAll(async () => {
    cards = await openCardsServer();
    school = await makeFaultySchool(kind, cards);
  });
  afterAll(async () => {
    await cards.close();
    school.remove();
  });

  /** Parents who each paid for five places at once, and of one of them the enrolment. */
  async function payForFive(parents: readonly Student[], classes: readonly string[]): Promise<Family[]> {
    const running = await school.start();
    const families: Family[] = [];
    for (const parent of parents) {
      const post = (path: string, body: object) => school.call(running.url, parent, path, body);
      const opened = await post('/checkout', { items: classes.map((classid) => ({ classid })) });
      const { id: transactionId } = await cards.confirm(opened?.body.clientSecret ?? '');
      const paid = { email: parent.email, transactionId, price: 60 * PLACES };
      const recorded = await post(`/payments/${classes[0]}`, paid);
      families.push({ parent, transactionId, enrolment: recorded?.body.result?.insertedId ?? '' });
    }
    await cards.delivered();
    await running.stop();
    return families;
  }

  const cancel = (url: string, { parent, enrolment }: Family) =>
    school.call(url, parent, `/enrolments/${enrolment}/cancel`, {});

  async function killAt(at: Checkpoint, family: Family) {
    const running = await school.start({ crash: { at, nth: 1 } });
    await cancel(running.url, family);
    const waited = new Promise((resolve) => setTimeout(resolve, REACH_MS, 'alive'));
    const end = await Promise.race([running.exited, waited]);
    await running.kill();
    return end;
  }

  test('it goes back once, and the other four stand, whatever point the process dies at', async () => {
    const { classes, parents } = await school.records(async (db) => ({
      classes: await Promise.all(Array.from({ length: PLACES }, () => addClass(db, 100))),
      parents: await addStudents(db, POINTS.length),
    }));
    const families = await payForFive(parents, classes);
    for (const [at, point] of POINTS.entries())
      expect(await killAt(point, families[at] as Family), point).toBe('SIGKILL');
    for (const _ of [1, 2]) {
      cards.clock.offset += HOUR_MS;
      const running = await school.start();
      // Of a call that died before it was heard nothing is left: it is made again.
      for (const family of families) await cancel(running.url, family);
      await cards.delivered();
      await running.stop();
    }
    const refunds = await cards.db.selectFrom('cards_refunds').selectAll().execute();
    const orders = await school.records((db) => db.selectFrom('orders').selectAll().execute());
    const ledger = await school.records((db) => db.selectFrom('ledger').selectAll().execute());
    expect(ledger.filter(({ kind: moved }) => moved === 'refund')).toHaveLength(families.length);
    for (const { transactionId, enrolment } of families) {
      const sent = refunds.filter(({ intentid }) => intentid === transactionId);
      expect(sent.map(({ amount, metadata }) => [amount, JSON.parse(metadata)])).toEqual([
        [6000, { order: enrolment }],
      ]);
      const paid = orders.filter(({ intentid }) => intentid === transactionId);
      expect(paid.map(({ _id, state }) => [_id === enrolment, state]).sort()).toEqual(
        [[true, 'refunded'], ...Array(PLACES - 1).fill([false, 'enrolled'])].sort(),
      );
    }
  });
});
