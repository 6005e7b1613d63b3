import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReconciliationLine } from '#contract/reconciliation/calls.ts';
import type { Checkpoint, Payments } from '#server/features/orders/payments.ts';
import { CardRefusal } from '#server/services/card-payments.ts';
import { openCardsDashboard } from '#tests/support/cards-dashboard.ts';
import { type Place, payTogether } from '#tests/support/checkouts.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';
import { cancelEnrolment } from './refund-order.ts';

let school: TestSchool;
let dashboard: Awaited<ReturnType<typeof openCardsDashboard>>;
let admin: Person;
const HOUR_MS = 60 * 60_000;
/** Five places, 247 of money in all. */
const PRICES = [6000, 4500, 1999, 201, 12_000];
const TOTAL = 24_700;

beforeAll(async () => {
  school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
  dashboard = await openCardsDashboard(school);
  admin = await school.signIn('admin');
});
afterAll(async () => {
  await dashboard.close();
  await school.close();
});
beforeEach(async () => {
  await school.db.updateTable('orders').set({ attention: null }).execute();
});

const work = async () => {
  for (let turn = 0; turn < 4; turn++) await school.work();
  school.clock.now += 1000;
};
const cancel = (person: Person, { enrolment }: Place) =>
  person.call('POST', `/enrolments/${enrolment}/cancel`);
const orderOf = ({ enrolment }: Place) =>
  school.db.selectFrom('orders').selectAll().where('_id', '=', enrolment).executeTakeFirstOrThrow();
const statesOf = async (places: readonly Place[]) =>
  Promise.all(places.map(async (place) => (await orderOf(place)).state));
const refundsOf = async (intentid: string) =>
  (await dashboard.stripe.refunds.list({ payment_intent: intentid })).data;
/** In cents, the smallest first. */
const sentBack = async (intentid: string) =>
  (await refundsOf(intentid)).map(({ amount }) => amount).sort((one, other) => one - other);
const repair = (transactionId: string, more: object = {}) =>
  admin.call('POST', '/money/repair', { transactionId, ...more });
const lineOf = async (transactionId: string): Promise<ReconciliationLine> => {
  const month = new Date(school.clock.now).toISOString().slice(0, 7);
  const { body } = await admin.call('GET', `/money?month=${month}`);
  return body.lines.find((line: ReconciliationLine) => line.transactionId === transactionId);
};
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
/** The ledger's seats and money of a payment. */
async function booksOf(checkoutid: string) {
  const rows = await school.db
    .selectFrom('ledger')
    .selectAll()
    .where('checkoutid', '=', checkoutid)
    .orderBy('_id')
    .execute();
  return {
    rows: rows.map(({ kind, orderid, amount }) => ({ kind, orderid, amount })),
    seats: sum(rows.map(({ seats }) => seats)),
  };
}
const mailsTo = async (person: Person, kind: string) => {
  const mails = school.db.selectFrom('mails').select('subject').where('recipient', '=', person.email);
  return (await mails.where('kind', '=', kind).orderBy('_id').execute()).map(({ subject }) => subject);
};

/** What is sent to the bank is to be refused by it. */
async function letBankRefuse(refundid: string) {
  const change = { next: 'failed' as const, settlesat: school.clock.now };
  await school.db.updateTable('cards_refunds').set(change).where('id', '=', refundid).execute();
}

describe('one of five places that were paid together', () => {
  test('is cancelled and refunded alone: its price goes back, in its name, and the others stand', async () => {
    const { parent, transactionId, places, checkoutid } = await payTogether(school, PRICES);
    const [, one, ...others] = places as [Place, Place, Place, Place, Place];
    expect(await cancel(parent, one)).toMatchObject({
      status: 200,
      body: { state: 'refunded', price: 45, currency: 'usd' },
    });
    expect(await refundsOf(transactionId)).toMatchObject([
      { amount: 4500, metadata: { order: one.enrolment } },
    ]);
    expect(await statesOf([...others, one])).toEqual(['enrolled', 'enrolled', 'enrolled', 'refunded']);
    expect(await seatsOf(school.db, one.classid)).toEqual({ free: 1, held: 0, taken: 0 });
    expect(await booksOf(checkoutid)).toEqual({
      rows: [
        { kind: 'charge', orderid: null, amount: TOTAL },
        { kind: 'refund', orderid: one.enrolment, amount: 4500 },
      ],
      seats: 4,
    });
    expect(await mailsTo(parent, 'refunded')).toEqual(['Your refund for Class 2']);
    await work();
    expect(await lineOf(transactionId)).toMatchObject({ verdict: 'matched', received: 247, refunded: 45 });
  });

  test('is shown among what ended with what came back of it, and on its receipt beside the others', async () => {
    const { parent, places } = await payTogether(school, PRICES, { names: ['Harp', 'Oboe'] });
    const [harp, oboe] = places as [Place, Place];
    await cancel(parent, oboe);
    const past = await parent.call('GET', `/pastenrolments/${parent.email}`);
    expect(past.body).toEqual([
      expect.objectContaining({ _id: oboe.enrolment, classname: 'Oboe', price: 45, returned: 45 }),
    ]);
    const { body } = await parent.call('GET', `/receipts/${harp.enrolment}`);
    expect(body).toMatchObject({ classname: 'Harp', learnername: 'Ada Lee', price: 60, returned: 0 });
    expect(body.refundedat).toBeNull();
    expect(body.items).toHaveLength(5);
    // By who learns, and then by what.
    expect(body.items.map((item: Place & { classname: string }) => item.classname)).toEqual([
      'Class 3',
      'Class 5',
      'Harp',
      'Class 4',
      'Oboe',
    ]);
    expect([body.items[2], body.items[4]]).toEqual([
      {
        _id: harp.enrolment,
        classname: 'Harp',
        learnername: 'Ada Lee',
        price: 60,
        state: 'enrolled',
        returned: 0,
      },
      {
        _id: oboe.enrolment,
        classname: 'Oboe',
        learnername: 'Bo Lee',
        price: 45,
        state: 'refunded',
        returned: 45,
      },
    ]);
    const ended = await parent.call('GET', `/receipts/${oboe.enrolment}`);
    expect(ended.body).toMatchObject({ state: 'refunded', returned: 45, refundedat: expect.any(String) });
  });

  test('cancelled twice, and with another, at once goes back once', async () => {
    const { parent, transactionId, places } = await payTogether(school, PRICES);
    const [one, other, ...rest] = places as [Place, Place, ...Place[]];
    const answers = await Promise.all([one, other, one, other, one].map((place) => cancel(parent, place)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await work();
    expect(await sentBack(transactionId)).toEqual([4500, 6000]);
    expect(await statesOf([one, other])).toEqual(['refunded', 'refunded']);
    expect(await statesOf(rest)).toEqual(['enrolled', 'enrolled', 'enrolled']);
  });
});

test('all five cancelled one after the other send back what came, to the cent', async () => {
  const { parent, transactionId, places, checkoutid } = await payTogether(school, PRICES);
  for (const at of [3, 0, 4, 2, 1]) await cancel(parent, places[at] as Place);
  expect(await sentBack(transactionId)).toEqual([201, 1999, 4500, 6000, 12_000]);
  expect((await booksOf(checkoutid)).seats).toBe(0);
  expect(await lineOf(transactionId)).toMatchObject({ verdict: 'refunded', received: 247, refunded: 247 });
});

describe('a process that ends', () => {
  const POINTS: Checkpoint[] = [
    'returns-read',
    'inside-returns',
    'refund-amount-kept',
    'refund-made',
    'returns-committed',
  ];

  test.each(POINTS)('at "%s" of a refund leaves it to the next, which makes it once', async (point) => {
    const { transactionId, places } = await payTogether(school, PRICES);
    const [one] = places as [Place];
    let isDead = false;
    const dying: Payments = {
      ...school.payments,
      checkpoint: (at) => {
        if (at === point && !isDead) {
          isDead = true;
          throw new Error('killed');
        }
      },
    };
    await expect(cancelEnrolment(dying, one.enrolment, admin.user)).rejects.toThrow('killed');
    expect(isDead).toBe(true);
    school.clock.now += HOUR_MS;
    await work();
    expect(await refundsOf(transactionId)).toMatchObject([{ amount: 6000 }]);
    expect(await statesOf(places)).toEqual(['refunded', 'enrolled', 'enrolled', 'enrolled', 'enrolled']);
  });

  test('after it made a refund, and comes back when the card service knows its key no more, makes no second one', async () => {
    const { transactionId, places } = await payTogether(school, PRICES);
    const [one] = places as [Place];
    const dying: Payments = {
      ...school.payments,
      checkpoint: (at) => {
        if (at === 'refund-made') throw new Error('killed');
      },
    };
    await expect(cancelEnrolment(dying, one.enrolment, admin.user)).rejects.toThrow('killed');
    await school.db.deleteFrom('cards_idempotency').execute();
    school.clock.now += HOUR_MS;
    await work();
    expect(await refundsOf(transactionId)).toMatchObject([{ amount: 6000 }]);
    expect(await statesOf([one])).toEqual(['refunded']);
  });
});

describe('money that goes back past the school', () => {
  test('in part is a question about those who are enrolled, asked once, and pays first for who cancels then', async () => {
    const { parent, transactionId, places } = await payTogether(school, PRICES);
    await dashboard.refund(transactionId, 5000);
    await work();
    expect(await statesOf(places)).toEqual(Array(5).fill('enrolled'));
    const { body: wanting } = await admin.call('GET', '/money/attention');
    expect(wanting).toMatchObject([
      { transactionId, verdict: 'partly-refunded', refunded: 50, attention: 'partly-refunded' },
    ]);
    expect((await admin.call('GET', '/reports/overview')).body.attention).toBe(1);
    expect((await mailsTo(admin, 'payment-partly-refunded')).slice(-1)).toEqual([
      'Part of a payment for Class 1, Class 2, Class 3, Class 4, and Class 5 was refunded',
    ]);
    expect(await mailsTo(parent, 'refunded')).toHaveLength(1);

    await cancel(parent, places[0] as Place);
    expect(await sentBack(transactionId)).toEqual([1000, 5000]);
    expect((await admin.call('GET', '/money/attention')).body).toEqual([]);
    expect(await lineOf(transactionId)).toMatchObject({ verdict: 'matched', refunded: 60 });
    // Who cancels after that gets all.
    await cancel(parent, places[1] as Place);
    expect(await sentBack(transactionId)).toEqual([1000, 4500, 5000]);
    expect(await statesOf(places.slice(0, 2))).toEqual(['refunded', 'refunded']);
  });

  test('in part, where an admin lets all keep their places, is theirs, and who cancels later gets the rest of the own price', async () => {
    const { parent, transactionId, places } = await payTogether(school, [6000, 6000]);
    const [one, other] = places as [Place, Place];
    await dashboard.refund(transactionId, 2000);
    await work();
    const kept = await repair(transactionId, { keepplace: true, kept: 100 });
    expect(kept).toMatchObject({ status: 200, body: { verdict: 'matched', attention: null } });
    await cancel(parent, one);
    expect(await sentBack(transactionId)).toEqual([2000, 5000]);
    expect(await lineOf(transactionId)).toMatchObject({ verdict: 'matched', refunded: 70 });
    await cancel(parent, other);
    expect(await lineOf(transactionId)).toMatchObject({ verdict: 'refunded', refunded: 120 });
  });

  test('in part ends all places where an admin says so, and the rest follows', async () => {
    const { transactionId, places } = await payTogether(school, PRICES);
    await dashboard.refund(transactionId, 5000);
    await work();
    const ended = await repair(transactionId, { kept: 197 });
    expect(ended).toMatchObject({
      status: 200,
      body: { verdict: 'refunded', refunded: 247, attention: null },
    });
    expect(await statesOf(places)).toEqual(Array(5).fill('refunded'));
    expect(sum(await sentBack(transactionId))).toBe(TOTAL);
  });

  test('as a whole ends every place, with one mail to admins', async () => {
    const { parent, transactionId, places, checkoutid } = await payTogether(school, PRICES);
    await cancel(parent, places[2] as Place);
    const before = (await mailsTo(admin, 'payment-refunded-outside')).length;
    await dashboard.refund(transactionId);
    await work();
    expect(await statesOf(places)).toEqual(Array(5).fill('refunded'));
    expect((await booksOf(checkoutid)).seats).toBe(0);
    expect((await mailsTo(admin, 'payment-refunded-outside')).length).toBe(before + 1);
    expect(await lineOf(transactionId)).toMatchObject({ verdict: 'refunded', attention: 'refunded-outside' });
    expect((await repair(transactionId)).body).toMatchObject({ attention: null });
    for (const { classid } of places)
      expect(await seatsOf(school.db, classid)).toEqual({ free: 1, held: 0, taken: 0 });
  });

  test('by a lost dispute ends every place and counts as gone', async () => {
    const { transactionId, places } = await payTogether(school, PRICES, { card: 'pm_card_createDispute' });
    await work();
    expect(await lineOf(transactionId)).toMatchObject({ verdict: 'matched', attention: 'disputed' });
    expect((await admin.call('GET', '/reports/overview')).body.attention).toBe(1);
    await dashboard.decide(transactionId, 'losing_evidence');
    await work();
    expect(await statesOf(places)).toEqual(Array(5).fill('refunded'));
    expect(await lineOf(transactionId)).toMatchObject({
      verdict: 'refunded',
      refunded: 247,
      attention: 'dispute-lost',
    });
  });

  test('at the moment of a cancellation, so that less is left than was asked for, is made up to the price', async () => {
    const { parent, transactionId, places } = await payTogether(school, [6000, 6000]);
    const [one, other] = places as [Place, Place];
    await cancel(parent, one);
    const { cards } = school.payments;
    let isFirst = true;
    const racing: Payments = {
      ...school.payments,
      cards: {
        ...cards,
        refund: async (...asked) => {
          if (isFirst) await dashboard.refund(transactionId, 2500);
          isFirst = false;
          return cards.refund(...asked);
        },
      },
    };
    const ended = await cancelEnrolment(racing, other.enrolment, admin.user);
    expect(ended).toMatchObject({ state: 'refunded', refundattempt: 1, attention: null });
    expect(await sentBack(transactionId)).toEqual([2500, 3500, 6000]);
  });
});

describe('the money check', () => {
  test('explains every cent of a payment for five that are in five states, also of what is not in the ledger yet', async () => {
    const { parent, transactionId, places } = await payTogether(school, PRICES);
    const [back, refused, owed, stands, lost] = places as [Place, Place, Place, Place, Place];
    await cancel(parent, back);
    await cancel(parent, refused);
    const sent = await refundsOf(transactionId);
    await letBankRefuse(sent.find(({ metadata }) => metadata?.order === refused.enrolment)?.id ?? '');
    await work();
    const silent: Payments = {
      ...school.payments,
      checkpoint: (at) => {
        if (at === 'refund-amount-kept') throw new Error('killed');
      },
    };
    await expect(cancelEnrolment(silent, owed.enrolment, admin.user)).rejects.toThrow('killed');
    await school.db.deleteFrom('enrolments').where('_id', '=', lost.enrolment).execute();
    await school.db
      .updateTable('orders')
      .set({ state: 'expired' })
      .where('_id', '=', lost.enrolment)
      .execute();

    const explained = async () => {
      const line = await lineOf(transactionId);
      const items = line.items ?? [];
      expect(sum(items.map(({ received }) => received * 100))).toBeCloseTo(line.received * 100, 6);
      expect(sum(items.map(({ refunded }) => refunded * 100))).toBeCloseTo(line.refunded * 100, 6);
      const found = new Map(items.map(({ _id, ...item }) => [_id, item]));
      return places.map(({ enrolment }) => {
        const { state, received, refunded, enrolmentid } = found.get(enrolment) ?? {};
        return [state, received, refunded, enrolmentid === enrolment];
      });
    };
    expect(await lineOf(transactionId)).toMatchObject({
      verdict: 'paid-not-enrolled',
      received: 247,
      refunded: 60,
      email: parent.email,
      classid: null,
      enrolmentid: null,
      attention: 'refund-failed',
    });
    expect(await explained()).toEqual([
      ['refunded', 60, 60, false],
      ['refund_failed', 45, 0, false],
      ['refund_due', 19.99, 0, false],
      ['enrolled', 2.01, 0, true],
      ['expired', 120, 0, false],
    ]);
    expect((await lineOf(transactionId)).items).toContainEqual(
      expect.objectContaining({
        _id: stands.enrolment,
        learnername: 'Bo Lee',
        classname: 'Class 4',
        price: 2.01,
      }),
    );
    await dashboard.refund(transactionId, 500);
    await dashboard.loseEvents();
    const parts = await explained();
    expect(sum(parts.map(([, , refunded]) => Math.round(Number(refunded) * 100)))).toBe(6500);
    expect(parts[3]).toEqual(['enrolled', 2.01, 0, true]);
  });

  test('names of a payment for one the learner and no items', async () => {
    const { transactionId } = await payTogether(school, [6000]);
    const line = await lineOf(transactionId);
    expect(line).toMatchObject({ learnername: 'Ada Lee', classname: 'Class 1' });
    expect(line).not.toHaveProperty('items');
  });
});

test('payments.csv has each movement once, what was paid together with all its classes', async () => {
  const { parent, places } = await payTogether(school, [6000, 4500], { names: ['Harp', 'Oboe'] });
  await cancel(parent, places[1] as Place);
  const { payload } = await school.app.inject({
    url: '/api/reports/payments.csv',
    headers: { authorization: `Bearer ${await admin.issue()}` },
  });
  const lines = payload.split('\r\n').filter((line) => line.includes(parent.email));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain(`,charge,105.00,USD,${parent.email},"Harp, Oboe",`);
  expect(lines[1]).toContain(`,refund,-45.00,USD,${parent.email},Oboe,`);
});

describe('a refund that does not arrive', () => {
  test('because the card service refuses it is of that place alone, and is asked for again by an admin', async () => {
    const { parent, transactionId, places } = await payTogether(school, PRICES);
    const [one, other] = places as [Place, Place];
    const refuse = async (isOn: boolean) => {
      const change = isOn
        ? { status: 'failed' as const, failure: '{}' }
        : { status: 'succeeded' as const, failure: null };
      await school.db
        .updateTable('cards_charges')
        .set(change)
        .where('intentid', '=', transactionId)
        .execute();
    };
    await refuse(true);
    expect((await cancel(parent, one)).body.state).toBe('refund_failed');
    await refuse(false);
    expect(await lineOf(transactionId)).toMatchObject({
      verdict: 'paid-not-enrolled',
      attention: 'refund-failed',
    });
    // Another is cancelled meanwhile, and gets its own.
    expect((await cancel(parent, other)).body.state).toBe('refunded');
    expect((await repair(transactionId)).body).toMatchObject({ verdict: 'matched', refunded: 105 });
    expect(await sentBack(transactionId)).toEqual([4500, 6000]);
  });

  test('is told with the sum that is still owed, without what went back before', async () => {
    const { parent, transactionId, places } = await payTogether(school, [6000, 6000]);
    const [one] = places as [Place];
    await dashboard.refund(transactionId, 4000);
    await work();
    const { cards } = school.payments;
    const refusing: Payments = {
      ...school.payments,
      cards: {
        ...cards,
        refund: async () => {
          throw new CardRefusal('refused');
        },
      },
    };
    expect(await cancelEnrolment(refusing, one.enrolment, admin.user)).toMatchObject({
      state: 'refund_failed',
    });
    const told = (await mailsOf(school, admin.email)).filter(({ kind }) => kind === 'payment-refund-failed');
    expect(told.at(-1)?.text).toContain('$20 for Class 1 could not be refunded');
    const [ended] = (await mailsOf(school, parent.email)).filter(({ kind }) => kind === 'cancelled');
    expect(ended?.text).toContain('$20 goes back to the card that you paid with.');
    school.clock.now += 1000;
    expect((await repair(transactionId)).body).toMatchObject({ verdict: 'matched', refunded: 60 });
    const log = school.db.selectFrom('changes').select(['action', 'note']).orderBy('_id');
    const notes = await log.where('subjectid', '=', one.enrolment).execute();
    expect(notes.filter(({ action }) => ['refund-failed', 'repaired'].includes(action))).toEqual([
      { action: 'refund-failed', note: '2000 usd' },
      { action: 'repaired', note: '2000 usd' },
    ]);
    expect(await sentBack(transactionId)).toEqual([2000, 4000]);
  });

  test('because the bank refuses one of two is owed again, to that place alone', async () => {
    const { parent, transactionId, places } = await payTogether(school, PRICES);
    const [one, other] = places as [Place, Place];
    await cancel(parent, one);
    await cancel(parent, other);
    const sent = await refundsOf(transactionId);
    await letBankRefuse(sent.find(({ metadata }) => metadata?.order === other.enrolment)?.id ?? '');
    await work();
    expect(await statesOf([one, other])).toEqual(['refunded', 'refund_failed']);
    expect(await orderOf(other)).toMatchObject({ attention: 'refund-failed', refundamount: null });
    expect(await lineOf(transactionId)).toMatchObject({ verdict: 'paid-not-enrolled', refunded: 60 });
    expect((await repair(transactionId)).body).toMatchObject({ verdict: 'matched', refunded: 105 });
    expect(await statesOf([one, other])).toEqual(['refunded', 'refunded']);
  });

  test('because the bank refuses what went back before, after that was counted, is followed by the rest at once', async () => {
    const { transactionId, places } = await payTogether(school, [6000, 6000]);
    const [one, other] = places as [Place, Place];
    const { id: outside } = await dashboard.refund(transactionId, 4000);
    await work();
    const { cards } = school.payments;
    let isFirst = true;
    const racing: Payments = {
      ...school.payments,
      cards: {
        ...cards,
        refund: async (...asked) => {
          if (isFirst) await letBankRefuse(outside);
          isFirst = false;
          return cards.refund(...asked);
        },
      },
    };
    const ended = await cancelEnrolment(racing, one.enrolment, admin.user);
    expect(ended).toMatchObject({ state: 'refunded', attention: null, refundattempt: 1 });
    expect(ended.reason).toBe('The school cancelled the enrolment.');
    const sent = (await refundsOf(transactionId)).filter(({ status }) => status === 'succeeded');
    expect(sent.map(({ amount, metadata }) => [amount, metadata?.order]).sort()).toEqual([
      [2000, one.enrolment],
      [4000, one.enrolment],
    ]);
    expect(await statesOf([one, other])).toEqual(['refunded', 'enrolled']);
    expect(await lineOf(transactionId)).toMatchObject({ verdict: 'matched', received: 120, refunded: 60 });
  });

  test('because the bank refuses it at once says that it was the bank', async () => {
    const { transactionId, places } = await payTogether(school, [6000, 6000]);
    const [one] = places as [Place, Place];
    const { cards } = school.payments;
    const refused: Payments = {
      ...school.payments,
      cards: {
        ...cards,
        refund: async (...asked) => {
          const made = await cards.refund(...asked);
          await letBankRefuse(made.id);
          return made;
        },
      },
    };
    const ended = await cancelEnrolment(refused, one.enrolment, admin.user);
    expect(ended).toMatchObject({
      state: 'refund_failed',
      attention: 'refund-failed',
      reason: 'The bank did not accept the refund.',
    });
    expect((await repair(transactionId)).body).toMatchObject({ verdict: 'matched', refunded: 60 });
  });

  test('because of a dispute is owed still once that is won, and nothing says any more that it is under way', async () => {
    const { parent, transactionId, places } = await payTogether(school, PRICES, {
      card: 'pm_card_createDispute',
    });
    const [one, ...others] = places as [Place, ...Place[]];
    await work();
    await cancel(parent, one);
    expect(await orderOf(one)).toMatchObject({
      state: 'refund_failed',
      attention: 'disputed',
      reason: 'The payment is disputed at the bank, so that it cannot be refunded now.',
    });
    await dashboard.decide(transactionId, 'winning_evidence');
    await work();
    expect(await orderOf(one)).toMatchObject({
      state: 'refund_failed',
      attention: 'refund-failed',
      reason: 'The payment was disputed at the bank. The school may keep it, and the refund is still owed.',
    });
    expect((await booksOf((await orderOf(one)).checkoutid ?? '')).seats).toBe(5);
    expect(await lineOf(transactionId)).toMatchObject({ verdict: 'paid-not-enrolled', refunded: 0 });
    expect((await repair(transactionId)).body).toMatchObject({ verdict: 'matched', refunded: 60 });
    expect(await statesOf([one, ...others])).toEqual(['refunded', ...Array(4).fill('enrolled')]);
  });

  test('because of a dispute is not told as one that failed when another place of the payment is cancelled', async () => {
    const { parent, transactionId, places } = await payTogether(school, PRICES, {
      card: 'pm_card_createDispute',
    });
    const [one, other] = places as [Place, Place];
    await work();
    await cancel(parent, one);
    const told = async () => (await mailsTo(admin, 'payment-refund-failed')).length;
    const before = await told();
    await cancel(parent, other);
    await work();
    expect(await told()).toBe(before);
    const orders = school.db.selectFrom('orders').select('attention').where('intentid', '=', transactionId);
    expect((await orders.execute()).map(({ attention }) => attention)).toEqual(Array(5).fill('disputed'));
  });

  test('because of a dispute says so, and lost, nothing is owed any more', async () => {
    const { parent, transactionId, places } = await payTogether(school, PRICES, {
      card: 'pm_card_createDispute',
    });
    await work();
    expect((await cancel(parent, places[0] as Place)).body.state).toBe('refund_failed');
    expect(await orderOf(places[0] as Place)).toMatchObject({ attention: 'disputed' });
    await dashboard.decide(transactionId, 'losing_evidence');
    await work();
    expect(await statesOf(places)).toEqual(Array(5).fill('refunded'));
    expect(await lineOf(transactionId)).toMatchObject({ verdict: 'refunded', refunded: 247 });
  });
});
