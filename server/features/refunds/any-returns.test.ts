import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { checkRecords } from '#server/admin/check-records.ts';
import { isPaid } from '#server/features/orders/order-states.ts';
import type { Checkpoint, Payments } from '#server/features/orders/payments.ts';
import { openCardsDashboard } from '#tests/support/cards-dashboard.ts';
import { payTogether } from '#tests/support/checkouts.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { cancelEnrolment } from './refund-order.ts';

let school: TestSchool;
let dashboard: Awaited<ReturnType<typeof openCardsDashboard>>;
let admin: Person;
const HOUR_MS = 60 * 60_000;

beforeAll(async () => {
  school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class', CANCEL_UNTIL_HOURS: '9999' } });
  dashboard = await openCardsDashboard(school);
  admin = await school.signIn('admin');
});
afterAll(async () => {
  await dashboard.close();
  await school.close();
});

const DEEDS = [
  'cancel',
  'cancel two at once',
  'die in a cancellation',
  'refund outside',
  'bank refuses',
  'card service refuses',
  'keep the places',
  'work',
] as const;
const POINTS: Checkpoint[] = [
  'returns-read',
  'inside-returns',
  'refund-amount-kept',
  'refund-made',
  'returns-committed',
];
const steps = fc.array(
  fc.record({
    deed: fc.constantFrom(...DEEDS),
    which: fc.nat(99),
    amount: fc.integer({ min: 1, max: 7000 }),
  }),
  { minLength: 4, maxLength: 12 },
);
const prices = fc.array(fc.integer({ min: 50, max: 9000 }), { minLength: 2, maxLength: 5 });

const work = async () => {
  for (let times = 0; times < 6 && (await school.work()) > 0; times++);
};

async function live(
  amounts: readonly number[],
  history: typeof steps extends fc.Arbitrary<infer T> ? T : never,
) {
  const { db, clock, payments } = school;
  const { places, transactionId, parent } = await payTogether(school, amounts);
  const refuseAll = (isOn: boolean) =>
    db
      .updateTable('cards_charges')
      .set(isOn ? { status: 'failed', failure: '{}' } : { status: 'succeeded', failure: null })
      .where('intentid', '=', transactionId)
      .execute();
  const cancel = (which: number) =>
    parent.call('POST', `/enrolments/${places[which % places.length]?.enrolment}/cancel`);
  const act = async (deed: (typeof DEEDS)[number], which: number, amount: number) => {
    switch (deed) {
      case 'cancel':
        return void (await cancel(which));
      case 'cancel two at once':
        return void (await Promise.all([cancel(which), cancel(which + 1)]));
      case 'die in a cancellation': {
        const dying: Payments = {
          ...payments,
          checkpoint: (at) => {
            if (at === POINTS[which % POINTS.length]) throw new Error('killed');
          },
        };
        const { enrolment = '' } = places[which % places.length] ?? {};
        return void (await cancelEnrolment(dying, enrolment, admin.user).catch(() => {}));
      }
      case 'refund outside':
        return void (await dashboard.refund(transactionId, amount).catch(() => {}));
      case 'bank refuses': {
        const sent = (await dashboard.stripe.refunds.list({ payment_intent: transactionId })).data;
        const standing = sent.filter(({ status }) => status === 'succeeded');
        const change = { next: 'failed' as const, settlesat: clock.now };
        const one = standing[which % Math.max(1, standing.length)];
        if (!one) return;
        await db.updateTable('cards_refunds').set(change).where('id', '=', one.id).execute();
        // It settles when it is next asked about.
        return void (await dashboard.stripe.refunds.list({ payment_intent: transactionId }));
      }
      case 'card service refuses':
        await refuseAll(true);
        await cancel(which);
        return void (await refuseAll(false));
      case 'keep the places':
        return void (await admin.call('POST', '/money/repair', { transactionId, keepplace: true }));
      case 'work':
        clock.now += HOUR_MS;
        return work();
    }
  };
  for (const { deed, which, amount } of history) {
    await act(deed, which, amount);
    clock.now += 1000;
  }
  // Whatever died is finished, whatever the bank refused is sent again, by an admin who does not give up.
  for (let turn = 0; turn < 4; turn++) {
    clock.now += HOUR_MS;
    await work();
    const orders = await db
      .selectFrom('orders')
      .select('state')
      .where('intentid', '=', transactionId)
      .execute();
    if (!orders.some(({ state }) => state === 'refund_failed')) break;
    await admin.call('POST', '/money/repair', { transactionId });
  }
  return transactionId;
}

test('doctor finds what the ledger has of a payment for several places and the card service has not', async () => {
  const { db } = school;
  const { checkoutid } = await payTogether(school, [6000, 4500]);
  const wrong = async () => {
    const records = { db, dialect: inject('dialect') } as Parameters<typeof checkRecords>[0];
    const found = await checkRecords(records, { now: school.clock.now, hasEmbeddedCards: true });
    return found.filter(({ state, about }) => state === 'wrong' && about.startsWith('Card'));
  };
  expect(await wrong()).toEqual([]);
  const invented = { checkoutid, orderid: null, amount: 100, seats: 0, createdat: school.clock.now };
  const rows = [
    { ...invented, _id: 'invented-1', kind: 'refund' as const, ref: 're_invented' },
    { ...invented, _id: 'invented-2', kind: 'chargeback' as const, ref: 'dp_invented' },
  ];
  await db.insertInto('ledger').values(rows).execute();
  expect((await wrong()).map(({ about }) => about)).toEqual(['Card refunds', 'Card disputes']);
  await db.deleteFrom('ledger').where('ref', 'in', ['re_invented', 'dp_invented']).execute();
});

test('whatever is cancelled, refused, refunded past the school or cut off, in whatever order, every cent is explained', async () => {
  const { db } = school;
  await fc.assert(
    fc.asyncProperty(prices, steps, async (amounts, history) => {
      const transactionId = await live(amounts, history);
      const orders = await db
        .selectFrom('orders')
        .selectAll()
        .where('intentid', '=', transactionId)
        .orderBy('_id')
        .execute();
      const intent = await school.payments.cards.readIntent(transactionId);
      expect(intent.refunded).toBeLessThanOrEqual(intent.received);
      // Who is enrolled no more has all back, and the rest of what went back lies on those who are.
      const enrolled = orders.filter(({ state }) => state === 'enrolled');
      expect(orders.filter(isPaid).map(({ state }) => state)).not.toContain('refund_due');
      expect(orders.map(({ state }) => state)).not.toContain('refund_failed');
      const owed = orders
        .filter(({ state }) => state === 'refunded')
        .reduce((sum, { amount }) => sum + amount, 0);
      expect(intent.refunded).toBeGreaterThanOrEqual(owed);
      if (enrolled.length === 0) expect(intent.refunded).toBe(intent.received);

      const { body } = await admin.call(
        'GET',
        `/money?month=${new Date(orders[0]?.paidat ?? 0).toISOString().slice(0, 7)}`,
      );
      const line = body.lines.find((one: { transactionId: string }) => one.transactionId === transactionId);
      const cents = (amount: number) => Math.round(amount * 100);
      const sumOf = (name: 'received' | 'refunded') =>
        line.items.reduce((sum: number, item: { [N in typeof name]: number }) => sum + cents(item[name]), 0);
      expect([sumOf('received'), sumOf('refunded')]).toEqual([intent.received, intent.refunded]);
      // The ledger says what the card service says.
      const rows = await db
        .selectFrom('ledger')
        .selectAll()
        .where('checkoutid', '=', orders[0]?.checkoutid ?? '')
        .execute();
      const moved = (kind: string) =>
        rows.filter((row) => row.kind === kind).reduce((sum, { amount }) => sum + amount, 0);
      expect(moved('refund') - moved('refund_failed')).toBe(intent.refunded);
    }),
    { numRuns: 6 },
  );
  const findings = await checkRecords(
    { db, dialect: inject('dialect') } as Parameters<typeof checkRecords>[0],
    { now: school.clock.now, hasEmbeddedCards: true },
  );
  const money = [
    'Charges',
    'Paid places',
    'Ledger',
    'Card charges',
    'Card refunds',
    'Seats taken',
    'Enrolments',
  ];
  expect(findings.filter(({ about, state }) => money.includes(about) && state !== 'fine')).toEqual([]);
});
