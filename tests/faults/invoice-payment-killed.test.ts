import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { killedOn } from '#proof/long.ts';
import { newId } from '#server/database/ids.ts';
import type { Checkpoint } from '#server/features/orders/payments.ts';
import { type CardsServer, openCardsServer } from '#tests/support/cards-server.ts';
import {
  addStudents,
  type FaultySchool,
  makeFaultySchool,
  type Student,
} from '#tests/support/faulty-school.ts';
import { report } from '#tests/support/proof.ts';

/*
 * A family pays an invoice by card, and the process is killed at each step between its asking and the money in
 * the ledger. The family comes back and goes on, or has closed the page.
 */

/** The points before there is anything to pay, in their order, and those after the card was charged. */
const BEFORE: readonly Checkpoint[] = ['family-payment-committed', 'family-intent-made'];
const AFTER: readonly Checkpoint[] = ['event-stored', 'family-intent-read', 'inside-family-payment'];
const CENTS = 2500;
const HOUR_MS = 60 * 60_000;
const REACH_MS = 8000;
/** Longer than the leases of payments and events. */
const LEASES_MS = 60_000;

type Case = { at: Checkpoint; comesBack: boolean };
const CASES: readonly Case[] = [...BEFORE, ...AFTER].flatMap((at) => [
  { at, comesBack: true },
  { at, comesBack: false },
]);
type Round = Case & { parent: Student; invoiceid: string };

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

  /** Lets what is due be finished, in a process that is not killed. */
  async function finish(work: (url: string) => Promise<unknown> = async () => {}) {
    const running = await school.start();
    await work(running.url);
    await cards.delivered();
    await running.stop();
  }

  /** Families with an invoice each. */
  async function prepare(): Promise<Round[]> {
    const [admin, ...parents] = await school.records(async (db) => {
      const students = await addStudents(db, CASES.length + 1);
      await db.updateTable('users').set({ emailverified: 1 }).execute();
      const [first] = students;
      await db
        .updateTable('users')
        .set({ role: 'admin' })
        .where('email', '=', first?.email ?? '')
        .execute();
      return students;
    });
    const charges = await school.records(async (db) => {
      const users = await db.selectFrom('users').select(['_id', 'email']).execute();
      const now = Date.now();
      const rows = parents.map(({ email }) => {
        const _id = newId(now);
        const userid = users.find((user) => user.email === email)?._id ?? '';
        const fee = {
          kind: 'fee' as const,
          label: 'Exam',
          amount: CENTS,
          currency: 'usd',
          day: '2026-09-01',
        };
        return { ...fee, _id, userid, key: _id, createdat: now };
      });
      await db.insertInto('charges').values(rows).execute();
      return rows;
    });
    await finish(async (url) => {
      for (const { _id, userid } of charges) {
        const answer = await school.call(url, admin as Student, '/invoices', { userid, chargeids: [_id] });
        expect(answer?.status).toBe(200);
      }
    });
    return school.records(async (db) => {
      const invoices = await db.selectFrom('invoices').select(['_id', 'userid']).execute();
      return CASES.map((one, at) => {
        const invoice = invoices.find(({ userid }) => userid === charges[at]?.userid);
        return { ...one, parent: parents[at] as Student, invoiceid: invoice?._id ?? '' };
      });
    });
  }

  /** Pays what is open, and says so; gives whether the card was charged. */
  async function buy(url: string, { parent, invoiceid }: Round, { isTold }: { isTold: boolean }) {
    const answer = await school.call(url, parent, `/invoices/${invoiceid}/pay`, {});
    const secret = answer?.status === 200 ? answer.body.clientSecret : undefined;
    if (!secret) return false;
    const { id, isPaid } = await cards.confirm(secret);
    if (isTold) await school.call(url, parent, `/invoices/${invoiceid}/paid`, { transactionId: id });
    return isPaid;
  }

  /** A family pays until the process is dead; gives whether its card was charged. */
  async function killAt(round: Round): Promise<boolean> {
    const running = await school.start({ crash: { at: round.at, nth: 1 } });
    const isPaid = await buy(running.url, round, { isTold: round.comesBack });
    const waited = new Promise((resolve) => setTimeout(resolve, REACH_MS, 'alive'));
    const end = await Promise.race([running.exited, waited]);
    await running.kill();
    expect(end, `${round.at} was never reached`).toBe('SIGKILL');
    // What the dead process had claimed is due: the next one dies over nothing else than its own round.
    cards.clock.offset += LEASES_MS;
    return isPaid;
  }

  test('what a card was charged is in the ledger once and pays the invoice, whatever point the process dies at', async () => {
    await finish();
    const rounds = await prepare();
    const paid = new Set<Round>();
    for (const round of rounds) {
      let isPaid = await killAt(round);
      // On a slow machine what a round before left to do may reach the point first.
      for (let again = 0; !isPaid && AFTER.includes(round.at) && again < 3; again++) {
        await finish();
        isPaid = await killAt(round);
      }
      if (isPaid) paid.add(round);
      await finish(async (url) => {
        if (round.comesBack && (await buy(url, round, { isTold: true }))) paid.add(round);
      });
    }
    for (const _ of [1, 2]) {
      cards.clock.offset += HOUR_MS;
      await finish();
    }
    const charges = await cards.db
      .selectFrom('cards_charges')
      .selectAll()
      .where('status', '=', 'succeeded')
      .execute();
    report({
      'kills at each step of an invoice that is paid by card': rounds.length,
      'invoices that were paid': paid.size,
      'charges of them': charges.length,
    });
    expect(charges.map(({ amount, amountrefunded }) => [amount, amountrefunded])).toEqual(
      [...paid].map(() => [CENTS, 0]),
    );
    for (const { at, comesBack } of rounds.filter((round) => !paid.has(round)))
      expect([comesBack, BEFORE.includes(at)], at).toEqual([false, true]);
    await school.records(async (db) => {
      const [ledger, allocations, made] = await Promise.all([
        db.selectFrom('ledger').select(['_id', 'kind', 'amount', 'ref']).execute(),
        db.selectFrom('allocations').select(['ledgerid', 'invoiceid', 'amount']).execute(),
        db.selectFrom('familypayments').select(['state', 'ledgerid', 'invoiceids']).execute(),
      ]);
      expect(ledger.map(({ ref }) => ref).sort()).toEqual(charges.map(({ id }) => id).sort());
      expect(made.filter(({ state }) => state === 'open')).toEqual([]);
      for (const round of rounds) {
        const mine = made.filter(({ invoiceids }) => invoiceids.includes(round.invoiceid));
        const isPaid = paid.has(round);
        const name = `${round.at}, ${round.comesBack ? 'and back' : 'and away'}`;
        expect(mine.filter(({ state }) => state === 'paid').length, name).toBe(isPaid ? 1 : 0);
        const parts = allocations.filter(({ invoiceid }) => invoiceid === round.invoiceid);
        expect(
          parts.map(({ amount }) => amount),
          name,
        ).toEqual(isPaid ? [CENTS] : []);
      }
    });
  });
});
