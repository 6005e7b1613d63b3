import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { killedOn } from '#proof/long.ts';
import type { Checkpoint } from '#server/features/index.ts';
import { addClass, type Student } from '#tests/support/faulty-school.ts';
import {
  type KilledFamilySchool,
  LEASE_MS,
  openKilledFamilySchool,
} from '#tests/support/killed-family-school.ts';
import { report } from '#tests/support/proof.ts';

/*
 * The credit of families is given back to the cards that paid, and processes are killed at each step of it, one
 * after the other over the same refund, and while the card service is silent. Meanwhile a minute passes, in which
 * the office asks again, or two days, in which the card service forgets what it was asked by which key.
 */

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1);
const PAID = 15_000;
/** A card that has paid twice as much would take it twice. */
const CREDIT = 6000;
/** The card takes a part of it, the rest goes by hand. */
const MUCH = 20_000;
/** Less than the place has cost. */
const PLACE_CREDIT = 2000;
const GAPS = [LEASE_MS, 2 * 24 * 60 * 60_000] as const;
/** The bank has refused after this time what it is going to refuse. */
const SETTLES_MS = 60 * 60_000;

const ASKED: readonly Checkpoint[] = ['credit-refund-noted', 'credit-refund-made', 'inside-credit-refund'];
const CANCELLED: readonly Checkpoint[] = ['taken-counted', 'refund-made', 'inside-returns'];
const REFUND = /^POST \/v1\/refunds/;

type Family = { parent: Student; intentid: string; placeid: string };

const KINDS = killedOn(['postgres', 2, 1], ['sqlite', 1, 0]);

describe.each(KINDS)('on %s with %i processes', (kind, processes, first) => {
  let world: KilledFamilySchool;
  let kills = 0;
  let refunds = 0;
  beforeAll(async () => {
    world = await openKilledFamilySchool(kind, processes);
  });
  afterAll(() => world.close());

  const credit = (url: string, { userid }: Student, cents: number) => {
    const body = { userid, kind: 'credit', label: 'Thank you', amount: cents / 100, day: '2020-09-01' };
    return world.call(url, '/charges', { ...body, key: `credit-${userid}` });
  };

  /** Families that paid an invoice by card, and have so much as credit. */
  async function payInvoices(credits: readonly number[], card = 'pm_card_visa'): Promise<Family[]> {
    const { call, cards } = world;
    const parents = await world.addPeople(credits.length);
    return world.finish(async (url) => {
      const families: Family[] = [];
      for (const [at, parent] of parents.entries()) {
        const invoiceid = await world.bill(url, parent, PAID);
        const opened = await call(url, `/invoices/${invoiceid}/pay`, {}, { as: parent });
        const { id } = await cards.confirm(opened.clientSecret ?? '', card);
        await call(url, `/invoices/${invoiceid}/paid`, { transactionId: id }, { as: parent });
        await credit(url, parent, credits[at] ?? 0);
        families.push({ parent, intentid: id, placeid: '' });
      }
      return families;
    });
  }

  /** A family that paid a place by card, and has less as credit. */
  async function payPlace(): Promise<Family> {
    const { call, cards, school } = world;
    const [parent] = (await world.addPeople(1)) as [Student];
    const classid = await school.records((db) => addClass(db, 9));
    return world.finish(async (url) => {
      const opened = await call(url, '/create-payment-intent', { classid, price: 60 }, { as: parent });
      const { id } = await cards.confirm(opened.clientSecret ?? '');
      const body = { email: parent.email, transactionId: id, price: 60 };
      const recorded = await call(url, `/payments/${classid}`, body, { as: parent });
      await credit(url, parent, PLACE_CREDIT);
      return { parent, intentid: id, placeid: recorded.result?.insertedId ?? '' };
    });
  }

  /** Asks once, or again: what a process that dies over it answers is not heard. */
  const ask = (url: string, { parent: { userid } }: Family, cents = CREDIT) =>
    world.school.call(url, world.admin, '/refunds', {
      userid,
      amount: cents / 100,
      kind: 'cash',
      key: `refund-${userid}`,
    });

  /** What the books say of a family, the card service has sent, and it was told. */
  async function bookOf({ parent: { userid, email }, intentid }: Family) {
    const sent = await world.cards.db
      .selectFrom('cards_refunds')
      .select('amount')
      .where('intentid', '=', intentid)
      .orderBy('amount')
      .execute();
    return world.school.records(async (db) => {
      const [balance, moved, mails] = await Promise.all([
        world.balanceOf(db, userid),
        db.selectFrom('ledger').select(['kind', 'amount']).where('userid', '=', userid).execute(),
        db.selectFrom('mails').select('kind').where('recipient', '=', email).execute(),
      ]);
      return {
        moved: moved.map(({ kind: by, amount }) => `${by} ${amount}`).sort(),
        sent: sent.map(({ amount }) => amount),
        mails: mails.filter(({ kind: of }) => of === 'refunded').length,
        balance: balance / 100,
      };
    });
  }
  const IS_GIVEN = {
    moved: [`charge ${PAID}`, `refund ${CREDIT}`],
    ...{ sent: [CREDIT], mails: 1, balance: 0 },
  };
  const IS_GIVEN_BY_BOTH = {
    moved: [`cash_refund ${MUCH - PAID}`, `charge ${PAID}`, `refund ${PAID}`],
    ...{ sent: [PAID], mails: 2, balance: 0 },
  };

  async function dieAtEach(
    points: readonly Checkpoint[],
    gap: number,
    work: (url: string) => Promise<unknown>,
  ) {
    for (const [at, point] of points.entries()) {
      // After two days the workers alone go on.
      await world.dieAt(point, at === 0 || gap === LEASE_MS ? work : undefined);
      kills += 1;
      world.cards.clock.offset += gap;
    }
  }

  test('credit goes to the card once, whatever points the processes die at', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const gap = GAPS[(first + round) % 2] ?? LEASE_MS;
      const [asked, recorded] = (await payInvoices([CREDIT, MUCH])) as [Family, Family];
      refunds += 3;
      await dieAtEach(ASKED, gap, (url) => ask(url, asked));
      await dieAtEach(['credit-refund-recorded'], gap, (url) => ask(url, recorded, MUCH));
      await world.finish((url) => ask(url, asked));
      expect(await bookOf(asked)).toEqual(IS_GIVEN);
      expect(await bookOf(recorded)).toEqual(IS_GIVEN_BY_BOTH);

      // Its place is cancelled while its refund is noted only: to the card goes what it paid, and no more.
      const place = await payPlace();
      await world.dieAt('credit-refund-noted', (url) => ask(url, place, PLACE_CREDIT));
      const cancel = (url: string) =>
        world.school.call(url, world.admin, `/enrolments/${place.placeid}/cancel`, {});
      await dieAtEach(CANCELLED, gap, cancel);
      await world.finish(cancel);
      expect(await bookOf(place)).toEqual({
        moved: ['refund 2000'],
        sent: [2000, 4000],
        mails: 2,
        balance: -20,
      });
    }
  });

  test('the same where the card service gets the call after its caller died, or the bank refuses the refund', async () => {
    const { cards, proxy } = world;
    const [before, after] = (await payInvoices([CREDIT, CREDIT])) as [Family, Family];
    refunds += 3;
    await world.dieOver(REFUND, (url) => ask(url, before));
    // Heard after the process has died, and before the next one looks.
    expect(await proxy.release()).toEqual([200]);
    cards.clock.offset += LEASE_MS;
    await world.finish((url) => ask(url, before));
    expect(await bookOf(before)).toEqual(IS_GIVEN);

    await world.dieOver(REFUND, (url) => ask(url, after));
    cards.clock.offset += LEASE_MS;
    await world.finish((url) => ask(url, after));
    // Heard after the next one was.
    expect(await proxy.release()).toEqual([200]);
    expect(await bookOf(after)).toEqual(IS_GIVEN);

    const [refused] = (await payInvoices([CREDIT], 'pm_card_refundFail')) as [Family];
    await world.dieAt('credit-refund-recorded', (url) => ask(url, refused));
    cards.clock.offset += SETTLES_MS;
    await world.dieAt('inside-credit-refund');
    cards.clock.offset += LEASE_MS;
    await world.finish(async () => {});
    expect(await bookOf(refused)).toEqual({
      ...{ ...IS_GIVEN, moved: [...IS_GIVEN.moved, `refund_failed ${CREDIT}`], balance: -CREDIT / 100 },
    });

    const wrong = await world.audit();
    report({
      'kills at each step of a refund of credit': kills,
      'refunds of credit': refunds,
      'differences from the books of the card service': wrong.length,
    });
    expect(wrong).toEqual([]);
  });
});
