import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmCard, enrol, record, start } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';

let school: TestSchool;
let student: Person;
let admin: Person;
const HOUR_MS = 60 * 60_000;

beforeAll(async () => {
  school = await openTestSchool({ env: { CANCEL_UNTIL_HOURS: '24' } });
  student = await school.signIn('student');
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

const cancel = (person: Person, id: string) => person.call('POST', `/enrolments/${id}/cancel`);
const listed = async (person: Person) =>
  (await person.call('GET', `/enrolledclasses/${person.email}`)).body.map(
    ({ classid }: { classid: string }) => classid,
  );
const orderOf = (id: string) =>
  school.db.selectFrom('orders').selectAll().where('_id', '=', id).executeTakeFirstOrThrow();
const movements = (id: string) =>
  school.db
    .selectFrom('ledger')
    .select(['kind', 'amount'])
    .where('orderid', '=', id)
    .orderBy('_id')
    .execute();

/** An enrolment paid with a card whose refunds go their own way. */
async function enrolWith(card: string) {
  const person = await school.signIn('student');
  const { _id } = await school.addClass();
  const { body } = await start(person, _id);
  const { id } = await confirmCard(school, body.clientSecret, card);
  const recorded = await record(person, _id, id);
  return { person, classid: _id, transactionId: id, enrolment: recorded.body.result.insertedId as string };
}

describe('a student who cancels in time', () => {
  test('gets the money back on the card; seat free, enrolment gone, ledger kept', async () => {
    const { _id } = await school.addClass({ availableseat: 1 });
    const { transactionId, enrolment } = await enrol(school, student, _id);
    school.clock.now += 24 * HOUR_MS - 1;
    const answer = await cancel(student, enrolment);
    expect(answer).toMatchObject({ status: 200, body: { state: 'refunded', price: 60, currency: 'usd' } });
    expect(await school.payments.cards.readIntent(transactionId)).toMatchObject({ refunded: 6000 });
    expect(await listed(student)).not.toContain(_id);
    expect(await seatsOf(school.db, _id)).toEqual({ free: 1, held: 0, taken: 0 });
    expect(await movements(enrolment)).toEqual([
      { kind: 'charge', amount: 6000 },
      { kind: 'refund', amount: 6000 },
    ]);
  });

  test('twice and at once gets it back once', async () => {
    const { _id } = await school.addClass({ availableseat: 2 });
    const { transactionId, enrolment } = await enrol(school, student, _id);
    const answers = await Promise.all([1, 2, 3].map(() => cancel(student, enrolment)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await school.payments.cards.readIntent(transactionId)).toMatchObject({ refunded: 6000 });
    expect(await seatsOf(school.db, _id)).toEqual({ free: 2, held: 0, taken: 0 });
  });

  test('may select the class and enrol again', async () => {
    const { _id } = await school.addClass({ availableseat: 1 });
    const select = () =>
      student.call('POST', '/select/class/', { classid: _id, email: student.email, enrolled: false });
    await select();
    const first = await enrol(school, student, _id);
    await cancel(student, first.enrolment);
    expect((await select()).body).toEqual({ insertedId: expect.any(String) });
    const second = await enrol(school, student, _id);
    expect(second.transactionId).not.toBe(first.transactionId);
    expect(await listed(student)).toContain(_id);
    expect(await record(student, _id, first.transactionId)).toMatchObject({
      status: 409,
      body: {
        code: 'payment-returned',
        detail: 'The student cancelled the enrolment. The money has gone back to the card.',
      },
    });
  });
});

test('what was cancelled stays in sight of its student, with what came back, and of nobody else', async () => {
  const { person, enrolment, classid } = await enrolWith('pm_card_visa');
  const past = () => person.call('GET', `/pastenrolments/${person.email}`);
  expect((await past()).body).toEqual([]);
  await cancel(person, enrolment);
  expect((await past()).body).toEqual([
    {
      _id: enrolment,
      classid,
      classname: 'Violin for beginners',
      learnerid: person.learnerid,
      learnername: person.user.name,
      date: new Date(school.clock.now).toISOString(),
      price: 60,
      currency: 'usd',
      state: 'refunded',
      returned: 60,
      reason: 'The student cancelled the enrolment.',
    },
  ]);
  expect((await student.call('GET', `/pastenrolments/${person.email}`)).status).toBe(403);
});

test('after the deadline a student cannot cancel, and the list says so; an admin still can', async () => {
  const { _id } = await school.addClass();
  const { enrolment } = await enrol(school, student, _id);
  school.clock.now += 24 * HOUR_MS;
  const { body } = await student.call('GET', `/enrolledclasses/${student.email}`);
  expect(body.find(({ classid }: { classid: string }) => classid === _id)).toMatchObject({
    cancellable: false,
  });
  expect(await cancel(student, enrolment)).toMatchObject({ status: 409, body: { code: 'cancel-too-late' } });
  expect(await listed(student)).toContain(_id);
  expect(await cancel(admin, enrolment)).toMatchObject({ status: 200 });
  expect(await listed(student)).not.toContain(_id);
});

test('somebody else’s enrolment cannot be cancelled and an unknown one does not exist', async () => {
  const { _id } = await school.addClass();
  const { enrolment } = await enrol(school, student, _id);
  const other = await school.signIn('student');
  expect(await cancel(other, enrolment)).toMatchObject({ status: 404 });
  expect(await cancel(student, 'unknown')).toMatchObject({ status: 404 });
});

test('a free place is cancelled without a card service', async () => {
  const free = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
  const person = await free.signIn('student');
  const { _id } = await free.addClass({ price: 0, availableseat: 1 });
  const { body } = await person.call('POST', `/enrol/${_id}`);
  const answer = await cancel(person, body.result.insertedId);
  expect(answer.body).toMatchObject({ state: 'refunded', price: 0 });
  expect(await seatsOf(free.db, _id)).toEqual({ free: 1, held: 0, taken: 0 });
  await free.close();
});

test('a refund that takes its time counts as on its way and is asked about until it is done', async () => {
  const { person, enrolment } = await enrolWith('pm_card_pendingRefund');
  expect((await cancel(person, enrolment)).body.state).toBe('refunded');
  expect((await orderOf(enrolment)).workat).not.toBeNull();
  school.clock.now += HOUR_MS;
  await school.work();
  expect(await orderOf(enrolment)).toMatchObject({ state: 'refunded', workat: null });
});

test('a refund that the bank refuses later is shown to admins, and asking again makes a second one', async () => {
  const { person, enrolment, transactionId } = await enrolWith('pm_card_refundFail');
  await cancel(person, enrolment);
  school.clock.now += HOUR_MS;
  await school.payments.cards.listRefunds(transactionId);
  await school.work();
  await school.work();
  expect(await orderOf(enrolment)).toMatchObject({ state: 'refund_failed', refundid: null });
  const { body } = await admin.call('GET', '/money');
  const line = body.lines.find((one: { transactionId: string }) => one.transactionId === transactionId);
  expect(line).toMatchObject({
    verdict: 'paid-not-enrolled',
    reason: 'The bank did not accept the refund.',
  });
  await admin.call('POST', '/money/repair', { transactionId });
  const kinds = (await movements(enrolment)).map(({ kind }) => kind);
  expect(kinds.sort()).toEqual(['charge', 'refund', 'refund', 'refund_failed']);
});

describe('a receipt', () => {
  test('names school, class, date, amount, card and transaction, for its owner and admins', async () => {
    const { _id } = await school.addClass({ classname: 'Harp' });
    const { enrolment, transactionId } = await enrol(school, student, _id);
    const { body, status } = await student.call('GET', `/receipts/${enrolment}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      _id: enrolment,
      number: expect.stringMatching(/^202609\d\d-[0-9A-F]{8}$/),
      school: 'Cadenza',
      schooladdress: '14 Linden Walk, Harbor Hill, New York',
      state: 'enrolled',
      date: new Date(school.clock.now).toISOString(),
      name: student.user.name,
      email: student.email,
      learnerid: expect.any(String),
      learnername: student.user.name,
      classid: _id,
      classname: 'Harp',
      instructorname: 'Clara Test',
      price: 60,
      currency: 'usd',
      cardlast4: '4242',
      transactionId,
      // The class does not say what its price is for.
      later: { price: 120, priceunit: null, duetext: null },
      returned: 0,
      refundedat: null,
    });
    expect((await admin.call('GET', `/receipts/${enrolment}`)).body).toEqual(body);
    const other = await school.signIn('student');
    expect(await other.call('GET', `/receipts/${enrolment}`)).toMatchObject({
      status: 404,
      body: { code: 'receipt-not-found' },
    });
  });

  test('of what was cancelled says when the money went back', async () => {
    const { _id } = await school.addClass();
    const { enrolment } = await enrol(school, student, _id);
    await cancel(student, enrolment);
    const { body } = await student.call('GET', `/receipts/${enrolment}`);
    expect(body).toMatchObject({
      refundedat: new Date(school.clock.now).toISOString(),
      state: 'refunded',
      price: 60,
      returned: 60,
    });
  });

  test('of what was never paid does not exist', async () => {
    const { _id } = await school.addClass();
    const { body } = await start(student, _id);
    const intentid = body.clientSecret.split('_secret_')[0];
    const order = await school.db
      .selectFrom('orders')
      .select('_id')
      .where('intentid', '=', intentid)
      .executeTakeFirstOrThrow();
    expect(await student.call('GET', `/receipts/${order._id}`)).toMatchObject({ status: 404 });
  });
});

test('a refund that the card service refused can be asked for again', async () => {
  const { person, enrolment, transactionId } = await enrolWith('pm_card_visa');
  const charges = school.db.updateTable('cards_charges').where('intentid', '=', transactionId);
  await charges.set({ status: 'failed', failure: '{}' }).execute();
  expect((await cancel(person, enrolment)).body.state).toBe('refund_failed');
  await charges.set({ status: 'succeeded', failure: null }).execute();
  // Under the first try's key the card service would only repeat its refusal.
  const { body } = await admin.call('POST', '/money/repair', { transactionId });
  expect(body).toMatchObject({ verdict: 'refunded', refunded: 60 });
});

test('money that went back at the card service before it was recorded enrols nobody', async () => {
  const person = await school.signIn('student');
  const { _id } = await school.addClass({ availableseat: 1 });
  const { body } = await start(person, _id);
  const { id } = await confirmCard(school, body.clientSecret);
  await school.payments.cards.refund(id, 'by-hand');
  expect((await record(person, _id, id)).body.code).toBe('payment-returned');
  await school.work();
  expect(await listed(person)).toEqual([]);
  expect(await seatsOf(school.db, _id)).toEqual({ free: 1, held: 0, taken: 0 });
  const order = await school.db.selectFrom('orders').select('state').where('intentid', '=', id).execute();
  expect(order).toEqual([{ state: 'refunded' }]);
});
