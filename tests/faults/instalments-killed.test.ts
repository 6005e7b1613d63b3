import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { killedOn } from '#proof/long.ts';
import type { Checkpoint } from '#server/features/index.ts';
import type { Student } from '#tests/support/faulty-school.ts';
import {
  type KilledFamilySchool,
  LEASE_MS,
  openKilledFamilySchool,
} from '#tests/support/killed-family-school.ts';
import { report } from '#tests/support/proof.ts';

/*
 * Parts of invoices are taken from saved cards, and the processes that take them are killed at each of their
 * steps, one after the other over the same part, and while the card service is silent, which hears then what it
 * was asked by a process that has died since. Meanwhile a minute passes, or two days, in which the card service
 * forgets what it was asked by which key.
 */

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1);
const CENTS = 5000;
const PART = CENTS / 2;
const DAY_MS = 24 * 60 * 60_000;
const GAPS = [LEASE_MS, 2 * DAY_MS] as const;

/** Those of a card that pays, in the order in which a part comes to them. The last two are of the event. */
const PAYS: readonly Checkpoint[] = [
  'instalment-begun',
  'instalment-intent-made',
  'instalment-confirmed',
  'inside-family-payment',
  'family-intent-read',
  'event-stored',
];
const REFUSES: readonly Checkpoint[] = [
  'instalment-begun',
  'instalment-intent-made',
  'instalment-confirmed',
  'instalment-refused',
  'instalment-cancelled',
  'inside-instalment-failed',
];
/** A payment that was left for two days is ended by whichever worker looks first. */
const REFUSES_LATER = REFUSES.filter((at) => at !== 'instalment-cancelled');
const CONFIRM = /^POST \/v1\/payment_intents\/[^/]+\/confirm/;
const CANCEL = /^POST \/v1\/payment_intents\/[^/]+\/cancel/;

type Family = { parent: Student; invoiceid: string };

const KINDS = killedOn(['postgres', 2, 1], ['sqlite', 1, 0]);

describe.each(KINDS)('on %s with %i processes', (kind, processes, first) => {
  let world: KilledFamilySchool;
  let kills = 0;
  let tries = 0;
  beforeAll(async () => {
    world = await openKilledFamilySchool(kind, processes);
  });
  afterAll(() => world.close());

  /** Families of which each has paid the first of two parts by a card that is saved. */
  async function begin(count: number): Promise<Family[]> {
    const { cards, call } = world;
    const parents = await world.addPeople(count);
    return world.finish(async (url) => {
      const families: Family[] = [];
      for (const parent of parents) {
        const invoiceid = await world.bill(url, parent, CENTS);
        const opened = await call(url, `/invoices/${invoiceid}/instalments`, { parts: 2 }, { as: parent });
        const clientSecret = opened.clientSecret ?? '';
        await call(url, '/account/cards', { clientSecret, save: true }, { as: parent, method: 'PUT' });
        const { id: transactionId } = await cards.confirm(clientSecret);
        await call(url, `/invoices/${invoiceid}/paid`, { transactionId }, { as: parent });
        families.push({ parent, invoiceid });
      }
      return families;
    });
  }

  /** The second part of a family falls due now rather than in a month. */
  async function fallDue({ invoiceid }: Family) {
    tries += 1;
    const workat = Date.now() + world.cards.clock.offset;
    const day = new Date(workat).toISOString().slice(0, 10);
    await world.school.records((db) =>
      db
        .updateTable('instalments')
        .set({ day, workat })
        .where('invoiceid', '=', invoiceid)
        .where('number', '=', 2)
        .execute(),
    );
  }

  async function dieAtEach(points: readonly Checkpoint[], gap: number) {
    world.cards.hooks.on = false;
    for (const at of points) {
      world.cards.hooks.on ||= at === 'family-intent-read';
      await world.dieAt(at);
      kills += 1;
      world.cards.clock.offset += gap;
    }
    world.cards.hooks.on = true;
  }

  /** What the books say of a family: its movements, its second part, and the mails about a card that was refused. */
  const bookOf = ({ parent: { userid, email }, invoiceid }: Family) =>
    world.school.records(async (db) => {
      const [moved, paid, part, mails] = await Promise.all([
        db.selectFrom('ledger').select(['kind', 'amount']).where('userid', '=', userid).execute(),
        db.selectFrom('allocations').select('amount').where('invoiceid', '=', invoiceid).execute(),
        db
          .selectFrom('instalments')
          .select(['state', 'attempts'])
          .where('invoiceid', '=', invoiceid)
          .where('number', '=', 2)
          .executeTakeFirstOrThrow(),
        db.selectFrom('mails').select('kind').where('recipient', '=', email).execute(),
      ]);
      return {
        moved: moved.map(({ kind: by, amount }) => `${by} ${amount}`).sort(),
        open: paid.reduce((left, { amount }) => left - amount, CENTS),
        part: `${part.state} after ${part.attempts}`,
        mails: mails.filter(({ kind: of }) => of === 'instalment-failed').length,
      };
    });
  const IS_PAID = { moved: [`charge ${PART}`, `charge ${PART}`], open: 0, part: 'paid after 0', mails: 0 };
  const IS_REFUSED = { moved: [`charge ${PART}`], open: PART, part: 'due after 1', mails: 1 };
  const IS_BY_HAND = { moved: [`cash ${PART}`, `charge ${PART}`], open: 0, part: 'paid after 0', mails: 0 };

  test('a part is taken once, or refused with one mail, whatever points the processes die at', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const gap = GAPS[(first + round) % 2] ?? LEASE_MS;
      const [pays, refused] = (await begin(2)) as [Family, Family];
      await fallDue(pays);
      await dieAtEach(PAYS, gap);
      await world.finish(async () => {});
      expect(await bookOf(pays)).toEqual(IS_PAID);
      await world.cards.bankSays('generic_decline');
      await fallDue(refused);
      await dieAtEach(gap > LEASE_MS ? REFUSES_LATER : REFUSES, gap);
      await world.finish(async () => {});
      expect(await bookOf(refused)).toEqual(IS_REFUSED);
      expect(await bookOf(pays)).toEqual(IS_PAID);
    }
  });

  test('the same where the card service gets the call after its caller died, and sends events twice', async () => {
    const { cards, proxy } = world;
    const [pays, byHand, refused] = (await begin(3)) as [Family, Family, Family];
    await fallDue(pays);
    await world.dieOver(CONFIRM);
    cards.clock.offset += LEASE_MS;
    await world.finish(async () => {});
    expect(await bookOf(pays)).toEqual(IS_PAID);
    expect(await proxy.release()).toEqual([200]);

    await fallDue(byHand);
    await world.dieOver(CONFIRM);
    cards.clock.offset += LEASE_MS;
    const id = await world.school.records(async (db) => {
      const part = db.selectFrom('instalments').select('_id').where('invoiceid', '=', byHand.invoiceid);
      return (await part.where('number', '=', 2).executeTakeFirstOrThrow())._id;
    });
    const cash = { kind: 'cash', key: id };
    await world.answer((url) => world.call(url, `/instalments/${id}/paid`, cash, { method: 'PUT' }));
    expect(await bookOf(byHand)).toEqual(IS_BY_HAND);
    expect(await proxy.release()).toEqual([400]);

    await cards.bankSays('insufficient_funds');
    await fallDue(refused);
    await world.dieOver(CANCEL);
    cards.clock.offset += LEASE_MS;
    await world.finish(async () => {});
    expect(await proxy.release()).toEqual([200]);
    await world.finish(async () => {});
    expect(await bookOf(pays)).toEqual(IS_PAID);
    expect(await bookOf(byHand)).toEqual(IS_BY_HAND);
    expect(await bookOf(refused)).toEqual(IS_REFUSED);
    const wrong = await world.audit();
    report({
      'kills at each step of an instalment': kills,
      'instalments that fell due': tries,
      'differences from the books of the card service': wrong.length,
    });
    expect(wrong).toEqual([]);
  });
});
