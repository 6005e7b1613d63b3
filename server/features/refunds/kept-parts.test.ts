import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { isWrong } from '#contract/reconciliation/calls.ts';
import { checkRecords } from '#server/admin/check-records.ts';
import { openCardsDashboard } from '#tests/support/cards-dashboard.ts';
import { addChildBy } from '#tests/support/families.ts';
import { confirmCard, record } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson } from '#tests/support/timetable.ts';

/*
 * Places that end when a part of their lessons was taught, by card and by hand: what stays is what was
 * taught, and every list says the same.
 */

let school: TestSchool;
let dashboard: Awaited<ReturnType<typeof openCardsDashboard>>;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const LESSONS = 6;

beforeAll(async () => {
  school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class', CANCEL_UNTIL_HOURS: '9999' } });
  dashboard = await openCardsDashboard(school);
});
afterAll(async () => {
  await dashboard.close();
  await school.close();
});

const DEEDS = [
  'a day passes',
  'a day passes',
  'cancel',
  'the school cancels',
  'refund outside',
  'bank refuses',
  'card service refuses',
  'keep the places',
  'mark as paid',
  'mark as refunded',
  'call a lesson off',
  'work',
] as const;
const HAND = ['cash', 'due', 'free', 'another sum'] as const;

const story = fc.record({
  /** In cents, of the places that one payment pays. */
  prices: fc.array(fc.integer({ min: 300, max: 9000 }), { minLength: 1, maxLength: 4 }),
  byHand: fc.array(fc.tuple(fc.constantFrom(...HAND), fc.integer({ min: 300, max: 9000 })), {
    maxLength: 3,
  }),
  taught: fc.nat(LESSONS - 2),
  deeds: fc.array(
    fc.record({
      deed: fc.constantFrom(...DEEDS),
      which: fc.nat(99),
      amount: fc.integer({ min: 1, max: 5000 }),
    }),
    { minLength: 8, maxLength: 18 },
  ),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

/**
 * A place as it was sold, and as it ended: what of its price was taught by then, worked out from the lessons
 * alone.
 */
type Kept = { id: string; classid: string; amount: number; left: number; soldat: number; earned?: number };

const work = async () => {
  for (let times = 0; times < 6 && (await school.work()) > 0; times++);
};
const orderOf = (id: string) =>
  school.db.selectFrom('orders').selectAll().where('_id', '=', id).executeTakeFirstOrThrow();
const halvesUp = (product: number, of: number) => Math.floor((2 * product + of) / (2 * of));

async function taughtOf({ classid, soldat, left, amount }: Kept, goodwill: number) {
  const { clock, db } = school;
  const lessons = await db.selectFrom('lessons').selectAll().where('classid', '=', classid).execute();
  const taught = lessons.filter(
    ({ state, startsat }) => state !== 'cancelled' && startsat > soldat && startsat <= clock.now,
  ).length;
  const open = Math.max(0, left - taught);
  return Math.min(amount - halvesUp(amount * open, left), amount - goodwill);
}

async function live({ prices, byHand, taught, deeds }: Story, admin: Person) {
  const { db, clock } = school;
  const parent = await school.signIn('student');
  const child = await addChildBy(parent, { firstname: 'Ada', lastname: 'Lee' });
  const addCourse = async (price: number) => {
    const { _id: classid } = await school.addClass({ price, availableseat: 9 });
    for (let at = 1; at <= LESSONS; at++) {
      const day = new Date(clock.now + at * DAY_MS).toISOString().slice(0, 10);
      await addLesson(db, { classid, day });
    }
    return classid;
  };
  const classids: string[] = [];
  for (const price of [...prices, ...byHand.map(([, price]) => price)]) classids.push(await addCourse(price));
  clock.now += taught * DAY_MS;

  const items = classids.slice(0, prices.length).map((classid) => ({ classid, learnerid: child }));
  const opened = await parent.call('POST', '/checkout', { items, confirmclash: true });
  expect(opened.status).toBe(200);
  const { id: transactionId } = await confirmCard(school, opened.body.clientSecret);
  const [first] = items;
  expect((await record(parent, first?.classid ?? '', transactionId, opened.body.price)).status).toBe(200);
  clock.now += 1000;
  const hand: string[] = [];
  for (const [at, [pay, price]] of byHand.entries()) {
    const place = { classid: classids[prices.length + at], learnerid: child, confirmclash: true };
    const half = { pay: 'cash', amount: Math.floor(price / 2) / 100, reason: 'A half.' };
    const paid = pay === 'another sum' ? half : { pay };
    const { status, body } = await admin.call('POST', '/enrolments', { ...place, ...paid });
    expect([status, body.insertedId]).toEqual([200, expect.any(String)]);
    hand.push(body.insertedId);
    clock.now += 1000;
  }
  const card = await db.selectFrom('orders').selectAll().where('intentid', '=', transactionId).execute();
  const sold = [...card, ...(await Promise.all(hand.map(orderOf)))];
  const places = sold.map(({ _id: id, classid, amount, lessonsleft, createdat: soldat }): Kept => {
    return { id, classid: classid ?? '', amount, left: lessonsleft ?? 1, soldat };
  });

  const refuseAll = (isOn: boolean) =>
    db
      .updateTable('cards_charges')
      .set(isOn ? { status: 'failed', failure: '{}' } : { status: 'succeeded', failure: null })
      .where('intentid', '=', transactionId)
      .execute();
  const oneOf = (which: number) => places[which % places.length] as Kept;
  const cancel = async (person: Person, which: number) => {
    const place = oneOf(which);
    const before = await orderOf(place.id);
    if (before.state !== 'enrolled') return;
    place.amount = before.amount;
    place.earned = before.paidby === 'due' ? 0 : await taughtOf(place, before.goodwill);
    expect((await person.call('POST', `/enrolments/${place.id}/cancel`)).status).toBe(200);
  };
  const put = (id: string, what: 'paid' | 'returned', more: object = {}) =>
    admin.call('PUT', `/enrolments/${id}/${what}`, { kind: 'transfer', key: `${what}-1`, ...more });

  const act = async (deed: (typeof DEEDS)[number], which: number, amount: number) => {
    switch (deed) {
      case 'a day passes':
        clock.now += DAY_MS;
        return;
      case 'cancel':
        return cancel(parent, which);
      case 'the school cancels':
        return cancel(admin, which);
      case 'refund outside':
        return void (await dashboard.refund(transactionId, amount).catch(() => {}));
      case 'bank refuses': {
        const sent = (await dashboard.stripe.refunds.list({ payment_intent: transactionId })).data;
        const standing = sent.filter(({ status }) => status === 'succeeded');
        const one = standing[which % Math.max(1, standing.length)];
        if (!one) return;
        const change = { next: 'failed' as const, settlesat: clock.now };
        await db.updateTable('cards_refunds').set(change).where('id', '=', one.id).execute();
        return void (await dashboard.stripe.refunds.list({ payment_intent: transactionId }));
      }
      case 'card service refuses':
        await refuseAll(true);
        await cancel(parent, which);
        return void (await refuseAll(false));
      case 'keep the places':
        return void (await admin.call('POST', '/money/repair', { transactionId, keepplace: true }));
      case 'mark as paid': {
        const id = hand[which % Math.max(1, hand.length)];
        if (id) await put(id, 'paid', which % 2 ? { amount: amount / 100, reason: 'What they had.' } : {});
        return;
      }
      case 'mark as refunded': {
        const id = hand[which % Math.max(1, hand.length)];
        if (id) await put(id, 'returned');
        return;
      }
      case 'call a lesson off': {
        const { classid } = oneOf(which);
        const next = db.selectFrom('lessons').select('_id').where('classid', '=', classid);
        const to = { state: 'cancelled' as const, cancelledat: clock.now };
        const lesson = next.where('startsat', '>', clock.now).where('state', '<>', 'cancelled');
        await db
          .updateTable('lessons')
          .set(to)
          .where('_id', '=', lesson.orderBy('startsat').limit(1))
          .execute();
        // And the day goes by on which it would have been.
        clock.now += DAY_MS;
        return;
      }
      case 'work':
        clock.now += HOUR_MS;
        return work();
    }
  };
  for (const { deed, which, amount } of deeds) {
    await act(deed, which, amount);
    clock.now += 1000;
  }
  // Whatever is on its way arrives, and an admin does what is left to do.
  for (let turn = 0; turn < 4; turn++) {
    clock.now += HOUR_MS;
    await work();
    for (const id of hand) if ((await orderOf(id)).state === 'refund_due') await put(id, 'returned');
    const states = await Promise.all(card.map(async ({ _id }) => (await orderOf(_id)).state));
    if (states.includes('refund_failed')) await admin.call('POST', '/money/repair', { transactionId });
  }
  return { transactionId, places, hand, card };
}

const cents = (amount: number) => Math.round(amount * 100);
const add = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0);

test('whatever is taught, cancelled, refused and paid by hand, what stays is what was taught, and all lists agree', async () => {
  const { db } = school;
  await fc.assert(
    fc.asyncProperty(story, async (told) => {
      // The clock leaps, and every sign-in ends at some time.
      const admin = await school.signIn('admin');
      const { transactionId, places, hand, card } = await live(told, admin);
      for (const { id, earned, amount } of places) {
        const order = await orderOf(id);
        expect(['enrolled', 'refunded', 'expired']).toContain(order.state);
        if (earned === undefined) continue;
        expect([id, order.amount, order.earned]).toEqual([id, amount, earned]);
      }
      for (const id of hand) {
        const { state, paidby, amount, earned } = await orderOf(id);
        const moved = await db.selectFrom('ledger').selectAll().where('orderid', '=', id).execute();
        const kept = add(moved.map((row) => (row.kind.endsWith('_refund') ? -row.amount : row.amount)));
        const isPaid = paidby === 'cash' || paidby === 'transfer';
        expect([id, kept]).toEqual([id, isPaid ? (state === 'refunded' ? earned : amount) : 0]);
      }
      // What the school holds of the card is what stands and what was taught, less what went back past it and
      // was let be.
      const intent = await school.payments.cards.readIntent(transactionId);
      const orders = await Promise.all(card.map(({ _id }) => orderOf(_id)));
      const standing = orders.filter(({ state }) => state === 'enrolled');
      const ended = orders.filter(({ state }) => state !== 'enrolled');
      const held = intent.received - intent.refunded;
      const most = add(standing.map(({ amount }) => amount)) + add(ended.map(({ earned }) => earned));
      expect(held).toBeLessThanOrEqual(most);

      const months = new Set<string>();
      for (const { createdat } of await db.selectFrom('ledger').select('createdat').execute())
        months.add(new Date(createdat).toISOString().slice(0, 7));
      const headers = { authorization: `Bearer ${await admin.issue()}` };
      for (const month of months) {
        const { body } = await admin.call('GET', `/money?month=${month}`);
        const { payload } = await school.app.inject({
          url: `/api/reports/payments.csv?month=${month}`,
          headers,
        });
        const { card: byCard, cash, transfer, givenback } = body.sums;
        const rows = payload.trimEnd().split('\r\n').slice(1);
        expect(cents(byCard) + cents(cash) + cents(transfer) - cents(givenback)).toBe(
          cents(Number(rows.at(-1)?.split(',').at(-1) ?? 0)),
        );
        for (const line of body.lines) {
          const isOpen = standing.length > 0 && line.transactionId === transactionId;
          expect([line.transactionId, !isOpen && isWrong(line.verdict), line.verdict]).toEqual([
            ...[line.transactionId, false, line.verdict],
          ]);
          if (!line.items) continue;
          for (const name of ['received', 'refunded'] as const)
            expect(add(line.items.map((item: Record<typeof name, number>) => cents(item[name])))).toBe(
              cents(line[name]),
            );
        }
      }
      // What is asked of an admin still, of places that stand, is decided, so that the next story begins with
      // nothing open.
      await admin.call('POST', '/money/repair', { transactionId, keepplace: true });
    }),
    { numRuns: 12, endOnFailure: true },
  );
  expect(await findWrong()).toEqual([]);
}, 300_000);

test('a refund past the school that was refused before the school heard of it is in no book, and in good order', async () => {
  const { db, clock } = school;
  const parent = await school.signIn('student');
  const child = await addChildBy(parent, { firstname: 'Ada', lastname: 'Lee' });
  const { _id: classid } = await school.addClass({ price: 5000 });
  const opened = await parent.call('POST', '/checkout', { items: [{ classid, learnerid: child }] });
  const { id } = await confirmCard(school, opened.body.clientSecret);
  expect((await record(parent, classid, id, opened.body.price)).status).toBe(200);
  const { id: refund } = await dashboard.refund(id, 1000);
  const change = { next: 'failed' as const, settlesat: clock.now };
  await db.updateTable('cards_refunds').set(change).where('id', '=', refund).execute();
  await dashboard.stripe.refunds.list({ payment_intent: id });
  clock.now += 2 * DAY_MS;
  await work();
  expect(await db.selectFrom('ledger').select('kind').where('ref', '=', refund).execute()).toEqual([]);
  expect(await findWrong()).toEqual([]);
  // Of one that the school has written down, it wants both.
  const written = { kind: 'refund' as const, ref: refund, amount: 1000, createdat: clock.now, seats: 0 };
  await db
    .insertInto('ledger')
    .values({ _id: 'one', checkoutid: await checkoutOf(id), ...written })
    .execute();
  expect(await findWrong()).toContainEqual(expect.stringMatching(/^Card refunds/));
  await db.deleteFrom('ledger').where('_id', '=', 'one').execute();
});

const checkoutOf = async (intentid: string) =>
  (
    await school.db
      .selectFrom('orders')
      .select('checkoutid')
      .where('intentid', '=', intentid)
      .executeTakeFirst()
  )?.checkoutid ?? null;

/** What `doctor` would find wrong. */
async function findWrong(): Promise<string[]> {
  const records = { db: school.db, dialect: inject('dialect') } as Parameters<typeof checkRecords>[0];
  const found = await checkRecords(records, { now: school.clock.now, hasEmbeddedCards: true });
  return found.filter(({ state }) => state === 'wrong').map(({ about, says }) => `${about}: ${says}`);
}
