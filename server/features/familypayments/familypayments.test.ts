import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openCardsDashboard } from '#tests/support/cards-dashboard.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { confirmCard } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { endFamilyPayment, settleFamilyPayment } from './settle-family-payment.ts';

let school: TestSchool;
let admin: Person;
let parent: Person;
let key = 0;

beforeAll(async () => {
  school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
  admin = await school.signIn('admin');
});
beforeEach(async () => {
  parent = await school.signIn('student');
});
afterAll(() => school.close({ typed: ['Wrong class'] }));

/** Invoices the family for a fee; gives the invoice's id. */
async function invoiced(amount = 25, person = parent): Promise<string> {
  const userid = person.user._id;
  const fee = { kind: 'fee', label: 'Exam in March', amount, day: '2026-09-01', key: `k${++key}` };
  const { body: charge } = await admin.call('POST', '/charges', { ...fee, userid });
  const { status, body } = await admin.call('POST', '/invoices', { userid, chargeids: [charge.insertedId] });
  expect(status).toBe(200);
  return body.insertedId;
}
const pay = (id: string, others: readonly string[] = [], person = parent) =>
  person.call('POST', `/invoices/${id}/pay`, { invoiceids: others });
const paid = (id: string, transactionId: string, person = parent) =>
  person.call('POST', `/invoices/${id}/paid`, { transactionId });
const byHand = (amount: number, person = parent) =>
  admin.call('POST', '/movements', {
    ...{ userid: person.user._id, kind: 'cash', amount, day: '2026-09-01', key: `p${++key}` },
  });
const openOf = async (id: string, person = parent): Promise<number> =>
  (await person.call('GET', `/invoices/${id}`)).body.open;
const balanceOf = async (person = parent): Promise<number> =>
  (await person.call('GET', '/account/statement')).body.balance;
const rowsOf = (person = parent) =>
  school.db.selectFrom('familypayments').selectAll().where('userid', '=', person.user._id).execute();
const ledgerOf = (person = parent) =>
  school.db
    .selectFrom('ledger')
    .select(['kind', 'amount'])
    .where('userid', '=', person.user._id)
    .orderBy('kind')
    .execute();
const lineOf = async (transactionId: string) =>
  (await admin.call('GET', '/money?month=2026-09')).body.lines.find(
    (line: { transactionId: string }) => line.transactionId === transactionId,
  );

/** Pays with a good card, and has not told the school. */
async function confirmed(id: string, others: readonly string[] = []): Promise<string> {
  const { status, body } = await pay(id, others);
  expect(status).toBe(200);
  return (await confirmCard(school, body.clientSecret)).id;
}

test('an invoice is paid by card: the ledger, the invoice, the statement and a mail say so', async () => {
  const id = await invoiced();
  const { body } = await pay(id);
  expect(body).toEqual({
    clientSecret: expect.stringContaining('_secret_'),
    price: 25,
    currency: 'usd',
    holduntil: expect.any(String),
  });
  const { id: transactionId } = await confirmCard(school, body.clientSecret);
  for (const _ of [1, 2]) expect((await paid(id, transactionId)).body).toEqual({ paid: 25 });
  expect(await openOf(id)).toBe(0);
  expect(await balanceOf()).toBe(0);
  expect(await ledgerOf()).toEqual([{ kind: 'charge', amount: 2500 }]);
  expect(await lineOf(transactionId)).toMatchObject({ verdict: 'matched', received: 25, forinvoices: true });
  const mails = await school.db
    .selectFrom('mails')
    .select('kind')
    .where('recipient', '=', parent.email)
    .where('kind', '=', 'card-payment')
    .execute();
  expect(mails).toHaveLength(1);
  expect((await pay(id)).body.code).toBe('nothing-to-pay');
});

test('several invoices are paid at once, and asked again it is the same payment', async () => {
  const [first, second] = [await invoiced(25), await invoiced(10)];
  const { body } = await pay(second, [first]);
  expect(body.price).toBe(35);
  expect((await pay(first, [second])).body.clientSecret).toBe(body.clientSecret);
  const { id: transactionId } = await confirmCard(school, body.clientSecret);
  expect((await paid(second, transactionId)).status).toBe(200);
  expect([await openOf(first), await openOf(second)]).toEqual([0, 0]);
});

test('another payment than before ends that, and one that was paid is recorded first', async () => {
  const [first, second] = [await invoiced(25), await invoiced(10)];
  const before = (await pay(first)).body.clientSecret;
  expect((await pay(second)).status).toBe(200);
  expect((await confirmCard(school, before)).status).not.toBe(200);
  expect((await rowsOf()).map(({ state }) => state)).toEqual(['ended', 'open']);
  await confirmed(second);
  expect((await pay(second)).body.code).toBe('nothing-to-pay');
  expect(await openOf(second)).toBe(0);
  expect(await ledgerOf()).toHaveLength(1);
});

test('what the card service’s event tells is recorded without the page, once', async () => {
  const id = await invoiced();
  const transactionId = await confirmed(id);
  await school.work();
  expect(await openOf(id)).toBe(0);
  for (const _ of [1, 2]) await settleFamilyPayment(school.payments, transactionId);
  expect((await paid(id, transactionId)).body).toEqual({ paid: 25 });
  expect(await ledgerOf()).toHaveLength(1);
});

test('a payment of two processes at once is one', async () => {
  const id = await invoiced();
  const transactionId = await confirmed(id);
  await Promise.all([1, 2, 3].map(() => settleFamilyPayment(school.payments, transactionId)));
  expect(await ledgerOf()).toEqual([{ kind: 'charge', amount: 2500 }]);
  expect(await openOf(id)).toBe(0);
});

describe('what changes while a card is entered', () => {
  test('an invoice that was paid at the school meanwhile leaves credit', async () => {
    const id = await invoiced();
    const { clientSecret } = (await pay(id)).body;
    await byHand(25);
    const { id: transactionId } = await confirmCard(school, clientSecret);
    expect((await paid(id, transactionId)).status).toBe(200);
    expect(await balanceOf()).toBe(-25);
    // The credit pays the next.
    expect(await openOf(await invoiced(20))).toBe(0);
    expect(await balanceOf()).toBe(-5);
    expect((await lineOf(transactionId)).verdict).toBe('matched');
  });

  test('one that was made void leaves credit, or pays what else is open', async () => {
    const [id, other] = [await invoiced(25), await invoiced(40)];
    const { clientSecret } = (await pay(id)).body;
    await admin.call('POST', `/invoices/${id}/void`, { reason: 'Wrong class', strike: true });
    const { id: transactionId } = await confirmCard(school, clientSecret);
    expect((await paid(id, transactionId)).status).toBe(200);
    expect(await openOf(other)).toBe(15);
    expect(await balanceOf()).toBe(15);
  });

  test('the account that is merged into another brings its payment along', async () => {
    const id = await invoiced();
    const transactionId = await confirmed(id);
    const kept = await school.signIn('student');
    const both = { keep: kept.user._id, drop: parent.user._id };
    expect((await admin.call('POST', '/families/merge', both)).status).toBe(200);
    await school.work();
    expect(await openOf(id, kept)).toBe(0);
    expect(await balanceOf(kept)).toBe(0);
    expect((await paid(id, transactionId, kept)).body).toEqual({ paid: 25 });
  });

  test('a payment that is not made in its time is cancelled, unless it was paid', async () => {
    const [first, second] = [await invoiced(), await invoiced(10)];
    const { clientSecret } = (await pay(first)).body;
    school.clock.now += 61 * 60_000;
    await school.work();
    expect((await rowsOf()).map(({ state }) => state)).toEqual(['ended']);
    expect((await confirmCard(school, clientSecret)).status).not.toBe(200);
    await confirmed(second);
    const [, open] = await rowsOf();
    if (!open) throw new Error('A payment is open.');
    await endFamilyPayment(school.payments, open);
    expect(await openOf(second)).toBe(0);
  });
});

test('what went back at the card service opens the invoice again, and the money check knows it', async () => {
  const id = await invoiced();
  const transactionId = await confirmed(id);
  await paid(id, transactionId);
  const dashboard = await openCardsDashboard(school);
  await dashboard.refund(transactionId, 1000);
  await school.work();
  await settleFamilyPayment(school.payments, transactionId);
  expect(await ledgerOf()).toEqual([
    { kind: 'charge', amount: 2500 },
    { kind: 'refund', amount: 1000 },
  ]);
  expect(await openOf(id)).toBe(10);
  expect(await balanceOf()).toBe(10);
  expect(await lineOf(transactionId)).toMatchObject({ verdict: 'matched', refunded: 10 });
});

test('every admin gets an email once a card payment of invoices is disputed, and once alone', async () => {
  const dashboard = await openCardsDashboard(school);
  const id = await invoiced();
  const { body } = await pay(id);
  const { id: transactionId } = await confirmCard(school, body.clientSecret, 'pm_card_createDispute');
  await paid(id, transactionId);
  for (const _ of [1, 2]) await settleFamilyPayment(school.payments, transactionId);
  const disputed = (await mailsOf(school, admin.email)).filter(({ kind }) => kind === 'invoices-disputed');
  expect(disputed).toHaveLength(1);
  expect(disputed[0]?.subject).toBe('A card payment of invoices is disputed');
  expect(disputed[0]?.text).toContain(`The card payment of $25 for invoices by ${parent.email} is disputed`);
  expect(await openOf(id)).toBe(0);
  await dashboard.decide(transactionId, 'losing_evidence');
  while ((await school.work()) > 0);
  expect(await openOf(id)).toBe(25);
  await dashboard.close();
});

test('the money check finds a payment that the ledger has with another sum', async () => {
  const id = await invoiced();
  const transactionId = await confirmed(id);
  await paid(id, transactionId);
  const [row] = await rowsOf();
  const broken = school.db.updateTable('ledger').where('_id', '=', row?.ledgerid ?? '');
  await broken.set({ amount: 2400 }).execute();
  expect((await lineOf(transactionId)).verdict).toBe('ledger-differs');
  await broken.set({ amount: 2500 }).execute();
  expect((await lineOf(transactionId)).verdict).toBe('matched');
});

test('the card can be saved with it, and pays the next', async () => {
  const id = await invoiced();
  const { clientSecret } = (await pay(id)).body;
  expect((await parent.call('PUT', '/account/cards', { clientSecret, save: true })).status).toBe(200);
  await paid(id, (await confirmCard(school, clientSecret)).id);
  expect((await parent.call('GET', '/account/cards')).body.cards).toMatchObject([{ last4: '4242' }]);
  const next = await invoiced(10);
  const secret = (await pay(next)).body.clientSecret;
  const { body } = await parent.call('POST', '/account/cards/use', { clientSecret: secret });
  await paid(next, (await confirmCard(school, secret, body.paymentMethod)).id);
  expect(await openOf(next)).toBe(0);
});

test('no one pays or records a payment of another family’s invoice', async () => {
  const id = await invoiced();
  const stranger = await school.signIn('student');
  const own = await invoiced(10, stranger);
  expect((await pay(id, [], stranger)).body.code).toBe('invoice-not-found');
  expect((await pay(own, [id], stranger)).body.code).toBe('invoice-not-found');
  const transactionId = await confirmed(id);
  expect((await paid(own, transactionId, stranger)).body.code).toBe('payment-not-found');
  const { clientSecret } = (await pay(await invoiced(5))).body;
  const use = await stranger.call('POST', '/account/cards/use', { clientSecret });
  expect(use.body.code).toBe('payment-not-found');
});

test('a payment that was not made is not recorded', async () => {
  const id = await invoiced();
  const { clientSecret } = (await pay(id)).body;
  const [transactionId = ''] = clientSecret.split('_secret_');
  expect((await paid(id, transactionId)).body.code).toBe('payment-not-found');
  expect((await confirmCard(school, clientSecret, 'pm_card_visa_chargeDeclined')).status).toBe(402);
  expect((await paid(id, transactionId)).body.code).toBe('payment-not-found');
  expect(await openOf(id)).toBe(25);
});
