import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReconciliationLine } from '#contract/reconciliation/calls.ts';
import { confirmCard, enrol, record, start } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';
import { listAttention } from './list-attention.ts';
import { reconcileMonth } from './reconcile-month.ts';

let school: TestSchool;
let student: Person;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
  student = await school.signIn('student');
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

const check = async (query = '') => (await admin.call('GET', `/money${query}`)).body;
const lineOf = async (transactionId: string): Promise<ReconciliationLine> =>
  (await check()).lines.find((line: ReconciliationLine) => line.transactionId === transactionId);
const repair = (transactionId: string) => admin.call('POST', '/money/repair', { transactionId });

/** A card that was charged and of which the school knows nothing more. */
async function payOnly(classid?: string) {
  const { body } = await start(student, classid);
  const { id } = await confirmCard(school, body.clientSecret);
  await school.db.deleteFrom('webhookevents').execute();
  return id;
}

test('a payment and its enrolment stand side by side as matched', async () => {
  const { _id } = await school.addClass({ classname: 'Oboe' });
  const { enrolment, transactionId } = await enrol(school, student, _id);
  expect(await lineOf(transactionId)).toEqual({
    transactionId,
    verdict: 'matched',
    date: new Date(school.clock.now).toISOString(),
    email: student.email,
    classid: _id,
    classname: 'Oboe',
    learnerid: expect.any(String),
    learnername: null,
    enrolmentid: enrolment,
    received: 60,
    refunded: 0,
    attention: null,
    currency: 'usd',
    cardlast4: '4242',
    reason: null,
  });
  expect(await repair(transactionId)).toMatchObject({ status: 409, body: { code: 'nothing-to-repair' } });
});

test('a family without an address is told by its name', async () => {
  const { _id: classid } = await school.addClass({ classname: 'Lute' });
  const learners = [{ firstname: 'Tim', lastname: 'Silent' }];
  const family = { name: 'Rosa Silent', phone: '+49 30 1234', learners };
  const { insertedId } = (await admin.call('POST', '/families', family)).body;
  const { body } = await admin.call('GET', `/families/${insertedId}`);
  const tim = body.learners.find(({ self }: { self: boolean }) => !self);
  await admin.call('POST', '/enrolments', { classid, learnerid: tim._id, pay: 'due' });
  const line = (await check()).lines.find(({ learnerid }: ReconciliationLine) => learnerid === tim._id);
  expect(line).toMatchObject({ email: 'Rosa Silent', learnername: 'Tim Silent' });
});

describe('who paid and is not enrolled', () => {
  test('is enrolled by one click while the seat is held', async () => {
    const { _id } = await school.addClass({ availableseat: 1 });
    const id = await payOnly(_id);
    expect(await lineOf(id)).toMatchObject({ verdict: 'paid-not-enrolled', enrolmentid: null });
    expect(await repair(id)).toMatchObject({ status: 200, body: { verdict: 'matched' } });
    expect(await seatsOf(school.db, _id)).toEqual({ free: 0, held: 0, taken: 1 });
  });

  test('gets the money back where no class was named', async () => {
    const id = await payOnly();
    expect((await repair(id)).body).toMatchObject({ verdict: 'refunded', received: 60, refunded: 60 });
  });

  test('gets the money back where the school has no order of it at all', async () => {
    const id = await payOnly();
    await school.db.deleteFrom('orders').where('intentid', '=', id).execute();
    expect(await lineOf(id)).toMatchObject({ verdict: 'paid-not-enrolled', email: null });
    expect((await repair(id)).body).toMatchObject({ verdict: 'refunded' });
  });
});

describe('who is enrolled and has not paid', () => {
  test('because the money went back past the school loses the place', async () => {
    const { _id } = await school.addClass({ availableseat: 1 });
    const { transactionId } = await enrol(school, student, _id);
    await school.payments.cards.refund(transactionId, 'by-hand-at-the-provider');
    expect(await lineOf(transactionId)).toMatchObject({ verdict: 'enrolled-not-paid' });
    expect((await repair(transactionId)).body).toMatchObject({ verdict: 'refunded', enrolmentid: null });
    expect(await seatsOf(school.db, _id)).toEqual({ free: 1, held: 0, taken: 0 });
  });

  test('because the card service has no such payment loses the place', async () => {
    const { _id } = await school.addClass({ availableseat: 1 });
    const { enrolment } = await enrol(school, student, _id);
    await school.db.updateTable('orders').set({ intentid: 'pi_gone' }).where('_id', '=', enrolment).execute();
    expect(await lineOf('pi_gone')).toMatchObject({ verdict: 'enrolled-not-paid', received: 0 });
    expect((await repair('pi_gone')).status).toBe(200);
    expect(await lineOf('pi_gone')).toBeUndefined();
    expect(await seatsOf(school.db, _id)).toEqual({ free: 1, held: 0, taken: 0 });
  });
});

test('what wants looking at is listed with what moved of each, in as many queries for three as for one', async () => {
  let queries = 0;
  const db = school.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      queries += 1;
      return result;
    },
  });
  const counted: number[] = [];
  const wanted: string[] = [];
  expect(await listAttention({ ...school.payments, db })).toEqual([]);
  for (const refunded of [0, 10, 20]) {
    const { enrolment, transactionId } = await enrol(school, student, (await school.addClass())._id);
    const attention = 'partly-refunded' as const;
    await school.db.updateTable('orders').set({ attention }).where('_id', '=', enrolment).execute();
    const movement = { orderid: enrolment, kind: 'refund' as const, ref: `re_${refunded}` };
    await school.db
      .insertInto('ledger')
      .values({
        ...movement,
        _id: movement.ref,
        amount: refunded * 100,
        seats: 0,
        createdat: school.clock.now,
      })
      .execute();
    wanted.push(`${transactionId} 6000 ${refunded * 100}`);
    queries = 0;
    const lines = await listAttention({ ...school.payments, db });
    counted.push(queries);
    const found = lines.map((line) => `${line.transactionId} ${line.received} ${line.refunded}`);
    expect(found.sort()).toEqual([...wanted].sort());
  }
  expect(counted).toEqual([8, 8, 8]);
});

test('what wants looking at comes in parts, the newest first, each payment once', async () => {
  await school.db.updateTable('orders').set({ attention: null }).execute();
  const attention = 'partly-refunded' as const;
  const transactions: string[] = [];
  for (let at = 0; at < 5; at++) {
    const { enrolment, transactionId } = await enrol(school, student, (await school.addClass())._id);
    // Two of them were paid at one moment, and one in cash.
    const byHand = at === 2 ? { paidby: 'cash' as const, intentid: null } : {};
    await school.db
      .updateTable('orders')
      .set({ attention, paidat: 1000 * Math.min(at, 3), ...byHand })
      .where('_id', '=', enrolment)
      .execute();
    transactions.push(at === 2 ? `hand_${enrolment}` : transactionId);
  }
  // Two places that one payment paid are one line.
  const [first, second] = await Promise.all(
    [0, 1].map(async () => (await enrol(school, student, (await school.addClass())._id)).enrolment),
  );
  const together = { attention, paidat: 500, checkoutid: 'together', intentid: 'pi_together' };
  await school.db
    .updateTable('orders')
    .set(together)
    .where('_id', 'in', [first ?? '', second ?? ''])
    .execute();
  const idsOf = async (query: string) => {
    const { body }: { body: ReconciliationLine[] } = await admin.call('GET', `/money/attention${query}`);
    return body.map(({ transactionId }) => transactionId);
  };
  const whole = await idsOf('');
  expect(whole.slice(0, 2).sort()).toEqual(transactions.slice(3).sort());
  expect(whole.slice(2)).toEqual([transactions[2], transactions[1], 'pi_together', transactions[0]]);
  const parts: string[][] = [];
  for (let isWhole = false; !isWhole; isWhole = (parts.at(-1)?.length ?? 0) < 1)
    parts.push(await idsOf(`?limit=1${parts.length > 0 ? `&after=${parts.at(-1)?.[0]}` : ''}`));
  expect(parts.flat()).toEqual(whole);
  expect(await idsOf('?limit=2&after=unknown')).toEqual(whole.slice(0, 2));
  expect((await admin.call('GET', '/money/attention?limit=201')).status).toBe(400);
});

test('a month holds what was paid in it, and its sums', async () => {
  const person = await school.signIn('student');
  school.clock.now = Date.UTC(2026, 10, 30, 23);
  const one = await enrol(school, person, (await school.addClass())._id);
  await person.call('POST', `/enrolments/${one.enrolment}/cancel`);
  school.clock.now = Date.UTC(2026, 11, 1, 1);
  const other = await enrol(school, person, (await school.addClass())._id);
  const november = await check('?month=2026-11');
  expect(november).toMatchObject({ month: '2026-11', currency: 'usd', received: 60, refunded: 60 });
  expect(november.lines).toEqual([
    expect.objectContaining({ transactionId: one.transactionId, verdict: 'refunded' }),
  ]);
  const december = await check();
  expect(december.lines.map((line: ReconciliationLine) => line.transactionId)).toEqual([other.transactionId]);
  expect((await admin.call('GET', '/money?month=2026-13')).status).toBe(400);
});

test('a payment begun before midnight of the first and made after it stands in the month of the money', async () => {
  const person = await school.signIn('student');
  const { _id } = await school.addClass();
  school.clock.now = Date.UTC(2027, 0, 31, 23, 55);
  const { body } = await start(person, _id);
  school.clock.now = Date.UTC(2027, 1, 1, 0, 4);
  const { id } = await confirmCard(school, body.clientSecret);
  await record(person, _id, id);
  expect((await check('?month=2027-01')).lines).toEqual([]);
  expect(await check('?month=2027-02')).toMatchObject({
    received: 60,
    lines: [{ transactionId: id, verdict: 'matched', date: '2027-02-01T00:04:00.000Z' }],
  });
});

describe('a month in which much was paid', () => {
  const pagesOf = async (month: string, limit?: { intents: number; orders: number }) => {
    const pages = [await reconcileMonth(school.payments, month, { limit })];
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
      pages.push(await reconcileMonth(school.payments, month, { limit, after: next }));
    return pages;
  };
  const addUp = (pages: Awaited<ReturnType<typeof pagesOf>>) => ({
    received: pages.reduce((total, { received }) => total + received, 0),
    refunded: pages.reduce((total, { refunded }) => total + refunded, 0),
    lines: pages.flatMap(({ lines }) => lines.map(({ transactionId }) => transactionId)),
  });

  test('is read page by page, whose sums add up and whose lines are all there once, the newest first', async () => {
    const paid: string[] = [];
    for (let day = 1; day <= 5; day++) {
      school.clock.now = Date.UTC(2027, 2, day);
      const { transactionId } = await enrol(
        school,
        await school.signIn('student'),
        (await school.addClass())._id,
      );
      paid.unshift(transactionId);
    }
    for (const id of paid.slice(2)) await school.payments.cards.refund(id, `by-hand-${id}`);
    const all = { received: 30_000, refunded: 18_000, lines: paid };
    expect(addUp(await pagesOf('2027-03'))).toEqual(all);
    for (const [intents, orders] of [
      [1, 2],
      [2, 9],
      [2, 2],
      [5, 1],
      [9, 2],
    ] as const) {
      const pages = await pagesOf('2027-03', { intents, orders });
      expect(addUp(pages)).toEqual(all);
      expect(pages.length).toBeGreaterThan(1);
    }
  });

  test('of which the card service knows nothing is read page by page as well', async () => {
    const person = await school.signIn('student');
    const lost: string[] = [];
    for (let hour = 0; hour < 7; hour++) {
      // Two at each moment.
      school.clock.now = Date.UTC(2027, 4, 1, hour - (hour % 2));
      const { transactionId, enrolment } = await enrol(school, person, (await school.addClass())._id);
      lost.push(`pi_lost_${hour}`);
      const gone = { intentid: lost.at(-1) };
      await school.db.updateTable('orders').set(gone).where('_id', '=', enrolment).execute();
      await school.db.deleteFrom('cards_charges').where('intentid', '=', transactionId).execute();
      await school.db.deleteFrom('cards_intents').where('id', '=', transactionId).execute();
    }
    const pages = await pagesOf('2027-05', { intents: 3, orders: 3 });
    expect(pages.map(({ lines }) => lines.length)).toEqual([3, 3, 1]);
    expect(addUp(pages).lines.sort()).toEqual(lost);
  });

  test('shows an enrolment that stands after a hundred others and has no payment', async () => {
    const person = await school.signIn('student');
    const [model] = await school.db
      .selectFrom('orders')
      .selectAll()
      .where('state', '=', 'enrolled')
      .execute();
    const free = Array.from({ length: 250 }, (_, at) => ({
      ...(model as NonNullable<typeof model>),
      _id: `free-${at}`,
      learnerid: `free-${at}`,
      amount: at === 249 ? 6000 : 0,
      intentid: at === 249 ? 'pi_lost' : null,
      paidat: Date.UTC(2027, 3, 1),
    }));
    const learners = free.map(({ learnerid }) => ({
      _id: learnerid,
      userid: null,
      self: 1 as const,
      leftat: 1,
      createdat: 0,
    }));
    await school.db.insertInto('learners').values(learners).execute();
    await school.db.insertInto('orders').values(free).execute();
    const places = free.map(({ _id, learnerid, classid, amount: price, currency, paidat: date }) => ({
      _id,
      learnerid,
      classid: classid ?? '',
      price,
      currency,
      date,
      transactionId: `t-${_id}`,
      canceluntil: 0,
    }));
    await school.db.insertInto('enrolments').values(places).execute();
    school.clock.now = Date.UTC(2027, 3, 30);
    const { transactionId } = await enrol(school, person, (await school.addClass())._id);
    expect((await check('?month=2027-04')).lines).toMatchObject([
      { transactionId, verdict: 'matched' },
      { transactionId: 'pi_lost', verdict: 'enrolled-not-paid' },
    ]);
  });
});
