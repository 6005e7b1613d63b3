import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StatementLine } from '#contract/statement/calls.ts';
import { findBalances } from '#server/features/ledger/index.ts';
import { openCardsDashboard } from '#tests/support/cards-dashboard.ts';
import { payTogether } from '#tests/support/checkouts.ts';
import { addChildBy, EVERY_RIGHT, letGuard } from '#tests/support/families.ts';
import { confirmCard, record } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson } from '#tests/support/timetable.ts';

const HOUR_MS = 60 * 60_000;
const PRICE = 80;

let school: TestSchool;
let admin: Person;
let office: Person;
let parent: Person;
let childid: string;
let classid: string;
let key = 0;

beforeAll(async () => {
  school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
  admin = await school.signIn('admin');
  office = await school.signIn('office');
});
beforeEach(async () => {
  parent = await school.signIn('student');
  childid = await addChildBy(parent, { firstname: 'Ada', lastname: 'Lee' });
  classid = (await school.addClass({ classname: 'Cello', price: PRICE * 100 }))._id;
});
afterAll(() => school.close({ typed: ['The hall is closed'] }));

const work = async () => {
  for (let times = 0; times < 9 && (await school.work()) > 0; times++);
};
const statementOf = async (person: Person, query = '') => {
  const { status, body } = await person.call('GET', `/account/statement${query}`);
  expect(status).toBe(200);
  return body as { balance: number; currency: string; lines: StatementLine[] };
};
const storyOf = async (person: Person) =>
  (await statementOf(person)).lines.map(({ kind, amount, balance }) => `${kind} ${amount} ${balance}`);
const give = async (pay: string, more = {}) =>
  (await office.call('POST', '/enrolments', { classid, learnerid: childid, pay, ...more })).body
    .insertedId as string;
const put = (id: string, what: 'paid' | 'returned', more = {}) =>
  office.call('PUT', `/enrolments/${id}/${what}`, { kind: 'cash', key: `${++key}`, ...more });
const cancel = (id: string) => admin.call('POST', `/enrolments/${id}/cancel`);
async function payFor(of = classid, card?: string) {
  const { body } = await parent.call('POST', '/create-payment-intent', {
    price: PRICE,
    classid: of,
    learnerid: childid,
  });
  const { id } = await confirmCard(school, body.clientSecret, card);
  return { transactionId: id, id: (await record(parent, of, id, PRICE)).body.result.insertedId as string };
}

test('an account without a place has a statement without lines', async () => {
  expect(await statementOf(parent)).toEqual({ balance: 0, currency: 'usd', lines: [] });
});

describe('what a place gives', () => {
  test('by card: its price and the payment, with whose it is, the lessons and the receipt', async () => {
    for (const day of ['2026-10-05', '2026-12-14']) await addLesson(school.db, { classid, day });
    const { id } = await payFor();
    const { balance, lines } = await statementOf(parent);
    expect(balance).toBe(0);
    expect(lines).toEqual([
      {
        _id: `${id}.place`,
        day: '2026-09-01',
        kind: 'place',
        label: 'Place: Cello',
        amount: 80,
        balance: 80,
        learnername: 'Ada Lee',
        classid,
        classname: 'Cello',
        lessons: { left: 2, of: 2 },
        lessonsfrom: '2026-10-05',
        lessonsto: '2026-12-14',
        ref: id,
      },
      {
        _id: expect.any(String),
        day: '2026-09-01',
        kind: 'charge',
        label: 'Paid by card',
        amount: -80,
        balance: 0,
        learnername: 'Ada Lee',
        classid,
        classname: 'Cello',
        ref: id,
      },
    ]);
  });

  test('owed: a debt until it is paid, by another sum with its reason', async () => {
    const id = await give('due');
    expect(await storyOf(parent)).toEqual(['place 80 80']);
    school.clock.now += 30 * HOUR_MS;
    await put(id, 'paid', { amount: 70, reason: 'Second child' });
    const { lines } = await statementOf(parent);
    expect(
      lines.map(({ day, kind, amount, balance, reason }) => [day, kind, amount, balance, reason]),
    ).toEqual([
      [expect.any(String), 'place', 80, 80, undefined],
      [lines[0]?.day, 'reduction', -10, 70, 'Second child'],
      [expect.any(String), 'cash', -70, 0, undefined],
    ]);
    expect(lines[2]?.day).not.toBe(lines[0]?.day);
  });

  test('for more than its price: a surcharge', async () => {
    await give('cash', { amount: 90, reason: 'With the loan of a cello' });
    expect((await statementOf(parent)).lines[1]).toMatchObject({ label: 'Surcharge', amount: 10 });
  });

  test('free of charge: its price, and that nothing is asked of it', async () => {
    await give('free');
    expect(await storyOf(parent)).toEqual(['place 80 80', 'reduction -80 0']);
    const { _id } = await school.addClass({ price: 0 });
    expect((await parent.call('POST', `/enrol/${_id}`)).status).toBe(200);
    expect((await statementOf(parent)).lines).toHaveLength(2);
  });

  test('owed and cancelled, or in a class that is taken off: no longer owed, on the day of that', async () => {
    await cancel(await give('due'));
    expect(await storyOf(parent)).toEqual(['place 80 80', 'struck -80 0']);
    await give('due');
    school.clock.now += 30 * HOUR_MS;
    admin = await school.signIn('admin');
    await admin.call('DELETE', `/delete/${classid}`);
    const { lines } = await statementOf(parent);
    expect(lines.at(-1)).toMatchObject({
      kind: 'struck',
      day: new Date(school.clock.now).toISOString().slice(0, 10),
      balance: 0,
      reason: 'The class is no longer offered, so nothing is owed for it.',
    });
  });

  test('paid in cash and cancelled: the school owes it until it is given back', async () => {
    const id = await give('cash');
    await cancel(id);
    expect(await storyOf(parent)).toEqual(['place 80 80', 'cash -80 0', 'cancelled -80 -80']);
    await put(id, 'returned', { kind: 'transfer' });
    expect((await storyOf(parent)).at(-1)).toBe('transfer_refund 80 0');
  });

  test('cancelled after some of its lessons: what they earned stays with the school', async () => {
    const start = new Date(school.clock.now + 24 * HOUR_MS).toISOString().slice(0, 10);
    await addLesson(school.db, { classid, day: start });
    await addLesson(school.db, { classid, day: '2026-12-14' });
    const { id } = await payFor();
    school.clock.now += 60 * HOUR_MS;
    await cancel(id);
    expect(await storyOf(parent)).toEqual([
      'place 80 80',
      'charge -80 0',
      'cancelled -40 -40',
      'refund 40 0',
    ]);
    expect((await statementOf(parent)).lines[2]).toMatchObject({
      kept: 40,
      reason: 'The school cancelled the enrolment.',
    });
  });

  test('moved to another child: the line names who has the place, and no money moves', async () => {
    const { id } = await payFor();
    const other = await addChildBy(parent, { firstname: 'Bo', lastname: 'Lee' });
    expect((await parent.call('PUT', `/enrolments/${id}/learner`, { learnerid: other })).status).toBe(200);
    expect((await statementOf(parent)).lines.map(({ learnername }) => learnername)).toEqual([
      'Bo Lee',
      'Bo Lee',
    ]);
    expect(await storyOf(parent)).toEqual(['place 80 80', 'charge -80 0']);
  });

  test('called off: all goes back, by card and by hand', async () => {
    await payFor();
    const other = await addChildBy(parent, { firstname: 'Bo', lastname: 'Lee' });
    await office.call('POST', '/enrolments', { classid, learnerid: other, pay: 'cash' });
    const body = { reason: 'The hall is closed', refund: 'whole', key: `${++key}` };
    expect((await admin.call('POST', `/class/${classid}/calloff`, body)).status).toBe(200);
    await work();
    const { balance, lines } = await statementOf(parent);
    expect(balance).toBe(-80);
    expect(lines.filter(({ kind }) => kind === 'cancelled').map(({ reason }) => reason)).toEqual(
      Array(2).fill('The school called the class off.'),
    );
  });
});

test('a payment that gives no place is a credit until it goes back, with the reason', async () => {
  const { body } = await parent.call('POST', '/create-payment-intent', {
    price: PRICE,
    classid,
    learnerid: childid,
  });
  const { id } = await confirmCard(school, body.clientSecret);
  expect(await storyOf(parent)).toEqual([]);
  expect((await admin.call('DELETE', `/delete/${classid}`)).status).toBe(200);
  expect((await record(parent, classid, id, PRICE)).status).not.toBe(200);
  expect(await storyOf(parent)).toEqual(['charge -80 -80']);
  expect((await statementOf(parent)).lines[0]?.reason).toBe('The class is no longer offered.');
  await work();
  expect(await storyOf(parent)).toEqual(['charge -80 -80', 'refund 80 0']);
});

test('what an admin ends since the card service does not know its payment costs nothing, and nothing was paid', async () => {
  const { id } = await payFor();
  await school.db.updateTable('orders').set({ intentid: 'pi_unknown' }).where('_id', '=', id).execute();
  expect((await admin.call('POST', '/money/repair', { transactionId: 'pi_unknown' })).status).toBe(200);
  expect(await statementOf(parent)).toMatchObject({ balance: 0, lines: [] });
});

test('more that went back than is due costs the family nothing: of places that stand and of what lessons earned', async () => {
  const dashboard = await openCardsDashboard(school);
  const { parent: payer, transactionId, places } = await payTogether(school, [5000, 3000, 2000]);
  const [first] = places;
  await dashboard.refund(transactionId, 1500);
  await work();
  expect((await statementOf(payer)).balance).toBe(0);
  expect((await payer.call('POST', `/enrolments/${first?.enrolment}/cancel`)).status).toBe(200);
  // As long as it is on its way, and once the bank has refused it, all that is still open is owed back.
  const refusal = { next: 'failed' as const, settlesat: school.clock.now };
  await school.db.updateTable('cards_refunds').set(refusal).where('intentid', '=', transactionId).execute();
  await dashboard.stripe.refunds.list({ payment_intent: transactionId });
  await work();
  const orders = await school.db
    .selectFrom('orders')
    .selectAll()
    .where('intentid', '=', transactionId)
    .orderBy('_id')
    .execute();
  const balances = await findBalances(school.db, orders);
  const open = orders
    .filter(({ state }) => state !== 'enrolled')
    .reduce((sum, { _id }) => sum + (balances.get(_id)?.open ?? 0), 0);
  expect(open).toBeGreaterThan(0);
  expect((await statementOf(payer)).balance).toBe(-open / 100);
  await dashboard.close();
});

test('a statement from a day on begins with the sum of what was before', async () => {
  const id = await give('due');
  school.clock.now += 48 * HOUR_MS;
  await put(id, 'paid');
  const [place, cash] = (await statementOf(parent)).lines;
  const { balance, lines } = await statementOf(parent, `?from=${cash?.day}`);
  expect(balance).toBe(0);
  expect(lines).toEqual([
    {
      _id: 'opening',
      kind: 'opening',
      day: cash?.day,
      label: expect.stringMatching(/^Before \d+ \w+ 2026$/),
      amount: place?.amount,
      balance: place?.amount,
      ref: null,
    },
    cash,
  ]);
  const { body } = await parent.call('GET', '/account/statement?from=yesterday');
  expect(body.code).toBe('invalid-input');
});

test('it is in the language of the request', async () => {
  await give('due');
  const languages = (codes: string[]) =>
    school.db
      .updateTable('school')
      .set({ languages: JSON.stringify(codes) })
      .execute();
  await languages(['en', 'de']);
  school.changed(['school']);
  const answer = await school.app.inject({
    method: 'GET',
    url: '/api/account/statement?from=2026-01-01',
    headers: { authorization: `Bearer ${await parent.issue()}`, 'accept-language': 'de' },
  });
  expect(answer.json().lines.map(({ label }: StatementLine) => label)).toEqual([
    'Stand vor dem 1. Januar 2026',
    'Platz: Cello',
  ]);
  await languages(['en']);
  school.changed(['school']);
});

describe('who reads it', () => {
  const of = (reader: Person, person = parent) =>
    reader.call('GET', `/families/${person.user._id}/statement`);

  test('the office and admins read that of every family, others none but their own', async () => {
    await give('due');
    const own = await statementOf(parent);
    for (const reader of [office, admin]) expect((await of(reader)).body).toEqual(own);
    const others = [await school.signIn('student'), await school.signIn('instructor'), parent];
    for (const reader of others) expect((await of(reader)).status).toBe(403);
    expect((await office.call('GET', '/families/unknown/statement')).body.code).toBe('user-not-found');
  });

  test('an admin no more, none', async () => {
    const former = await school.signIn('admin');
    expect((await of(former)).status).toBe(200);
    expect((await admin.call('PATCH', `/users/student/${former.user._id}`)).status).toBe(200);
    expect((await of(former)).status).toBe(403);
  });

  test('a guardian’s payment is the guardian’s alone, and the family’s is none of a guardian’s', async () => {
    await give('cash');
    const guardian = await school.signIn('student');
    await letGuard(school, { parent, guardian, learnerid: childid, rights: EVERY_RIGHT });
    const before = await statementOf(parent);
    expect((await statementOf(guardian)).lines).toEqual([]);
    const { _id } = await school.addClass({ classname: 'Oboe', price: PRICE * 100 });
    const opened = await guardian.call('POST', '/create-payment-intent', {
      price: PRICE,
      classid: _id,
      learnerid: childid,
    });
    const { id } = await confirmCard(school, opened.body.clientSecret);
    expect((await record(guardian, _id, id, PRICE)).status).toBe(200);
    expect(await storyOf(guardian)).toEqual(['place 80 80', 'charge -80 0']);
    expect(await statementOf(parent)).toEqual(before);
  });

  test('who signed in with an address of the school’s list, once it is confirmed', async () => {
    await give('due');
    const change = school.db.updateTable('users').where('_id', '=', parent.user._id);
    await change.set({ importid: 'list', emailverified: 0 }).execute();
    expect(await parent.call('GET', '/account/statement')).toMatchObject({
      status: 403,
      body: { code: 'email-not-verified' },
    });
    await change.set({ emailverified: 1 }).execute();
    expect((await statementOf(parent)).balance).toBe(PRICE);
    await change.set({ importid: null }).execute();
  });

  test('a merge brings two statements together, and its undo puts them apart', async () => {
    await give('due');
    const other = await school.signIn('student');
    const hand = { classid, learnerid: other.learnerid, pay: 'cash' };
    expect((await office.call('POST', '/enrolments', hand)).status).toBe(200);
    const ids = { keep: parent.user._id, drop: other.user._id };
    const { body } = await admin.call('POST', '/families/merge', ids);
    expect((await statementOf(parent)).balance).toBe(80);
    expect((await storyOf(parent)).length).toBe(3);
    expect((await of(office, other)).body.lines).toEqual([]);
    await admin.call('DELETE', `/families/merge/${body.insertedId}`);
    expect(await storyOf(parent)).toEqual(['place 80 80']);
    expect((await of(office, other)).body.balance).toBe(0);
  });
});
