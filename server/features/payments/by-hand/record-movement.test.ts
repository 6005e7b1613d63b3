import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { StatementLine } from '#contract/statement/calls.ts';
import { checkRecords } from '#server/admin/check-records.ts';
import { addChildBy } from '#tests/support/families.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let admin: Person;
let office: Person;
let parent: Person;
let childid: string;
let key = 0;

beforeAll(async () => {
  school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
  admin = await school.signIn('admin');
  office = await school.signIn('office');
});
beforeEach(async () => {
  parent = await school.signIn('student');
  childid = await addChildBy(parent, { firstname: 'Ada', lastname: 'Lee' });
});
/** Whether the money check has behind each sum of a month what came by that way. */
async function expectAgreement(month?: string) {
  const { sums, behind, next } = (await admin.call('GET', month ? `/money?month=${month}` : '/money')).body;
  expect(next).toBeNull();
  expect({ cash: sums.cash, transfer: sums.transfer }).toEqual({
    cash: behind.cash,
    transfer: behind.transfer,
  });
}
afterAll(async () => {
  await expectAgreement();
  const records = { db: school.db, dialect: inject('dialect'), close: async () => {} };
  const findings = await checkRecords(records, { now: school.clock.now, hasEmbeddedCards: true });
  expect(findings.filter(({ state }) => state === 'wrong')).toEqual([]);
  await school.close();
});

const pay = (amount: number, more: object = {}, by = office) =>
  by.call('POST', '/movements', {
    userid: parent.user._id,
    kind: 'cash',
    amount,
    day: '2026-09-01',
    key: `k${++key}`,
    ...more,
  });
async function owe(price: number) {
  school.clock.now += 1000;
  const { _id: classid } = await school.addClass({ classname: 'Cello', price: price * 100 });
  const { body } = await office.call('POST', '/enrolments', { classid, learnerid: childid, pay: 'due' });
  return body.insertedId as string;
}
const charge = (amount: number) =>
  admin.call('POST', '/charges', {
    userid: parent.user._id,
    kind: 'fee',
    label: 'Exam',
    amount,
    day: '2026-09-01',
    key: `c${++key}`,
  });
const storyOf = async (person = parent) => {
  const { body } = await person.call('GET', '/account/statement');
  return (body.lines as StatementLine[]).map(({ kind, amount, balance }) => `${kind} ${amount} ${balance}`);
};
const waysOf = async (...ids: string[]) => {
  const orders = await school.db
    .selectFrom('orders')
    .select(['_id', 'paidby'])
    .where('_id', 'in', ids)
    .execute();
  return ids.map((id) => orders.find(({ _id }) => _id === id)?.paidby);
};

describe('a payment at the school', () => {
  test('pays the places that are owed, whole and the oldest first, in one line; the rest is credit', async () => {
    const places = [await owe(80), await owe(50), await owe(60)];
    expect((await pay(140)).status).toBe(200);
    expect(await waysOf(...places)).toEqual(['cash', 'cash', 'due']);
    expect((await storyOf()).at(-1)).toBe('cash -140 50');
    const [first] = places;
    const receipt = (await parent.call('GET', `/receipts/${first}`)).body;
    expect(receipt).toMatchObject({ paidby: 'cash', price: 80, returned: 0 });
    const { lines } = (await admin.call('GET', '/money')).body;
    const verdicts = lines.filter(({ enrolmentid }: { enrolmentid: string }) => places.includes(enrolmentid));
    expect(
      verdicts.map(({ verdict, received }: Record<string, unknown>) => `${verdict} ${received}`).sort(),
    ).toEqual(['matched 50', 'matched 80', 'owed 0']);
  });

  test('together with what was left before pays a place that neither would', async () => {
    const place = await owe(80);
    await pay(50);
    expect(await waysOf(place)).toEqual(['due']);
    await pay(30, { kind: 'transfer' });
    expect(await waysOf(place)).toEqual(['transfer']);
    expect(await storyOf()).toEqual(['place 80 80', 'cash -50 30', 'transfer -30 0']);
  });

  test('agrees with each month, whichever way paid the place in the end', async () => {
    await charge(10);
    await pay(60);
    await pay(5, { kind: 'transfer' });
    await expectAgreement('2026-09');
    const before = school.clock.now;
    school.clock.now += 31 * 24 * 60 * 60_000;
    const place = await owe(80);
    await pay(30, { kind: 'transfer', day: '2026-10-02' });
    expect(await waysOf(place)).toEqual(['transfer']);
    for (const month of ['2026-09', '2026-10']) await expectAgreement(month);
    school.clock.now = before;
  });

  test('pays no place with what an earlier one paid of charges', async () => {
    await charge(50);
    await pay(50);
    const place = await owe(80);
    await pay(30);
    expect(await waysOf(place)).toEqual(['due']);
    expect((await storyOf()).at(-1)).toMatch(/ 50$/);
    await pay(50);
    expect(await waysOf(place)).toEqual(['cash']);
    expect((await storyOf()).at(-1)).toMatch(/ 0$/);
  });

  test('by the same key is one, whatever it says, also where both come at once', async () => {
    const answers = await Promise.all([pay(20, { key: 'twice' }), pay(20, { key: 'twice' })]);
    const again = await pay(99, { key: 'twice', kind: 'transfer' });
    expect(new Set([...answers, again].map(({ body }) => body.insertedId)).size).toBe(1);
    expect(await storyOf()).toEqual(['cash -20 -20']);
  });

  test('two at once pay a place once', async () => {
    const place = await owe(80);
    await Promise.all([pay(80), pay(80)]);
    expect(await waysOf(place)).toEqual(['cash']);
    expect((await storyOf()).at(-1)).toMatch(/ -80$/);
    const paid = school.db.selectFrom('allocations').select('amount').where('orderid', '=', place);
    expect(await paid.execute()).toEqual([{ amount: 8000 }]);
  });

  test('stands on the day on which it was made, not on one to come', async () => {
    expect((await pay(20, { day: '2026-08-30' })).status).toBe(200);
    const { body } = await parent.call('GET', '/account/statement');
    expect(body.lines[0].day).toBe('2026-08-30');
    const refused = await pay(20, { day: '2099-01-01' });
    expect(refused.body).toMatchObject({ code: 'invalid-input', errors: [{ field: 'day' }] });
    expect((await pay(0)).body.errors).toMatchObject([{ field: 'amount' }]);
    expect((await pay(-5)).body.errors).toMatchObject([{ field: 'amount' }]);
  });

  test('for a place that ends is given back for that place', async () => {
    const place = await owe(80);
    await pay(80);
    expect((await admin.call('POST', `/enrolments/${place}/cancel`)).body.state).toBe('refund_due');
    const body = { kind: 'cash', key: 'back' };
    expect((await office.call('PUT', `/enrolments/${place}/returned`, body)).status).toBe(200);
    expect(await storyOf()).toEqual(['place 80 80', 'cash -80 0', 'cancelled -80 -80', 'cash_refund 80 0']);
  });

  test('is in the month’s sums, in the places behind them and in the file of payments, by the family', async () => {
    const before = (await admin.call('GET', '/money/places?month=2026-09&figure=transfer')).body;
    await pay(33, { kind: 'transfer' });
    const after = (await admin.call('GET', '/money/places?month=2026-09&figure=transfer')).body;
    expect(after.sum - before.sum).toBe(33);
    expect(after.items[0]).toMatchObject({
      userid: parent.user._id,
      name: parent.user.name,
      places: [],
      amount: 33,
      currency: 'usd',
    });
    const headers = { authorization: `Bearer ${await admin.issue()}` };
    const { payload } = await school.app.inject({ url: '/api/reports/payments.csv', headers });
    const row = payload.split('\r\n').find((one) => one.includes('33.00'));
    expect(row).toContain(parent.email);
  });

  test('goes with who pays when accounts are merged, and comes back', async () => {
    await pay(20);
    const keep = await school.signIn('student');
    const ids = { keep: keep.user._id, drop: parent.user._id };
    const { body } = await admin.call('POST', '/families/merge', ids);
    expect(await storyOf(keep)).toEqual(['cash -20 -20']);
    await admin.call('DELETE', `/families/merge/${body.insertedId}`);
    expect(await storyOf(keep)).toEqual([]);
  });

  test('is noted by the office and admins alone, and the log says by whom', async () => {
    for (const role of ['student', 'instructor'] as const)
      expect((await pay(20, {}, await school.signIn(role))).status).toBe(403);
    await pay(20);
    const { items } = (await admin.call('GET', '/changes?about=family')).body;
    const noted = items.find(
      ({ action, subjectname }: Record<string, string>) =>
        action === 'payment-noted' && subjectname === parent.user.name,
    );
    expect(noted).toMatchObject({ note: '$20', after: 'cash', actorname: office.user.name });
    expect((await pay(20, { userid: 'unknown' })).body.code).toBe('user-not-found');
  });
});
