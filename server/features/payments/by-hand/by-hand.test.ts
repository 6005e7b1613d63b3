import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { checkRecords } from '#server/admin/check-records.ts';
import { newId } from '#server/database/ids.ts';
import { eraseAccount } from '#server/features/account/erase-account.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { enrol, start } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool, testWithWaitlist } from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';

let school: TestSchool;
let admin: Person;
let parent: Person;
let classid: string;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
beforeEach(async () => {
  parent = await school.signIn('student');
  classid = (await school.addClass({ classname: 'Cello', availableseat: 2 }))._id;
});
afterAll(() => school.close());

/** A child of the parent's. */
async function addChild(firstname: string) {
  const _id = newId(school.clock.now);
  const child = { userid: parent.user._id, self: 0 as const, firstname, lastname: 'Ito', leftat: null };
  await school.db
    .insertInto('learners')
    .values({ ...child, _id, createdat: school.clock.now })
    .execute();
  return _id;
}

const enrolBy = (pay: string, learnerid = parent.learnerid) =>
  admin.call('POST', '/enrolments', { classid, learnerid, pay });
const put = (id: string, what: 'paid' | 'returned', kind = 'cash', key = 'one') =>
  admin.call('PUT', `/enrolments/${id}/${what}`, { kind, key });
const orderOf = (id: string) =>
  school.db.selectFrom('orders').selectAll().where('_id', '=', id).executeTakeFirstOrThrow();
const movementsOf = async (id: string) => {
  const rows = await school.db
    .selectFrom('ledger')
    .selectAll()
    .where('orderid', '=', id)
    .orderBy('_id')
    .execute();
  return rows.map(({ kind, amount, seats }) => `${kind} ${amount} ${seats}`).sort();
};
const mailsTo = async (person: Person, kind: string) =>
  (await mailsOf(school, person.email)).filter((mail) => mail.kind === kind);
const logOf = (id: string) =>
  school.db
    .selectFrom('changes')
    .select(['action', 'note', 'after', 'actorname'])
    .where('subjectid', '=', id)
    .orderBy('_id')
    .execute();
const lineOf = async (id: string) =>
  (await admin.call('GET', '/money')).body.lines.find(
    (line: { enrolmentid: string }) => line.enrolmentid === id,
  );
const attention = async () => (await admin.call('GET', '/money/attention')).body;

describe('an admin enrols a child by hand', () => {
  test('for cash: it is paid, counted and told, and the card service has nothing to do with it', async () => {
    const childid = await addChild('Mika');
    const { status, body } = await enrolBy('cash', childid);
    expect(status).toBe(200);
    const id = body.insertedId;
    expect(await orderOf(id)).toMatchObject({
      state: 'enrolled',
      paidby: 'cash',
      amount: 6000,
      intentid: null,
      workat: null,
      learnerid: childid,
      userid: parent.user._id,
      paidat: school.clock.now,
    });
    expect(await seatsOf(school.db, classid)).toEqual({ free: 1, held: 0, taken: 1 });
    expect(await movementsOf(id)).toEqual(['cash 6000 1']);
    expect(await logOf(id)).toEqual([
      { action: 'enrolled-by-hand', note: '6000 usd', after: 'cash', actorname: admin.user.name },
    ]);
    const [mail] = await mailsTo(parent, 'enrolled');
    expect(mail?.text).toContain('in cash');
    expect((await parent.call('GET', `/receipts/${id}`)).body).toMatchObject({
      paidby: 'cash',
      price: 60,
      cardlast4: null,
      transactionId: `hand_${id}`,
      returned: 0,
    });
    expect(await lineOf(id)).toMatchObject({ verdict: 'matched', paidby: 'cash', received: 60 });
    expect(await attention()).toEqual([]);
  });

  test('free of charge: nothing is owed and nothing moves', async () => {
    const id = (await enrolBy('free')).body.insertedId;
    expect(await orderOf(id)).toMatchObject({ state: 'enrolled', amount: 0, paidby: 'card' });
    expect(await movementsOf(id)).toEqual([]);
    const { body } = await parent.call('POST', `/enrolments/${id}/cancel`);
    expect(body).toEqual({ state: 'refunded', price: 0, currency: 'usd' });
  });

  test('to be paid later: it is owed, and the mail says that the school collects it', async () => {
    const id = (await enrolBy('due')).body.insertedId;
    expect(await orderOf(id)).toMatchObject({ state: 'enrolled', paidby: 'due', paidat: null });
    expect(await movementsOf(id)).toEqual([]);
    const [mail] = await mailsTo(parent, 'enrolled');
    expect(mail?.text).toContain('nothing is charged to a card');
    const [row] = (await parent.call('GET', `/enrolledclasses/${parent.email}`)).body;
    expect(row).toMatchObject({ _id: id, paidby: 'due', price: 60, transactionId: `hand_${id}` });
    expect((await parent.call('GET', `/receipts/${id}`)).body).toMatchObject({
      paidby: 'due',
      state: 'enrolled',
    });
    expect(await lineOf(id)).toMatchObject({ verdict: 'owed', paidby: 'due', received: 0, owed: 60 });
    expect(await attention()).toEqual([]);
  });

  test('never into a full class, never twice, and for nobody who is not there', async () => {
    const mika = await addChild('Mika');
    expect((await enrolBy('cash', mika)).status).toBe(200);
    expect(await enrolBy('due', mika)).toMatchObject({ status: 409, body: { code: 'already-enrolled' } });
    expect((await enrolBy('due')).status).toBe(200);
    const yuki = await addChild('Yuki');
    expect(await enrolBy('cash', yuki)).toMatchObject({ status: 409, body: { code: 'class-full' } });
    expect(await enrolBy('cash', 'nobody')).toMatchObject({
      status: 404,
      body: { code: 'learner-not-found' },
    });
    expect(await seatsOf(school.db, classid)).toEqual({ free: 0, held: 0, taken: 2 });
    expect(await start(parent, classid)).toMatchObject({ status: 409, body: { code: 'already-enrolled' } });
  });

  test('nobody whose age the class is not for', async () => {
    const { _id } = await school.addClass({ agefrom: 30 });
    const child = { classid: _id, learnerid: await addChild('Mika'), pay: 'free' };
    expect(await admin.call('POST', '/enrolments', child)).toMatchObject({ body: { code: 'born-missing' } });
  });

  test('of many at once as many as there are seats, and each once', async () => {
    const children = await Promise.all(['A', 'B', 'C', 'D'].map(addChild));
    const answers = await Promise.all([...children, ...children].map((child) => enrolBy('cash', child)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    for (const { status, body } of answers)
      if (status !== 200) expect(['class-full', 'already-enrolled']).toContain(body.code);
    expect(await seatsOf(school.db, classid)).toEqual({ free: 0, held: 0, taken: 2 });
  });

  test('ends what the family has begun to pay online, and not what is paid already', async () => {
    await start(parent, classid);
    expect(await seatsOf(school.db, classid)).toEqual({ free: 1, held: 1, taken: 0 });
    const id = (await enrolBy('cash')).body.insertedId;
    expect(await seatsOf(school.db, classid)).toEqual({ free: 1, held: 0, taken: 1 });
    const orders = school.db.selectFrom('orders').select('state').where('learnerid', '=', parent.learnerid);
    expect(await orders.where('_id', '<>', id).execute()).toEqual([{ state: 'expired' }]);
  });

  test('leaves a payment alone where its seat would go to somebody else', async () => {
    await school.db.updateTable('classes').set({ version: 2 }).where('_id', '=', classid).execute();
    const others = [await school.signIn('student'), parent];
    await enrol(school, others[0] as Person, classid);
    const { body } = await start(parent, classid);
    expect(await enrolBy('cash')).toMatchObject({ status: 409, body: { code: 'class-full' } });
    expect((await start(parent, classid)).body.clientSecret).toBe(body.clientSecret);
  });

  testWithWaitlist('takes the seat that the child is offered', async () => {
    const [one, two] = [await school.signIn('student'), await school.signIn('student')];
    const { enrolment } = await enrol(school, one, classid);
    await enrol(school, two, classid);
    expect((await parent.call('POST', '/waitlist', { classid })).status).toBe(200);
    expect(await enrolBy('cash')).toMatchObject({ body: { code: 'class-full' } });
    await one.call('POST', `/enrolments/${enrolment}/cancel`);
    // The offer is being paid for online.
    await start(parent, classid);
    expect((await enrolBy('cash')).status).toBe(200);
    expect(await seatsOf(school.db, classid)).toEqual({ free: 0, held: 0, taken: 2 });
    const entries = school.db.selectFrom('waitlist').select('state').where('classid', '=', classid);
    expect(await entries.execute()).toEqual([{ state: 'closed' }]);
  });
});

describe('what is owed', () => {
  test('is paid once, however often that is said; what is paid already is said', async () => {
    const id = (await enrolBy('due')).body.insertedId;
    const twice = await Promise.all([put(id, 'paid', 'transfer'), put(id, 'paid', 'transfer')]);
    for (const answer of [...twice, await put(id, 'paid', 'transfer')])
      expect(answer).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect(await movementsOf(id)).toEqual(['transfer 6000 1']);
    expect(await orderOf(id)).toMatchObject({ paidby: 'transfer', paidat: school.clock.now });
    expect(await put(id, 'paid', 'cash', 'two')).toMatchObject({
      status: 409,
      body: { code: 'already-paid' },
    });
    expect(await mailsTo(parent, 'paid')).toHaveLength(1);
    expect((await logOf(id)).map(({ action, after }) => `${action} ${after}`).sort()).toEqual([
      'enrolled-by-hand due',
      'paid transfer',
    ]);
  });

  test('is paid once where two admins say so at once, each with a key of their own', async () => {
    const id = (await enrolBy('due')).body.insertedId;
    const answers = await Promise.all([put(id, 'paid', 'cash', 'one'), put(id, 'paid', 'cash', 'two')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await movementsOf(id)).toEqual(['cash 6000 1']);
  });

  test('is not lost where two places have the same key', async () => {
    const ids = [await addChild('Mika'), await addChild('Yuki')];
    for (const child of ids) {
      const id = (await enrolBy('due', child)).body.insertedId;
      expect((await put(id, 'paid')).status).toBe(200);
      expect(await movementsOf(id)).toEqual(['cash 6000 1']);
    }
  });

  test('ends with the place, and no money goes anywhere', async () => {
    const id = (await enrolBy('due')).body.insertedId;
    const { body } = await admin.call('POST', `/enrolments/${id}/cancel`);
    expect(body).toEqual({ state: 'expired', price: 60, currency: 'usd', paidby: 'due' });
    expect(await seatsOf(school.db, classid)).toEqual({ free: 2, held: 0, taken: 0 });
    expect(await put(id, 'paid')).toMatchObject({ status: 404, body: { code: 'enrolment-not-found' } });
    expect(await put(id, 'returned')).toMatchObject({ status: 409, body: { code: 'not-owed-back' } });
    expect(await movementsOf(id)).toEqual([]);
    expect(await attention()).toEqual([]);
    const [mail] = await mailsTo(parent, 'cancelled');
    expect(mail?.text).toContain('no longer owe');
    expect((await enrolBy('cash')).status).toBe(200);
  });

  test('is no card payment: what a card paid is paid already, and is not given back by hand', async () => {
    const { enrolment } = await enrol(school, parent, classid);
    expect(await put(enrolment, 'paid')).toMatchObject({ status: 409, body: { code: 'already-paid' } });
    await parent.call('POST', `/enrolments/${enrolment}/cancel`);
    expect(await put(enrolment, 'returned')).toMatchObject({ status: 409, body: { code: 'not-owed-back' } });
  });
});

describe('what is owed by an account that is erased', () => {
  test('after the time to cancel stays owed in every list alike, and is paid or ended by the office', async () => {
    const { db, clock, erasing } = school;
    const leaver = await school.signIn('student');
    const place = async () => {
      const { _id } = await school.addClass({ classname: 'Tuba', availableseat: 2 });
      const due = { classid: _id, learnerid: leaver.learnerid, pay: 'due' };
      return (await admin.call('POST', '/enrolments', due)).body.insertedId;
    };
    const [paid, ended] = [await place(), await place()];
    clock.now += 3 * 24 * 60 * 60_000;
    admin = await school.signIn('admin');
    await eraseAccount(db, erasing, { uid: leaver.claims.uid, now: clock.now });
    expect((await orderOf(paid)).state).toBe('enrolled');
    expect((await orderOf(paid)).userid).not.toBe(leaver.user._id);
    const owing = async () => {
      const { status, body } = await admin.call('GET', '/families/owing');
      expect(status).toBe(200);
      return body.filter(({ _id }: { _id: string }) => [paid, ended].includes(_id));
    };
    const lines = async () => {
      const { body } = await admin.call('GET', '/money');
      const ids = [paid, ended].map((id) => `hand_${id}`);
      return body.lines.filter(({ transactionId: id }: { transactionId: string }) => ids.includes(id));
    };
    expect((await owing()).map(({ name, price }: { name: string; price: number }) => [name, price])).toEqual([
      [expect.stringMatching(/^Former family/), 60],
      [expect.stringMatching(/^Former family/), 60],
    ]);
    expect(
      (await lines()).map(({ owed, verdict }: { owed: number; verdict: string }) => [owed, verdict]),
    ).toEqual([
      [60, 'owed'],
      [60, 'owed'],
    ]);
    expect((await put(paid, 'paid')).status).toBe(200);
    expect((await admin.call('POST', `/enrolments/${ended}/cancel`)).body).toMatchObject({
      state: 'expired',
    });
    expect(await owing()).toEqual([]);
    expect((await lines()).map(({ verdict }: { verdict: string }) => verdict)).toEqual(['matched']);
  });
});

describe('what was paid by hand for a place that ended', () => {
  test('is owed back until an admin says that it was given back, and never asked of the card service', async () => {
    const id = (await enrolBy('cash')).body.insertedId;
    const { body } = await parent.call('POST', `/enrolments/${id}/cancel`);
    expect(body).toEqual({ state: 'refund_due', price: 60, currency: 'usd', paidby: 'cash' });
    expect(await orderOf(id)).toMatchObject({ state: 'refund_due', workat: null, attention: 'owed-back' });
    await school.work();
    expect(await attention()).toMatchObject([
      {
        transactionId: `hand_${id}`,
        verdict: 'owed-back',
        attention: 'owed-back',
        email: parent.email,
        received: 60,
        refunded: 0,
        enrolmentid: null,
      },
    ]);
    expect((await admin.call('GET', '/reports/overview')).body.attention).toBe(1);
    expect(await mailsTo(admin, 'payment-owed-back')).toHaveLength(1);
    expect((await parent.call('GET', `/pastenrolments/${parent.email}`)).body).toMatchObject([
      { _id: id, state: 'refund_due', paidby: 'cash', returned: 0 },
    ]);
    expect(await admin.call('POST', '/money/repair', { transactionId: `hand_${id}` })).toMatchObject({
      status: 404,
    });

    const twice = await Promise.all([put(id, 'returned'), put(id, 'returned')]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(await movementsOf(id)).toEqual(['cash 6000 1', 'cash_refund 6000 -1']);
    expect(await put(id, 'returned', 'transfer', 'two')).toMatchObject({ body: { code: 'not-owed-back' } });
    expect(await attention()).toEqual([]);
    expect(await mailsTo(parent, 'refunded')).toHaveLength(1);
    expect((await parent.call('GET', `/pastenrolments/${parent.email}`)).body).toMatchObject([
      { state: 'refunded', returned: 60 },
    ]);
    expect((await parent.call('GET', `/receipts/${id}`)).body).toMatchObject({
      returned: 60,
      paidby: 'cash',
    });
  });

  test('is owed back too where the account is erased', async () => {
    const id = (await enrolBy('cash')).body.insertedId;
    const other = (await school.addClass())._id;
    const due = await admin.call('POST', '/enrolments', {
      classid: other,
      learnerid: parent.learnerid,
      pay: 'due',
    });
    const { db, erasing, clock } = school;
    await eraseAccount(db, erasing, { uid: parent.claims.uid, now: clock.now });
    expect(await orderOf(id)).toMatchObject({ state: 'refund_due', attention: 'owed-back' });
    expect((await orderOf(id)).userid).not.toBe(parent.user._id);
    expect(await orderOf(due.body.insertedId)).toMatchObject({ state: 'expired' });
    expect((await put(id, 'returned', 'transfer')).status).toBe(200);
    expect(await attention()).toEqual([]);
  });
});

test('sums and files include money by hand, and the records agree with each other', async () => {
  const before = (await admin.call('GET', '/reports/overview')).body.weeks.at(-1);
  const id = (await enrolBy('cash')).body.insertedId;
  const due = (await enrolBy('due', await addChild('Mika'))).body.insertedId;
  await put(due, 'paid', 'transfer');
  await admin.call('POST', `/enrolments/${id}/cancel`);
  await put(id, 'returned', 'transfer');
  const after = (await admin.call('GET', '/reports/overview')).body.weeks.at(-1);
  expect(after.charged - before.charged).toBe(120);
  expect(after.refunded - before.refunded).toBe(60);
  expect(after.seats - before.seats).toBe(1);
  const csv = await school.app.inject({
    method: 'GET',
    url: '/api/reports/payments.csv',
    headers: { authorization: `Bearer ${await admin.issue()}` },
  });
  const lines = csv.body.split('\r\n').filter((line) => line.includes(parent.email));
  expect(lines.map((line) => line.split(',').slice(1, 3).join(' ')).sort()).toEqual([
    'cash 60.00',
    'transfer 60.00',
    'transfer_refund -60.00',
  ]);
  const records = { db: school.db, dialect: inject('dialect'), close: async () => {} };
  const findings = await checkRecords(records, { now: school.clock.now, hasEmbeddedCards: true });
  expect(findings.filter(({ state }) => state === 'wrong')).toEqual([]);
});

test('a child who leaves while the school gives it a place has left before or after', async () => {
  for (let round = 0; round < 8; round++) {
    const child = await addChild('Kai');
    const { _id } = await school.addClass({ availableseat: 1 });
    const body = { classid: _id, learnerid: child, pay: 'due' };
    const [placed, left] = await Promise.all([
      admin.call('POST', '/enrolments', body),
      parent.call('DELETE', `/learners/${child}`),
    ]);
    const codes = [placed.body.code, left.body.code];
    expect([
      ['learner-not-found', undefined],
      ['changed-meanwhile', undefined],
      [undefined, 'learner-enrolled'],
    ]).toContainEqual(codes);
    expect(await seatsOf(school.db, _id)).toMatchObject({ taken: placed.status === 200 ? 1 : 0 });
  }
});

describe('another sum than the price', () => {
  const enrolAt = (more: object) =>
    admin.call('POST', '/enrolments', { classid, learnerid: parent.learnerid, pay: 'cash', ...more });

  test('is booked with its reason, which the receipt, the log and the money check say', async () => {
    expect(await enrolAt({ amount: 45 })).toMatchObject({ status: 400, body: { code: 'invalid-input' } });
    const { body } = await enrolAt({ amount: '45.50', reason: 'Second child', price: 60 });
    expect(body).toMatchObject({ price: 45.5, fullprice: 60, currency: 'usd' });
    const id = body.insertedId;
    expect(await orderOf(id)).toMatchObject({ amount: 4550, fullamount: 6000, amountreason: 'Second child' });
    expect(await movementsOf(id)).toEqual(['cash 4550 1']);
    expect((await parent.call('GET', `/receipts/${id}`)).body).toMatchObject({
      price: 45.5,
      fullprice: 60,
      pricereason: 'Second child',
    });
    expect(await lineOf(id)).toMatchObject({ verdict: 'matched', received: 45.5, reason: 'Second child' });
    const { before } = await school.db
      .selectFrom('changes')
      .select('before')
      .where('subjectid', '=', id)
      .executeTakeFirstOrThrow();
    expect(before).toBe('Second child');
    expect(await logOf(id)).toMatchObject([{ action: 'enrolled-by-hand', note: '4550 usd', after: 'cash' }]);
  });

  test('may be paid of what was owed, once', async () => {
    const id = (await enrolAt({ pay: 'due' })).body.insertedId;
    const paid = (more: object) =>
      admin.call('PUT', `/enrolments/${id}/paid`, { kind: 'transfer', key: 'one', ...more });
    expect((await paid({ amount: 50 })).status).toBe(400);
    expect((await paid({ amount: 0, reason: 'Gone' })).status).toBe(400);
    for (const _ of [1, 2]) expect((await paid({ amount: 50, reason: 'Paid early' })).status).toBe(200);
    expect(await movementsOf(id)).toEqual(['transfer 5000 1']);
    expect(await orderOf(id)).toMatchObject({ amount: 5000, fullamount: 6000, paidby: 'transfer' });
    expect(await lineOf(id)).toMatchObject({ verdict: 'matched', received: 50, reason: 'Paid early' });
    const [row] = (await parent.call('GET', `/enrolledclasses/${parent.email}`)).body;
    expect(row).toMatchObject({ _id: id, price: 50 });
  });

  test('that was shown and is no more is refused, and what would be booked is said before', async () => {
    const dry = await admin.call('POST', '/enrolments?dry=1', {
      classid,
      learnerid: parent.learnerid,
      pay: 'due',
    });
    expect(dry).toMatchObject({ status: 200, body: { price: 60, currency: 'usd' } });
    expect('insertedId' in dry.body).toBe(false);
    expect(await seatsOf(school.db, classid)).toEqual({ free: 2, held: 0, taken: 0 });
    expect(await enrolAt({ price: 59 })).toMatchObject({ body: { code: 'price-differs' } });
    expect((await enrolAt({ price: 60 })).status).toBe(200);
  });
});

describe('of a class that is deleted', () => {
  test('nothing is owed any more, anywhere, and what was paid stays', async () => {
    const owed = (await enrolBy('due')).body.insertedId;
    const paid = (await enrolBy('cash', await addChild('Mika'))).body.insertedId;
    const { sums: before } = (await admin.call('GET', '/money')).body;
    expect((await admin.call('DELETE', `/delete/${classid}`)).status).toBe(200);
    expect(await orderOf(owed)).toMatchObject({
      state: 'enrolled',
      amount: 0,
      fullamount: 6000,
      paidby: 'card',
    });
    expect(await orderOf(paid)).toMatchObject({ state: 'enrolled', amount: 6000, paidby: 'cash' });
    const owing = (await admin.call('GET', '/families/owing')).body;
    expect(owing.map(({ _id }: { _id: string }) => _id)).not.toContain(owed);
    const family = (await admin.call('GET', `/families/${parent.user._id}`)).body;
    expect(family.owed).toBe(0);
    const { sums } = (await admin.call('GET', '/money')).body;
    expect(sums).toEqual({ ...before, owed: before.owed - 60 });
    const [mail] = await mailsTo(parent, 'debt-struck');
    expect(mail?.text).toContain('no longer owe');
    expect(await logOf(owed)).toContainEqual(expect.objectContaining({ action: 'struck', note: '6000 usd' }));
    expect((await parent.call('GET', `/receipts/${owed}`)).body).toMatchObject({ price: 0, fullprice: 60 });
    expect(await put(owed, 'paid')).toMatchObject({ body: { code: 'already-paid' } });
    const found = await checkRecords(
      { db: school.db, dialect: inject('dialect') } as Parameters<typeof checkRecords>[0],
      { now: school.clock.now, hasEmbeddedCards: true },
    );
    expect(found.filter(({ state }) => state === 'wrong')).toEqual([]);
  });
});
