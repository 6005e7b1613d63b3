import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Change } from '#contract/changes/calls.ts';
import { HOLD_MS } from '#contract/payments/calls.ts';
import type { ReconciliationLine } from '#contract/reconciliation/calls.ts';
import { openCardsDashboard } from '#tests/support/cards-dashboard.ts';
import { confirmCard, record, start } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';

let school: TestSchool;
let dashboard: Awaited<ReturnType<typeof openCardsDashboard>>;
let admin: Person;
const HOUR_MS = 60 * 60_000;

beforeAll(async () => {
  school = await openTestSchool();
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

/** Some turns of the workers; what comes after them comes later, so that ids are in order. */
const work = async () => {
  for (let turn = 0; turn < 4; turn++) await school.work();
  school.clock.now += 1000;
};
const orderOf = (id: string) =>
  school.db.selectFrom('orders').selectAll().where('_id', '=', id).executeTakeFirstOrThrow();
const ledgerOf = async (id: string) =>
  (
    await school.db
      .selectFrom('ledger')
      .select(['kind', 'amount'])
      .where('orderid', '=', id)
      .orderBy('_id')
      .execute()
  ).map(({ kind, amount }) => `${kind} ${amount}`);
const attention = async (): Promise<ReconciliationLine[]> =>
  (await admin.call('GET', '/money/attention')).body;
const overview = async () => (await admin.call('GET', '/reports/overview')).body;
const repair = (transactionId: string, more: object = {}) =>
  admin.call('POST', '/money/repair', { transactionId, ...more });
const mailsTo = async (person: Person, ref: string) =>
  (
    await school.db
      .selectFrom('mails')
      .select(['kind'])
      .where('recipient', '=', person.email)
      .where('ref', 'like', `${ref}%`)
      .orderBy('_id')
      .execute()
  ).map(({ kind }) => kind);
/** What admins read in the log of a payment, the oldest first. */
async function logOf(id: string): Promise<string[]> {
  const changes: Change[] = (await admin.call('GET', '/changes?about=payment')).body.items;
  return changes
    .filter(({ subjectid }) => subjectid === id)
    .map(({ action, subjectname, note, actorname }) => `${actorname}: ${action} ${subjectname} ${note}`)
    .toReversed();
}
const listed = async (person: Person) =>
  (await person.call('GET', `/enrolledclasses/${person.email}`)).body.length;

/** A student who paid for the only seat of a class. */
async function enrolled(card = 'pm_card_visa') {
  const person = await school.signIn('student');
  const { _id: classid } = await school.addClass({ classname: 'Harp', availableseat: 1 });
  const { body } = await start(person, classid);
  const { id: transactionId } = await confirmCard(school, body.clientSecret, card);
  const recorded = await record(person, classid, transactionId);
  const enrolment = recorded.body.result.insertedId as string;
  await work();
  return { person, classid, transactionId, enrolment };
}

/** Lets the card service refuse every refund of a payment, as it does for an account without money. */
async function refuseRefunds(intentid: string, isOn: boolean) {
  const cards = school.db;
  const change = isOn
    ? { status: 'failed' as const, failure: '{}' }
    : { status: 'succeeded' as const, failure: null };
  await cards.updateTable('cards_charges').set(change).where('intentid', '=', intentid).execute();
}

describe('a payment that is refunded in full past the school', () => {
  test('ends the place: seat free, list empty, ledger, log, mail, and the admin’s first screen', async () => {
    const { person, classid, transactionId, enrolment } = await enrolled();
    await dashboard.refund(transactionId);
    await work();
    expect(await orderOf(enrolment)).toMatchObject({ state: 'refunded', attention: 'refunded-outside' });
    expect(await listed(person)).toBe(0);
    expect(await seatsOf(school.db, classid)).toEqual({ free: 1, held: 0, taken: 0 });
    expect(await ledgerOf(enrolment)).toEqual(['charge 6000', 'refund 6000']);
    expect(await logOf(enrolment)).toEqual(['null: refunded-outside Harp $60']);
    expect(await mailsTo(admin, enrolment)).toEqual(['payment-refunded-outside']);
    expect((await overview()).attention).toBe(1);
    expect(await attention()).toEqual([
      expect.objectContaining({ transactionId, verdict: 'refunded', attention: 'refunded-outside' }),
    ]);
    // Seen, it is off the screen; there is nothing to put right.
    expect(await repair(transactionId)).toMatchObject({ status: 200, body: { attention: null } });
    expect((await overview()).attention).toBe(0);
    expect(await repair(transactionId)).toMatchObject({ status: 409, body: { code: 'nothing-to-repair' } });
    expect((await logOf(enrolment)).at(-1)).toBe(`${admin.user.name}: noted Harp $60`);
  });

  test('is found within a quarter of an hour when its event is lost', async () => {
    const { transactionId, enrolment } = await enrolled();
    await dashboard.refund(transactionId);
    await dashboard.loseEvents();
    await work();
    expect(await orderOf(enrolment)).toMatchObject({ state: 'enrolled' });
    school.clock.now += HOLD_MS;
    await work();
    expect(await orderOf(enrolment)).toMatchObject({ state: 'refunded', attention: 'refunded-outside' });
  });
});

describe('a payment of which a part is refunded past the school', () => {
  test('keeps its place until an admin decides, who may keep it as goodwill', async () => {
    const { person, transactionId, enrolment } = await enrolled();
    await dashboard.refund(transactionId, 2000);
    await work();
    expect(await orderOf(enrolment)).toMatchObject({ state: 'enrolled', attention: 'partly-refunded' });
    expect(await attention()).toEqual([
      expect.objectContaining({ verdict: 'partly-refunded', received: 60, refunded: 20 }),
    ]);
    const kept = await repair(transactionId, { keepplace: true, kept: 40 });
    expect(kept).toMatchObject({ status: 200, body: { verdict: 'matched', attention: null } });
    expect(await listed(person)).toBe(1);
    expect(await ledgerOf(enrolment)).toEqual(['charge 6000', 'refund 2000']);
    expect((await logOf(enrolment)).at(-1)).toBe(`${admin.user.name}: kept Harp $20`);
    // Kept is kept, whatever is told again; a further part is a new question.
    school.clock.now += HOLD_MS;
    await work();
    expect((await orderOf(enrolment)).attention).toBeNull();
    await dashboard.refund(transactionId, 500);
    await work();
    expect((await orderOf(enrolment)).attention).toBe('partly-refunded');
    const { body } = await person.call('GET', `/receipts/${enrolment}`);
    expect(body).toMatchObject({ price: 60, returned: 25, refundedat: expect.any(String) });
  });

  test('or ends, and what is left goes back too, for the sum that the admin saw', async () => {
    const { person, classid, transactionId, enrolment } = await enrolled();
    await dashboard.refund(transactionId, 2000);
    await work();
    await dashboard.refund(transactionId, 1000);
    expect(await repair(transactionId, { kept: 40 })).toMatchObject({
      status: 409,
      body: { code: 'money-moved' },
    });
    expect(await listed(person)).toBe(1);
    expect(await repair(transactionId, { kept: 30 })).toMatchObject({
      status: 200,
      body: { verdict: 'refunded', refunded: 60, attention: null },
    });
    expect(await seatsOf(school.db, classid)).toEqual({ free: 1, held: 0, taken: 0 });
    expect((await ledgerOf(enrolment)).sort()).toEqual([
      'charge 6000',
      'refund 1000',
      'refund 2000',
      'refund 3000',
    ]);
  });

  test('is not refunded while a refused refund leaves money with the school', async () => {
    const { person, transactionId, enrolment } = await enrolled('pm_card_refundFail');
    await dashboard.refund(transactionId, 2000);
    await work();
    // Later the bank refuses the 20, so that the cancellation sends back 40 of 60, and that is refused too.
    await person.call('POST', `/enrolments/${enrolment}/cancel`);
    school.clock.now += HOUR_MS;
    await work();
    expect(await orderOf(enrolment)).toMatchObject({ state: 'refund_failed', attention: 'refund-failed' });
    const [line] = await attention();
    expect(line).toMatchObject({ verdict: 'paid-not-enrolled', received: 60, refunded: 0 });
    const before = await school.payments.cards.readIntent(transactionId);
    expect(before.received - before.refunded).toBe(6000);
  });

  test('and whose other part is refused is never called refunded', async () => {
    const { person, transactionId, enrolment } = await enrolled();
    await dashboard.refund(transactionId, 2000);
    await refuseRefunds(transactionId, true);
    const cancelled = await person.call('POST', `/enrolments/${enrolment}/cancel`);
    expect(cancelled.body.state).toBe('refund_failed');
    await refuseRefunds(transactionId, false);
    expect((await repair(transactionId)).body).toMatchObject({ verdict: 'refunded', refunded: 60 });
  });
});

describe('a dispute', () => {
  test('is shown while the bank decides and forgotten when it is won; the place stays', async () => {
    const { person, transactionId, enrolment } = await enrolled('pm_card_createDispute');
    expect(await orderOf(enrolment)).toMatchObject({ state: 'enrolled', attention: 'disputed' });
    expect(await mailsTo(admin, enrolment)).toEqual(['payment-disputed']);
    await dashboard.decide(transactionId, 'winning_evidence');
    await work();
    expect(await orderOf(enrolment)).toMatchObject({ state: 'enrolled', attention: null, withdrawn: 0 });
    expect(await listed(person)).toBe(1);
  });

  test('that is lost ends the place, and the money counts as gone', async () => {
    const { person, classid, transactionId, enrolment } = await enrolled('pm_card_createDispute');
    await dashboard.decide(transactionId, 'losing_evidence');
    await work();
    expect(await orderOf(enrolment)).toMatchObject({
      state: 'refunded',
      attention: 'dispute-lost',
      withdrawn: 6000,
    });
    expect(await listed(person)).toBe(0);
    expect(await seatsOf(school.db, classid)).toEqual({ free: 1, held: 0, taken: 0 });
    expect(await ledgerOf(enrolment)).toEqual(['charge 6000', 'chargeback 6000']);
    expect(await attention()).toEqual([
      expect.objectContaining({ verdict: 'refunded', received: 60, refunded: 60, attention: 'dispute-lost' }),
    ]);
    const month = new Date(school.clock.now).toISOString().slice(0, 7);
    const { body } = await admin.call('GET', `/money?month=${month}`);
    const line = body.lines.find((one: ReconciliationLine) => one.transactionId === transactionId);
    expect(line).toMatchObject({ verdict: 'refunded', refunded: 60 });
    const { weeks } = await overview();
    expect(weeks.at(-1).refunded).toBeGreaterThanOrEqual(60);
    const file = await school.app.inject({
      url: '/api/reports/payments.csv',
      headers: { authorization: `Bearer ${await admin.issue()}` },
    });
    expect(file.payload).toContain(',chargeback,-60.00,USD,');
  });

  test('stops a refund; won, the refund can be repeated, and lost, nothing is owed any more', async () => {
    for (const [evidence, state] of [
      ['winning_evidence', 'refund_failed'],
      ['losing_evidence', 'refunded'],
    ] as const) {
      const { person, transactionId, enrolment } = await enrolled('pm_card_createDispute');
      const { body } = await person.call('POST', `/enrolments/${enrolment}/cancel`);
      expect(body.state).toBe('refund_failed');
      expect(await orderOf(enrolment)).toMatchObject({ attention: 'disputed' });
      await dashboard.decide(transactionId, evidence);
      await work();
      expect(await orderOf(enrolment)).toMatchObject({ state });
      if (state === 'refunded') continue;
      expect((await repair(transactionId)).body).toMatchObject({ verdict: 'refunded', refunded: 60 });
      expect(await ledgerOf(enrolment)).toEqual(['charge 6000', 'refund 6000']);
    }
  });
});

test('a payment of another shop on the same card account is neither shown nor touched', async () => {
  const { id } = await dashboard.stripe.paymentIntents.create({
    amount: 9900,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    metadata: { shop: 'another' },
  });
  await dashboard.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  const { body } = await admin.call('GET', '/money');
  expect(body.lines.map((line: ReconciliationLine) => line.transactionId)).not.toContain(id);
  expect(await repair(id)).toMatchObject({ status: 404, body: { code: 'payment-not-found' } });
  expect(await school.payments.cards.readIntent(id)).toMatchObject({ received: 9900, refunded: 0 });
});

test('what an admin cancels or repairs is in the log with the sum, by the class and nobody’s address', async () => {
  const { person, enrolment } = await enrolled();
  await admin.call('POST', `/enrolments/${enrolment}/cancel`);
  expect(await logOf(enrolment)).toEqual([`${admin.user.name}: cancelled Harp $60`]);
  const { body } = await admin.call('GET', '/changes?about=payment');
  expect(body.items[0]).toMatchObject({ about: 'payment', action: 'cancelled', subjectname: 'Harp' });
  expect(JSON.stringify(body)).not.toContain(person.email);
});
