import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
const PLACE = 6000;
const GAPS = [LEASE_MS, 2 * 24 * 60 * 60_000] as const;
/** The bank has refused after this time what it is going to refuse. */
const SETTLES_MS = 60 * 60_000;

const ASKED: readonly Checkpoint[] = ['credit-refund-noted', 'credit-refund-made', 'inside-credit-refund'];
const CANCELLED: readonly Checkpoint[] = ['taken-counted', 'refund-made', 'inside-returns'];
const REFUND = /^POST \/v1\/refunds/;

type Family = { parent: Student; intentid: string; placeid: string };

describe.each([
  ['sqlite', 1, 0],
  ['postgres', 2, 1],
] as const)('on %s with %i processes', (kind, processes, first) => {
  let world: KilledFamilySchool;
  let kills = 0;
  beforeAll(async () => {
    world = await openKilledFamilySchool(kind, processes);
  });
  afterAll(() => world.close());

  const credit = (url: string, { userid }: Student, cents: number) => {
    const body = { userid, kind: 'credit', label: 'Thank you', amount: cents / 100, day: '2020-09-01' };
    return world.call(url, '/charges', { ...body, key: `credit-${userid}` });
  };

  /** A family that paid an invoice by card, and has so much as credit. */
  async function payInvoice(url: string, parent: Student, cents: number, card?: string): Promise<Family> {
    const { call, cards } = world;
    const invoiceid = await world.bill(url, parent, PAID);
    const opened = await call(url, `/invoices/${invoiceid}/pay`, {}, { as: parent });
    const { id } = await cards.confirm(opened.clientSecret ?? '', card);
    await call(url, `/invoices/${invoiceid}/paid`, { transactionId: id }, { as: parent });
    await credit(url, parent, cents);
    return { parent, intentid: id, placeid: '' };
  }

  /** A family that paid a place by card, and has less as credit. */
  async function payPlace(url: string, parent: Student, classid: string): Promise<Family> {
    const { call, cards } = world;
    const opened = await call(url, '/create-payment-intent', { classid, price: PLACE / 100 }, { as: parent });
    const { id } = await cards.confirm(opened.clientSecret ?? '');
    const body = { email: parent.email, transactionId: id, price: PLACE / 100 };
    const recorded = await call(url, `/payments/${classid}`, body, { as: parent });
    await credit(url, parent, PLACE_CREDIT);
    return { parent, intentid: id, placeid: recorded.result?.insertedId ?? '' };
  }

  async function begin() {
    const [one, two, three, four, five, six] = await world.addPeople(6);
    const classid = await world.school.records((db) => addClass(db, 9));
    return world.finish(async (url) => ({
      asked: await payInvoice(url, one as Student, CREDIT),
      recorded: await payInvoice(url, two as Student, MUCH),
      refused: await payInvoice(url, three as Student, CREDIT, 'pm_card_refundFail'),
      place: await payPlace(url, four as Student, classid),
      before: await payInvoice(url, five as Student, CREDIT),
      after: await payInvoice(url, six as Student, CREDIT),
    }));
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

  test('credit goes to the card once, whatever points the processes die at and whatever is silent', async () => {
    const { cards, proxy } = world;
    for (let round = 0; round < ROUNDS; round++) {
      const gap = GAPS[(first + round) % 2] ?? LEASE_MS;
      const { asked, recorded, refused, place, before, after } = await begin();
      await dieAtEach(ASKED, gap, (url) => ask(url, asked));
      await dieAtEach(['credit-refund-recorded'], gap, (url) => ask(url, recorded, MUCH));
      await dieAtEach(['credit-refund-recorded'], gap, (url) => ask(url, refused));

      // A place is cancelled while its refund is noted only: to the card goes what it paid, and no more.
      await dieAtEach(['credit-refund-noted'], 0, (url) => ask(url, place, PLACE_CREDIT));
      const cancel = (url: string) =>
        world.school.call(url, world.admin, `/enrolments/${place.placeid}/cancel`, {});
      await dieAtEach(CANCELLED, gap, cancel);

      cards.clock.offset += SETTLES_MS;
      await dieAtEach(['inside-credit-refund'], gap, async () => {});

      // Heard after the process has died, and before the next one looks; and after the next one was.
      await world.dieOver(REFUND, (url) => ask(url, before));
      expect(await proxy.release()).toEqual([200]);
      cards.clock.offset += gap;
      await world.dieOver(REFUND, (url) => ask(url, after));
      cards.clock.offset += gap;
      await world.finish((url) => Promise.all([ask(url, asked), ask(url, after), cancel(url)]));
      expect(await proxy.release()).toEqual([200]);
      await world.finish(async () => {});

      for (const family of [asked, before, after]) expect(await bookOf(family)).toEqual(IS_GIVEN);
      expect(await bookOf(recorded)).toEqual({
        moved: [`cash_refund ${MUCH - PAID}`, `charge ${PAID}`, `refund ${PAID}`],
        ...{ sent: [PAID], mails: 2, balance: 0 },
      });
      expect(await bookOf(refused)).toEqual({
        ...{ ...IS_GIVEN, moved: [...IS_GIVEN.moved, `refund_failed ${CREDIT}`], balance: -CREDIT / 100 },
      });
      expect(await bookOf(place)).toEqual({
        moved: [`refund ${PLACE_CREDIT}`],
        ...{ sent: [PLACE_CREDIT, PLACE - PLACE_CREDIT], mails: 2, balance: -PLACE_CREDIT / 100 },
      });
    }
    const wrong = await world.audit();
    report({
      'kills at each step of a refund of credit': kills,
      'differences from the books of the card service': wrong.length,
    });
    expect(wrong).toEqual([]);
  });
});
