import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reconciliation } from '#contract/reconciliation/calls.ts';
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
import { report } from '#tests/support/proof.ts';
import { findDifferences, findHalves } from '#tests/support/reconcile.ts';
import { addLesson } from '#tests/support/timetable.ts';

/*
 * A family books a trial lesson that costs something and pays for it, and the process is killed at each step
 * between the place that is held and the one that is theirs. The family comes back and goes on, or has closed
 * the page.
 */

/** The points before there is anything to pay, in their order, and those after the card was charged. */
const BEFORE: readonly Checkpoint[] = ['hold-committed', 'intent-made', 'intent-saved'];
const AFTER: readonly Checkpoint[] = [
  'event-stored',
  'intent-read',
  'inside-enrolment',
  'enrolment-committed',
];
const CENTS = 1500;
const HOUR_MS = 60 * 60_000;
const MONTH_MS = 30 * 24 * HOUR_MS;
const REACH_MS = 8000;
/** Within this each job has run once. */
const JOBS_MS = 6000;

type Case = { at: Checkpoint; comesBack: boolean };
const CASES: readonly Case[] = [
  ...[...BEFORE, ...AFTER].map((at) => ({ at, comesBack: true })),
  ...[...BEFORE, ...AFTER].map((at) => ({ at, comesBack: false })),
];

type Round = Case & { classid: string; lessonid: string; parent: Student; child: string };
/** What booking comes to: the trial is booked, or is to be paid for. */
type Booked = { insertedId?: string; payment?: { clientSecret: string } };

describe.each(killedOn('sqlite', 'postgres'))('on %s', (kind) => {
  let cards: CardsServer;
  let school: FaultySchool;
  let admin: Student;

  beforeAll(async () => {
    cards = await openCardsServer();
    school = await makeFaultySchool(kind, cards);
    admin = await school.records(async (db) => {
      const [someone] = await addStudents(db, 1);
      await db.updateTable('users').set({ role: 'admin' }).execute();
      return someone as Student;
    });
  });
  afterAll(async () => {
    await cards.close();
    school.remove();
  });

  const prepare = (one: Case): Promise<Round> =>
    school.records(async (db) => {
      const [parent] = (await addParents(db, 1, 1)) as [Student];
      await db.updateTable('users').set({ emailverified: 1 }).execute();
      const startsat = Date.now() + MONTH_MS;
      const day = new Date(startsat).toISOString().slice(0, 10);
      const classid = await addClass(db, 9);
      const offered = { trialprice: CENTS, guestplaces: 1 };
      await db.updateTable('classes').set(offered).where('_id', '=', classid).execute();
      const times = { startsat, endsat: startsat + HOUR_MS };
      const { _id: lessonid } = await addLesson(db, { classid, day, ...times });
      return { ...one, classid, lessonid, parent, child: parent.children[0] as string };
    });

  async function book(url: string, { parent, child, lessonid }: Round): Promise<Booked | undefined> {
    const answer = await school.call(url, parent, '/trials', { learnerid: child, lessonid });
    return answer?.status === 200 ? (answer.body as Booked) : undefined;
  }

  /** Books the trial, pays for it where it is to be paid, and says so; gives whether the card was charged. */
  async function buy(url: string, round: Round, { isTold }: { isTold: boolean }): Promise<boolean> {
    const secret = (await book(url, round))?.payment?.clientSecret;
    if (!secret) return false;
    const { id, isPaid } = await cards.confirm(secret);
    const { parent, classid, child } = round;
    const body = { email: parent.email, learnerid: child, transactionId: id, price: CENTS / 100 };
    if (isTold) await school.call(url, parent, `/payments/${classid}`, body);
    return isPaid;
  }

  /** A family books until the process is dead; gives whether its card was charged. */
  async function killAt(round: Round): Promise<boolean> {
    const { at, comesBack } = round;
    const running = await school.start({ crash: { at, nth: 1 } });
    const isPaid = await buy(running.url, round, { isTold: comesBack });
    const waited = new Promise((resolve) => setTimeout(resolve, REACH_MS, 'alive'));
    const end = await Promise.race([running.exited, waited]);
    await running.kill();
    expect(end, `${at} was never reached`).toBe('SIGKILL');
    return isPaid;
  }

  /** Lets what is due be finished, in a process that is not killed. */
  async function finish(work: (url: string) => Promise<unknown> = async () => {}) {
    const running = await school.start();
    await work(running.url);
    await cards.delivered();
    await running.stop();
  }

  /** What the money check says of each payment of these days. */
  async function moneyCheck(url: string) {
    const authorization = `Bearer ${await school.tokenOf(admin)}`;
    const now = Date.now() + cards.clock.offset;
    const months = new Set([Date.now(), now].map((moment) => new Date(moment).toISOString().slice(0, 7)));
    const lines: Reconciliation['lines'] = [];
    for (const month of months) {
      const answer = await fetch(`${url}/api/money?month=${month}`, { headers: { authorization } });
      expect(answer.status).toBe(200);
      lines.push(...((await answer.json()) as Reconciliation).lines);
    }
    return lines;
  }

  test('what was paid is a place, once, and what was not leaves nothing, whatever point the process dies at', async () => {
    // The first start makes the school.
    await finish();
    const rounds: Round[] = [];
    const paid = new Set<Round>();
    /** Killed before there was anything to pay, though the point comes after. */
    const tooEarly = new Set<Round>();
    const kill = async (one: Case): Promise<Round> => {
      const round = await prepare(one);
      rounds.push(round);
      if (await killAt(round)) paid.add(round);
      expect(await school.records(findHalves), round.at).toEqual([]);
      return round;
    };
    for (const one of CASES) {
      let round = await kill(one);
      // On a slow machine what a round before left to do may reach the point first. Another family is the next
      // try: to book again what is held looks at its payment, and so reaches the point, too.
      for (let again = 0; !paid.has(round) && AFTER.includes(one.at) && again < 10; again++) {
        tooEarly.add(round);
        await finish(() => sleep(JOBS_MS));
        round = await kill(one);
      }
      await finish(async (url) => {
        if (round.comesBack && (await buy(url, round, { isTold: true }))) paid.add(round);
      });
    }
    // What was left half done is due to be gone on with after an hour, and what was not paid is free again.
    let checked: Reconciliation['lines'] = [];
    for (const _ of [1, 2]) {
      cards.clock.offset += HOUR_MS;
      await finish();
    }
    await finish(async (url) => {
      checked = await moneyCheck(url);
    });

    const differences = await school.records((db) => findDifferences(db, cards.db));
    report({
      'kills at each step of a trial lesson that is paid for': rounds.length,
      'trial lessons that were paid for': paid.size,
      'differences from the books of the card service': differences.length,
    });
    expect(differences).toEqual([]);
    for (const { at, comesBack } of rounds.filter((round) => !paid.has(round) && !tooEarly.has(round)))
      expect([comesBack, BEFORE.includes(at)]).toEqual([false, true]);
    await school.records(async (db) => {
      for (const round of rounds) {
        const { at, comesBack, lessonid, child, parent } = round;
        const name = `${at}, ${comesBack ? 'and back' : 'and away'}`;
        const [guests, orders, told] = await Promise.all([
          db.selectFrom('guests').select(['learnerid', 'kind']).where('lessonid', '=', lessonid).execute(),
          db.selectFrom('orders').select(['state', 'amount']).where('learnerid', '=', child).execute(),
          db.selectFrom('mails').select('kind').where('recipient', '=', parent.email).execute(),
        ]);
        const isPaid = paid.has(round);
        expect(guests, name).toEqual(isPaid ? [{ learnerid: child, kind: 'trial' }] : []);
        expect(told, name).toEqual(isPaid ? [{ kind: 'trial-booked' }] : []);
        const others = orders.filter(({ state }) => state !== 'enrolled');
        expect(orders.length - others.length, name).toBe(isPaid ? 1 : 0);
        expect(
          others.map(({ state }) => state),
          name,
        ).toEqual(others.map(() => 'expired'));
      }
    });
    const charges = await cards.db.selectFrom('cards_charges').selectAll().execute();
    expect(charges.map(({ amount, amountrefunded }) => [amount, amountrefunded])).toEqual(
      [...paid].map(() => [CENTS, 0]),
    );
    expect(checked.map(({ verdict }) => verdict)).toEqual([...paid].map(() => 'matched'));
    expect(new Set(checked.map(({ transactionId }) => transactionId)).size).toBe(paid.size);
  });
});
