import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { isWrong } from '#contract/reconciliation/calls.ts';
import type { StatementLine } from '#contract/statement/calls.ts';
import { checkRecords } from '#server/admin/check-records.ts';
import { settleFamilyPayment } from '#server/features/familypayments/index.ts';
import type { Checkpoint, Payments } from '#server/features/orders/index.ts';
import { refundOrder, settleReturns } from '#server/features/refunds/index.ts';
import { AppError } from '#server/http/errors.ts';
import { CardRefusal } from '#server/services/card-payments.ts';
import { openCardsDashboard } from '#tests/support/cards-dashboard.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { confirmCard, enrol, record } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { giveBack } from './give-back.ts';
import { workRefunds } from './work-refunds.ts';

const HOUR_MS = 60 * 60_000;

let school: TestSchool;
let dashboard: Awaited<ReturnType<typeof openCardsDashboard>>;
let admin: Person;
let parent: Person;
let key = 0;

beforeAll(async () => {
  school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class', CANCEL_UNTIL_HOURS: '9999' } });
  dashboard = await openCardsDashboard(school);
  admin = await school.signIn('admin');
});
beforeEach(async () => {
  school.clock.now += 1000;
  parent = await school.signIn('student');
});
afterAll(async () => {
  await work();
  const { lines, next } = (await admin.call('GET', '/money')).body;
  expect(next).toBeNull();
  expect(lines.filter(({ verdict }: { verdict: never }) => isWrong(verdict))).toEqual([]);
  const records = { db: school.db, dialect: inject('dialect'), close: async () => {} };
  const findings = await checkRecords(records, { now: school.clock.now, hasEmbeddedCards: true });
  expect(findings.filter(({ state }) => state === 'wrong')).toEqual([]);
  await dashboard.close();
  await school.close();
});

const work = async () => {
  for (let times = 0; times < 9 && (await school.work()) > 0; times++);
};
/** A place by card, in a class of its own. */
async function pay(price: number, person = parent) {
  school.clock.now += 1000;
  const { _id } = await school.addClass({ classname: 'Cello', price: price * 100 });
  return { classid: _id, ...(await enrol(school, person, _id, price)) };
}
/** Two places that one payment pays. */
async function payTogether(prices: readonly [number, number]) {
  const classes = await Promise.all(prices.map((price) => school.addClass({ price: price * 100 })));
  const items = classes.map(({ _id }) => ({ classid: _id }));
  const { body } = await parent.call('POST', '/checkout', { items });
  const { id } = await confirmCard(school, body.clientSecret);
  await record(parent, classes[0]?._id ?? '', id, prices[0] + prices[1]);
  const orders = await school.db.selectFrom('orders').selectAll().where('intentid', '=', id).execute();
  return {
    transactionId: id,
    enrolments: classes.map(({ _id }) => orders.find(({ classid }) => classid === _id)?._id ?? ''),
  };
}
const credit = (amount: number) =>
  admin.call('POST', '/charges', {
    ...{ userid: parent.user._id, kind: 'credit', label: 'Thank you', amount },
    ...{ day: '2026-09-01', key: `c${++key}` },
  });
const refund = (amount: number, more: object = {}, query = '') =>
  admin.call('POST', `/refunds${query}`, { userid: parent.user._id, amount, key: `r${++key}`, ...more });
const cancel = (id: string) => admin.call('POST', `/enrolments/${id}/cancel`);
const statementOf = async () =>
  (await parent.call('GET', '/account/statement')).body as { balance: number; lines: StatementLine[] };
const storyOf = async () =>
  (await statementOf()).lines.map(({ kind, amount, balance }) => `${kind} ${amount} ${balance}`);
const sentTo = async (intent: string) =>
  (await dashboard.stripe.refunds.list({ payment_intent: intent })).data
    .filter(({ status }) => status !== 'failed')
    .map(({ amount }) => amount / 100)
    .toSorted((one, other) => one - other);
const stateOf = async (id: string) =>
  (await school.db.selectFrom('orders').select('state').where('_id', '=', id).executeTakeFirst())?.state;

describe('credit goes back', () => {
  test('to the card of the newest payment that can take it, as far as there is one', async () => {
    const older = await pay(80);
    const newer = await pay(30);
    await credit(50);
    const { status, body } = await refund(50);
    expect(status).toBe(200);
    expect(body).toMatchObject({ card: 50, byhand: 0, cardstate: 'done', cardlast4: '4242' });
    expect(await sentTo(older.transactionId)).toEqual([50]);
    expect(await sentTo(newer.transactionId)).toEqual([]);
    expect((await storyOf()).slice(-2)).toEqual(['credit -50 -50', 'refund 50 0']);
    expect(await stateOf(older.enrolment)).toBe('enrolled');
    const mails = await mailsOf(school, parent.email);
    expect(mails.filter(({ kind }) => kind === 'refunded')).toHaveLength(1);
  });

  test('the rest by hand, which is recorded', async () => {
    const { transactionId } = await pay(30);
    await credit(50);
    const { body } = await refund(50, { kind: 'cash' });
    expect(body).toMatchObject({ card: 30, byhand: 20, kind: 'cash', cardstate: 'done' });
    expect(await sentTo(transactionId)).toEqual([30]);
    expect((await statementOf()).balance).toBe(0);
    expect((await storyOf()).slice(-2).sort()).toEqual([
      expect.stringMatching(/^cash_refund 20 /),
      expect.stringMatching(/^refund 30 /),
    ]);
  });

  test('by hand alone where nothing was paid by card', async () => {
    await admin.call('POST', '/movements', {
      ...{ userid: parent.user._id, kind: 'transfer', amount: 40, day: '2026-09-01', key: `m${++key}` },
    });
    expect((await refund(40)).body).toMatchObject({
      card: 0,
      byhand: 40,
      kind: 'transfer',
      cardstate: 'none',
    });
    expect((await storyOf()).at(-1)).toBe('transfer_refund 40 0');
  });

  test('never more than the credit, whatever is on its way for places that ended', async () => {
    const { enrolment } = await pay(80);
    expect((await refund(1)).body.code).toBe('more-than-credit');
    await credit(20);
    const refused = await refund(20.01);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'more-than-credit', detail: expect.stringContaining('$20') });
    // What a place in cash is owed back is given back at the place.
    const { _id: classid } = await school.addClass({ price: 5000 });
    const given = await admin.call('POST', '/enrolments', {
      classid,
      learnerid: parent.learnerid,
      pay: 'cash',
    });
    await cancel(given.body.insertedId);
    expect((await statementOf()).balance).toBe(-70);
    expect((await refund(21)).body.code).toBe('more-than-credit');
    expect((await refund(20)).status).toBe(200);
    expect((await refund(1)).body.code).toBe('more-than-credit');
    await admin.call('PUT', `/enrolments/${given.body.insertedId}/returned`, {
      kind: 'cash',
      key: `k${++key}`,
    });
    await cancel(enrolment);
    await work();
  });

  test('a dry run says what would go where, and does nothing', async () => {
    const { transactionId } = await pay(30);
    await credit(50);
    const { body } = await refund(50, { kind: 'cash' }, '?dry=1');
    expect(body).toEqual({
      ...{ card: 30, byhand: 20, kind: 'cash', cardstate: 'due', cardlast4: '4242', currency: 'usd' },
    });
    expect(await sentTo(transactionId)).toEqual([]);
    expect((await statementOf()).balance).toBe(-50);
  });

  test('once by one key, also where it is asked for twice at once; two at once never more than there is', async () => {
    const { transactionId } = await pay(80);
    await credit(60);
    const twice = await Promise.all([refund(30, { key: 'same' }), refund(30, { key: 'same' })]);
    expect(new Set(twice.map(({ body }) => body.insertedId)).size).toBe(1);
    // What one takes is being written down while another looks at what is left.
    const rivals = await Promise.all(Array.from({ length: 6 }, () => refund(10)));
    const taken = rivals.map(({ status, body }) => (status === 200 ? 'taken' : body.code)).sort();
    expect(taken).toEqual([...Array(3).fill('more-than-credit'), ...Array(3).fill('taken')]);
    expect(await sentTo(transactionId)).toEqual([10, 10, 10, 30]);
    expect((await statementOf()).balance).toBe(0);
  });

  test('what went back pays no invoice any more', async () => {
    await credit(50);
    await refund(30);
    const fee = await admin.call('POST', '/charges', {
      ...{ userid: parent.user._id, kind: 'fee', label: 'Exam', amount: 60 },
      ...{ day: '2026-09-01', key: `f${++key}` },
    });
    const body = { userid: parent.user._id, chargeids: [fee.body.insertedId] };
    const { insertedId } = (await admin.call('POST', '/invoices', body)).body;
    expect((await admin.call('GET', `/invoices/${insertedId}`)).body.open).toBe(40);
    expect((await statementOf()).balance).toBe(40);
  });

  test('is not for the office, teachers and families', async () => {
    for (const role of ['office', 'instructor', 'student'] as const)
      expect((await (await school.signIn(role)).call('POST', '/refunds', {})).status).toBe(403);
    expect((await refund(1, { userid: 'unknown' })).body.code).toBe('user-not-found');
  });
});

describe('a place is cancelled whose payment gave credit back', () => {
  test('to the card goes what has not gone, the rest is credit', async () => {
    const { transactionId, enrolment } = await pay(80);
    await credit(30);
    await refund(30);
    await cancel(enrolment);
    await work();
    expect(await sentTo(transactionId)).toEqual([30, 50]);
    expect(await stateOf(enrolment)).toBe('refunded');
    expect((await statementOf()).balance).toBe(-30);
    // It is credit as any other; no card takes it any more.
    expect((await refund(30)).body).toMatchObject({ card: 0, byhand: 30 });
    expect((await statementOf()).balance).toBe(0);
  });

  test('all of it, where all has gone', async () => {
    const { transactionId, enrolment } = await pay(80);
    await credit(80);
    await refund(80);
    await cancel(enrolment);
    await work();
    expect(await sentTo(transactionId)).toEqual([80]);
    expect(await stateOf(enrolment)).toBe('refunded');
    expect((await statementOf()).balance).toBe(-80);
  });

  test('of two that one payment paid, the last is short', async () => {
    const { transactionId, enrolments } = await payTogether([80, 50]);
    await credit(30);
    await refund(30);
    for (const [at, id] of enrolments.entries()) {
      await cancel(id);
      await work();
      expect(await sentTo(transactionId)).toEqual(at === 0 ? [30, 80] : [20, 30, 80]);
      expect(await stateOf(id)).toBe('refunded');
    }
    expect((await statementOf()).balance).toBe(-30);
  });
});

test('what a card cannot take back pays the open invoices of the family', async () => {
  const { enrolment } = await pay(80);
  await credit(30);
  await refund(30);
  const fee = { userid: parent.user._id, kind: 'fee', label: 'Exam', amount: 50, day: '2026-09-01' };
  const { body } = await admin.call('POST', '/charges', { ...fee, key: `f${++key}` });
  const issued = { userid: parent.user._id, chargeids: [body.insertedId] };
  const { insertedId } = (await admin.call('POST', '/invoices', issued)).body;
  await cancel(enrolment);
  await work();
  expect((await admin.call('GET', `/invoices/${insertedId}`)).body.open).toBe(20);
  expect((await statementOf()).balance).toBe(20);
});

test('of two places of one payment that end at once, neither is asked more than the card can take', async () => {
  for (let round = 0; round < 5; round++) {
    parent = await school.signIn('student');
    const { transactionId, enrolments } = await payTogether([80, 50]);
    await credit(30);
    await refund(30);
    await Promise.all(enrolments.map(cancel));
    await work();
    const sent = await sentTo(transactionId);
    expect(sent.reduce((sum: number, one: number) => sum + one, 0)).toBe(130);
    for (const id of enrolments) expect(await stateOf(id)).toBe('refunded');
    expect((await statementOf()).balance).toBe(-30);
  }
});

/** What a process that dies leaves behind: nothing after this line of it runs. */
class Killed extends Error {}
const dyingAt = (point: Checkpoint): Payments => ({
  ...school.payments,
  checkpoint: (at) => {
    if (at === point) throw new Killed(at);
  },
});
const giving = (amount: number) => ({
  ...{ userid: parent.user._id, amount: amount * 100, kind: 'cash' as const, key: `g${++key}` },
  actor: admin.user,
});
const later = async () => {
  school.clock.now += 2 * 60_000;
  await workRefunds(school.payments);
};

describe('whatever goes wrong, it goes once', () => {
  test.each<Checkpoint>([
    'credit-refund-noted',
    'credit-refund-made',
    'inside-credit-refund',
    'credit-refund-recorded',
  ])('killed at %s: the workers finish it', async (point) => {
    const { transactionId } = await pay(80);
    await credit(90);
    const asked = giving(90);
    await expect(giveBack(dyingAt(point), asked, { isDry: false })).rejects.toThrow(Killed);
    // Nothing more than the credit can be asked for meanwhile.
    expect((await refund(1)).body.code).toBe('more-than-credit');
    await later();
    await giveBack(school.payments, asked, { isDry: false });
    expect(await sentTo(transactionId)).toEqual([80]);
    expect((await statementOf()).balance).toBe(0);
    expect((await storyOf()).filter((line) => /refund/.test(line))).toHaveLength(2);
  });

  test('killed while a cancelled place counts what has gone', async () => {
    const { transactionId, enrolment } = await pay(80);
    await credit(30);
    await refund(30);
    const order = await school.db
      .updateTable('orders')
      .set({ updatedat: school.clock.now })
      .where('_id', '=', enrolment)
      .returningAll()
      .executeTakeFirstOrThrow();
    await expect(
      (async () => {
        await cancel(enrolment);
        await refundOrder(dyingAt('taken-counted'), { ...order, state: 'refund_due' });
      })(),
    ).rejects.toThrow(Killed);
    await work();
    expect(await sentTo(transactionId)).toEqual([30, 50]);
    expect((await statementOf()).balance).toBe(-30);
  });

  test('the answer is lost, and the event that says so comes twice', async () => {
    const { transactionId, enrolment } = await pay(80);
    await credit(30);
    const { cards } = school.payments;
    const lost: Payments = {
      ...school.payments,
      cards: {
        ...cards,
        refund: async (...of) => {
          await cards.refund(...of);
          throw new AppError('provider-unavailable');
        },
      },
    };
    expect((await giveBack(lost, giving(30), { isDry: false })).state).toBe('due');
    expect((await statementOf()).balance).toBe(-30);
    const order = await school.db
      .selectFrom('orders')
      .selectAll()
      .where('_id', '=', enrolment)
      .executeTakeFirstOrThrow();
    for (const _ of [1, 2]) await settleReturns(school.payments, order, { disputed: false });
    await work();
    await later();
    expect(await sentTo(transactionId)).toEqual([30]);
    expect((await storyOf()).slice(-1)).toEqual(['refund 30 0']);
    expect(await stateOf(enrolment)).toBe('enrolled');
  });

  test('the card service is silent, and a day later has forgotten the key', async () => {
    const { transactionId } = await pay(80);
    await credit(30);
    const silent: Payments = {
      ...school.payments,
      cards: {
        ...school.payments.cards,
        listRefunds: () => Promise.reject(new AppError('provider-unavailable')),
      },
    };
    expect((await giveBack(silent, giving(30), { isDry: false })).state).toBe('due');
    await workRefunds(silent);
    expect(await sentTo(transactionId)).toEqual([]);
    school.clock.now += 30 * HOUR_MS;
    admin = await school.signIn('admin');
    await later();
    await later();
    expect(await sentTo(transactionId)).toEqual([30]);
    expect((await statementOf()).balance).toBe(0);
  });

  test('the card service refuses: it is credit still, and goes by hand when it is asked for again', async () => {
    const { transactionId } = await pay(80);
    await credit(30);
    const refusing: Payments = {
      ...school.payments,
      cards: { ...school.payments.cards, refund: () => Promise.reject(new CardRefusal('expired')) },
    };
    expect((await giveBack(refusing, giving(30), { isDry: false })).state).toBe('refused');
    expect((await statementOf()).balance).toBe(-30);
    expect((await refund(30)).body).toMatchObject({ card: 0, byhand: 30 });
    expect(await sentTo(transactionId)).toEqual([]);
    expect((await statementOf()).balance).toBe(0);
  });

  test('the bank refuses it days later: it is credit again', async () => {
    const { transactionId, enrolment } = await pay(80);
    await credit(30);
    await refund(30);
    const refusal = { next: 'failed' as const, settlesat: school.clock.now };
    await school.db.updateTable('cards_refunds').set(refusal).where('intentid', '=', transactionId).execute();
    await dashboard.stripe.refunds.list({ payment_intent: transactionId });
    await work();
    expect((await storyOf()).slice(-2)).toEqual(['refund 30 0', 'refund_failed -30 -30']);
    expect(await stateOf(enrolment)).toBe('enrolled');
    expect((await refund(30)).body).toMatchObject({ card: 0, byhand: 30 });
    await cancel(enrolment);
    await work();
    expect(await sentTo(transactionId)).toEqual([80]);
    expect((await statementOf()).balance).toBe(0);
  });
});

/** A payment by card for an invoice; gives the invoice and what the card service calls the payment. */
async function payInvoice(amount: number) {
  school.clock.now += 1000;
  const fee = await admin.call('POST', '/charges', {
    ...{ userid: parent.user._id, kind: 'fee', label: 'Exam', amount, day: '2026-09-01', key: `f${++key}` },
  });
  const body = { userid: parent.user._id, chargeids: [fee.body.insertedId] };
  const { insertedId: invoice } = (await admin.call('POST', '/invoices', body)).body;
  const asked = await parent.call('POST', `/invoices/${invoice}/pay`, {});
  const { id: transactionId } = await confirmCard(school, asked.body.clientSecret);
  expect((await parent.call('POST', `/invoices/${invoice}/paid`, { transactionId })).status).toBe(200);
  return { invoice, transactionId };
}
const openOf = async (invoice: string) => (await admin.call('GET', `/invoices/${invoice}`)).body.open;

describe('credit goes back to the card that paid an invoice', () => {
  test('as far as that payment has it still, and the invoice stays paid', async () => {
    const older = await pay(10);
    const { invoice, transactionId } = await payInvoice(80);
    await credit(90);
    expect((await refund(30)).body).toMatchObject({ card: 30, byhand: 0, cardstate: 'done' });
    expect((await refund(60)).body).toMatchObject({ card: 50, byhand: 10 });
    expect(await sentTo(transactionId)).toEqual([30, 50]);
    expect(await sentTo(older.transactionId)).toEqual([]);
    expect(await openOf(invoice)).toBe(0);
    expect((await statementOf()).balance).toBe(0);
  });

  test('what was refunded past the school is not there any more', async () => {
    const { invoice, transactionId } = await payInvoice(80);
    await dashboard.refund(transactionId, 5000);
    await settleFamilyPayment(school.payments, transactionId);
    expect(await openOf(invoice)).toBe(50);
    await credit(90);
    // A credit pays what is open first.
    expect(await openOf(invoice)).toBe(0);
    expect((await refund(40)).body).toMatchObject({ card: 30, byhand: 10 });
    expect(await sentTo(transactionId)).toEqual([30, 50]);
    expect((await statementOf()).balance).toBe(0);
  });

  test('what was refunded past the school and is refused by the bank pays the invoice again', async () => {
    const { invoice, transactionId } = await payInvoice(80);
    await dashboard.refund(transactionId, 8000);
    await settleFamilyPayment(school.payments, transactionId);
    expect(await openOf(invoice)).toBe(80);
    const refusal = { next: 'failed' as const, settlesat: school.clock.now };
    await school.db.updateTable('cards_refunds').set(refusal).where('intentid', '=', transactionId).execute();
    await dashboard.stripe.refunds.list({ payment_intent: transactionId });
    for (const _ of [1, 2]) await settleFamilyPayment(school.payments, transactionId);
    expect(await openOf(invoice)).toBe(0);
    expect((await statementOf()).balance).toBe(0);
  });

  test.each<Checkpoint>([
    'credit-refund-noted',
    'credit-refund-made',
    'inside-credit-refund',
    'credit-refund-recorded',
  ])('killed at %s, and told twice by its event: once', async (point) => {
    const { invoice, transactionId } = await payInvoice(80);
    await credit(30);
    await expect(giveBack(dyingAt(point), giving(30), { isDry: false })).rejects.toThrow(Killed);
    expect((await refund(1)).body.code).toBe('more-than-credit');
    for (const _ of [1, 2]) await settleFamilyPayment(school.payments, transactionId);
    await later();
    for (const _ of [1, 2]) await settleFamilyPayment(school.payments, transactionId);
    expect(await sentTo(transactionId)).toEqual([30]);
    expect((await storyOf()).filter((line) => /refund/.test(line))).toEqual(['refund 30 0']);
    expect(await openOf(invoice)).toBe(0);
  });

  test('the bank refuses it days later: it is credit again, and goes by hand', async () => {
    const { invoice, transactionId } = await payInvoice(80);
    await credit(30);
    await refund(30);
    const refusal = { next: 'failed' as const, settlesat: school.clock.now };
    await school.db.updateTable('cards_refunds').set(refusal).where('intentid', '=', transactionId).execute();
    await dashboard.stripe.refunds.list({ payment_intent: transactionId });
    await settleFamilyPayment(school.payments, transactionId);
    await later();
    expect((await storyOf()).slice(-2)).toEqual(['refund 30 0', 'refund_failed -30 -30']);
    expect((await refund(30)).body).toMatchObject({ card: 0, byhand: 30 });
    expect(await openOf(invoice)).toBe(0);
    expect((await statementOf()).balance).toBe(0);
  });
});

test('two families become one with what was refunded, and part again', async () => {
  await pay(80);
  await credit(30);
  await refund(30);
  const other = await school.signIn('student');
  const ids = { keep: other.user._id, drop: parent.user._id };
  const { body } = await admin.call('POST', '/families/merge', ids);
  expect((await other.call('GET', '/account/statement')).body.balance).toBe(0);
  await admin.call('DELETE', `/families/merge/${body.insertedId}`);
  const apart = await admin.call('GET', `/families/${parent.user._id}/statement`);
  expect(apart.body.lines.map(({ kind }: StatementLine) => kind).sort()).toEqual([
    ...['charge', 'credit', 'place', 'refund'],
  ]);
  expect(apart.body.balance).toBe(0);
  const rows = school.db.selectFrom('familyrefunds').select('userid').where('userid', '=', parent.user._id);
  expect(await rows.execute()).toHaveLength(1);
});
