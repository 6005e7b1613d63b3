import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { isWrong, type ReconciliationLine } from '#contract/reconciliation/calls.ts';
import { checkRecords } from '#server/admin/check-records.ts';
import { workCallOffs } from '#server/features/calloffs/work-call-offs.ts';
import type { Checkpoint } from '#server/features/orders/index.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { confirmCard, record } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson } from '#tests/support/timetable.ts';
import { settle } from './settling/settle.ts';

const BEGIN = Date.UTC(2026, 8, 10, 12);
let school: TestSchool;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
});
beforeEach(async () => {
  // Each begins on the same day: what was left to do before is far away.
  await school.db.updateTable('instalments').set({ state: 'waived', workat: null }).execute();
  school.clock.now = BEGIN;
  admin = await school.signIn('admin');
});
afterAll(() => school.close({ typed: ['Wrong class'] }));

type Item = { classid: string; learnerid?: string };
const checkout = (parent: Person, items: readonly Item[], body: object = {}) =>
  parent.call('POST', '/checkout', { items, instalments: 3, ...body });
const classOf = async (price = 10_000, fields: object = {}) =>
  (await school.addClass({ price, availableseat: 5, ...fields }))._id;
const ordersOf = ({ user }: Person) =>
  school.db.selectFrom('orders').selectAll().where('userid', '=', user._id).orderBy('_id').execute();
const partsOf = ({ user }: Person) =>
  school.db.selectFrom('instalments').selectAll().where('userid', '=', user._id).orderBy('number').execute();
const balanceOf = async ({ user }: Person): Promise<number> =>
  (await admin.call('GET', `/families/${user._id}/statement`)).body.balance;

/** Pays the first instalment of these places, by a card that is saved unless it is not to be. */
async function pay(parent: Person, items: readonly Item[], { saves = true, body = {} } = {}) {
  const opened = await checkout(parent, items, body);
  expect(opened.status).toBe(200);
  const { clientSecret, price } = opened.body;
  if (saves) await parent.call('PUT', '/account/cards', { clientSecret, save: true });
  const { id } = await confirmCard(school, clientSecret);
  const recorded = await record(parent, items[0]?.classid ?? '', id, price);
  expect(recorded.status).toBe(200);
  return { id, opened, enrolment: recorded.body.result.insertedId as string };
}

async function workAt(moment: string) {
  school.clock.now = Date.parse(moment);
  admin = await school.signIn('admin');
  await school.work();
}

/** What the doctor finds in the books, and the money check in the month. */
async function breaksOf() {
  const month = new Date(school.clock.now).toISOString().slice(0, 7);
  const { body } = await admin.call('GET', `/money?month=${month}`);
  const lines = body.lines.filter(({ verdict }: ReconciliationLine) => isWrong(verdict));
  const records = { db: school.db, dialect: inject('dialect'), close: async () => {} };
  const findings = await checkRecords(records, { now: school.clock.now, hasEmbeddedCards: true });
  // The clock goes back between tests, past days whose sums are kept.
  return [...lines, ...findings.filter(({ state, about }) => state === 'wrong' && about !== 'Days')];
}

describe('a place in instalments', () => {
  test('is taken with the first; the others are taken from the card, each a month later', async () => {
    const parent = await school.signIn('student');
    const classid = await classOf();
    const { opened, enrolment } = await pay(parent, [{ classid }]);
    expect(opened.body).toMatchObject({
      price: 33.34,
      rest: 66.66,
      parts: [
        { day: '2026-09-10', amount: 33.34 },
        { day: '2026-10-10', amount: 33.33 },
        { day: '2026-11-10', amount: 33.33 },
      ],
      words: expect.stringContaining('$33.33 on 10 October 2026 and $33.33 on 10 November 2026'),
    });
    expect((await partsOf(parent)).map(({ state, amount }) => [state, amount])).toEqual([
      ['paid', 3334],
      ['due', 3333],
      ['due', 3333],
    ]);
    expect(await balanceOf(parent)).toBe(66.66);
    const [place] = (await parent.call('GET', `/enrolledclasses/${parent.email}`)).body;
    expect(place).toMatchObject({ price: 33.34, rest: 66.66 });
    expect((await parent.call('GET', `/receipts/${enrolment}`)).body).toMatchObject({
      price: 33.34,
      rest: 66.66,
    });
    const [mail] = (await mailsOf(school, parent.email)).filter(({ kind }) => kind === 'enrolled');
    expect(mail?.text).toContain('Paid: $33.34');
    expect(mail?.text).toContain('Instalment 2: $33.33 · 10 October 2026');
    const { body: own } = await parent.call('GET', '/account/invoices');
    expect(own.invoices).toMatchObject([{ total: 100, paid: 33.34, open: 66.66 }]);
    expect(await breaksOf()).toEqual([]);

    await workAt('2026-10-10T10:00:00Z');
    await workAt('2026-11-10T10:00:00Z');
    expect((await partsOf(parent)).map(({ state }) => state)).toEqual(['paid', 'paid', 'paid']);
    expect(await balanceOf(parent)).toBe(0);
    expect(await breaksOf()).toEqual([]);
  });

  test('several places share the first one to the cent, and one invoice says all', async () => {
    const parent = await school.signIn('student');
    const { body } = await parent.call('POST', '/learners', { firstname: 'Ada', lastname: 'Lee' });
    const [one, other] = [await classOf(10_001), await classOf(4999)];
    const { opened } = await pay(parent, [{ classid: one }, { classid: other, learnerid: body.insertedId }]);
    expect(opened.body.price).toBe(50);
    const prices = opened.body.items.map((item: { price: number; rest: number }) => [item.price, item.rest]);
    expect(prices.toSorted()).toEqual([
      [16.67, 33.32],
      [33.33, 66.68],
    ]);
    const { body: own } = await parent.call('GET', '/account/invoices');
    expect(own.invoices).toMatchObject([{ total: 150, paid: 50, open: 100 }]);
    expect(await breaksOf()).toEqual([]);
  });

  test('is refused where the parts are too small for a card, and compared with the price as a whole', async () => {
    const parent = await school.signIn('student');
    const small = [{ classid: await classOf(120) }];
    expect((await checkout(parent, small)).body).toMatchObject({ code: 'instalments-too-small' });
    const items = [{ classid: await classOf() }];
    expect((await checkout(parent, items, { price: 33.34 })).body).toMatchObject({ code: 'price-differs' });
    expect((await checkout(parent, items, { price: 100 })).status).toBe(200);
    expect((await checkout(parent, items, { instalments: 7 })).status).toBe(400);
  });

  test('asked again it is the same payment; in other parts, or at once, it is another', async () => {
    const parent = await school.signIn('student');
    const items = [{ classid: await classOf() }];
    const { clientSecret } = (await checkout(parent, items)).body;
    expect((await checkout(parent, items)).body.clientSecret).toBe(clientSecret);
    const atOnce = (await checkout(parent, items, { instalments: undefined })).body;
    expect(atOnce).toMatchObject({ price: 100 });
    expect(atOnce).not.toHaveProperty('parts');
    expect((await checkout(parent, items, { instalments: 2 })).body.price).toBe(50);
    expect((await ordersOf(parent)).map(({ state }) => state).toSorted()).toEqual([
      'expired',
      'expired',
      'intent',
    ]);
    expect(await partsOf(parent)).toEqual([]);
    expect(await balanceOf(parent)).toBe(0);
  });

  test('without a saved card the rest is an invoice as any other', async () => {
    const parent = await school.signIn('student');
    await pay(parent, [{ classid: await classOf() }], { saves: false });
    expect(await partsOf(parent)).toEqual([]);
    const { body } = await parent.call('GET', '/account/invoices');
    expect(body.invoices).toMatchObject([{ total: 100, open: 66.66, payable: 66.66 }]);
    const [mail] = (await mailsOf(school, parent.email)).filter(({ kind }) => kind === 'enrolled');
    expect(mail?.text).not.toContain('Instalment 2');
    expect(await breaksOf()).toEqual([]);
  });

  test('a discount is taken off before, and the statement adds up', async () => {
    const parent = await school.signIn('student');
    const added = await admin.call('POST', '/discounts', { kind: 'code', code: 'TENTH', percent: 10 });
    expect(added).toMatchObject({ status: 200 });
    await pay(parent, [{ classid: await classOf() }], { body: { code: 'TENTH' } });
    const { body } = await admin.call('GET', `/families/${parent.user._id}/statement`);
    const lines = body.lines.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount]);
    expect(lines).toEqual(
      expect.arrayContaining([
        ['place', 40],
        ['reduction', -10],
        ['tuition', 60],
        ['charge', -30],
      ]),
    );
    expect(body.balance).toBe(60);
    expect(await breaksOf()).toEqual([]);
  });

  test('is charged and invoiced once, however often it is recorded, and not at all where the process dies', async () => {
    const parent = await school.signIn('student');
    const classid = await classOf();
    const { clientSecret, price } = (await checkout(parent, [{ classid }])).body;
    await parent.call('PUT', '/account/cards', { clientSecret, save: true });
    const { id } = await confirmCard(school, clientSecret);
    const dying = {
      ...school.payments,
      checkpoint: (at: Checkpoint) => {
        if (at === 'inside-enrolment') throw new Error('killed');
      },
    };
    await expect(settle(dying, id)).rejects.toThrow('killed');
    expect(await balanceOf(parent)).toBe(0);
    const all = await Promise.all([1, 2, 3, 4].map(() => record(parent, classid, id, price)));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await balanceOf(parent)).toBe(66.66);
    const { body } = await parent.call('GET', '/account/invoices');
    expect(body.invoices).toHaveLength(1);
    expect(await partsOf(parent)).toHaveLength(3);
    expect(await breaksOf()).toEqual([]);
  });

  test('that no learner can have goes back, and nothing is charged', async () => {
    const parent = await school.signIn('student');
    const classid = await classOf();
    const { clientSecret, price } = (await checkout(parent, [{ classid }])).body;
    const { id } = await confirmCard(school, clientSecret);
    await school.db.updateTable('classes').set({ status: 'denied' }).where('_id', '=', classid).execute();
    const { body } = await record(parent, classid, id, price);
    expect(body.code).toBe('payment-returned');
    await school.work();
    expect(await balanceOf(parent)).toBe(0);
    const { count } = await school.db
      .selectFrom('charges')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('userid', '=', parent.user._id)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(0);
  });

  test('agreed to before a merge and begun after it, owes the rest, and the other account’s card pays none', async () => {
    const [dropped, kept] = [await school.signIn('student'), await school.signIn('student')];
    await pay(kept, [{ classid: await classOf(6000) }]);
    const { clientSecret } = (await checkout(dropped, [{ classid: await classOf() }])).body;
    await dropped.call('PUT', '/account/cards', { clientSecret, save: true });
    const both = { keep: kept.user._id, drop: dropped.user._id };
    expect((await admin.call('POST', '/families/merge', both)).status).toBe(200);
    const { id } = await confirmCard(school, clientSecret);
    await settle(school.payments, id);
    expect((await partsOf(kept)).map(({ amount }) => amount)).toEqual([2000, 2000, 2000]);
    expect(await balanceOf(kept)).toBe(40 + 66.66);
    await workAt('2026-10-10T10:00:00Z');
    expect(await balanceOf(kept)).toBe(20 + 66.66);
    expect(await breaksOf()).toEqual([]);
  });

  test('the account takes along what it agreed to', async () => {
    const parent = await school.signIn('student');
    await pay(parent, [{ classid: await classOf() }]);
    const { body } = await parent.call('GET', '/account/data');
    expect(body.payments[0].words).toContain('I pay in instalments');
    expect(body.instalments).toHaveLength(3);
  });
});

describe('a place in instalments that ends', () => {
  test('in time owes nothing more, and what was paid goes back or is credit', async () => {
    const parent = await school.signIn('student');
    const { enrolment } = await pay(parent, [{ classid: await classOf() }]);
    expect((await parent.call('POST', `/enrolments/${enrolment}/cancel`)).status).toBe(200);
    const [mail] = (await mailsOf(school, parent.email)).filter(({ kind }) => kind === 'cancelled');
    expect(mail?.text).toContain('$66.66 of your invoice is no longer owed');
    await school.work();
    expect(await balanceOf(parent)).toBe(0);
    const { body } = await parent.call('GET', '/account/invoices');
    expect(body.invoices).toMatchObject([{ open: 0 }]);
    await workAt('2026-10-10T10:00:00Z');
    await workAt('2026-11-10T10:00:00Z');
    expect((await partsOf(parent)).map(({ state }) => state)).toEqual(['paid', 'waived', 'waived']);
    expect(await balanceOf(parent)).toBe(0);
    expect(await breaksOf()).toEqual([]);
  });

  test('after half of its lessons costs half, of which the later instalments pay theirs', async () => {
    const parent = await school.signIn('student');
    const classid = await classOf();
    for (const day of ['2026-09-11', '2026-09-12', '2026-10-11', '2026-10-12'])
      await addLesson(school.db, { classid, day });
    const { enrolment } = await pay(parent, [{ classid }]);
    await workAt('2026-10-10T10:00:00Z');
    expect((await partsOf(parent)).map(({ state }) => state)).toEqual(['paid', 'paid', 'due']);
    const ended = await admin.call('POST', `/enrolments/${enrolment}/cancel`);
    expect(ended.status).toBe(200);
    await school.work();
    // Of 33.34 half goes back; of 66.66 half is owed, and 33.33 of it was paid.
    const [order] = await ordersOf(parent);
    expect(order).toMatchObject({ earned: 1667 });
    expect(await balanceOf(parent)).toBe(0);
    await workAt('2026-11-10T10:00:00Z');
    expect((await partsOf(parent)).map(({ state }) => state)).toEqual(['paid', 'paid', 'waived']);
    expect(await balanceOf(parent)).toBe(0);
    expect(await breaksOf()).toEqual([]);
  });

  test('since its class is called off owes nothing more, which is said before and by mail', async () => {
    const parent = await school.signIn('student');
    const classid = await classOf();
    await pay(parent, [{ classid }]);
    const asked = { reason: 'Too few students', refund: 'whole' };
    const { body } = await admin.call('POST', `/class/${classid}/calloff?dry=1`, asked);
    expect(body.sums).toEqual({ card: 33.34, byhand: 0, struck: 66.66 });
    await admin.call('POST', `/class/${classid}/calloff`, { ...asked, key: 'parts' });
    await workCallOffs(school.payments);
    const [mail] = (await mailsOf(school, parent.email)).filter(({ kind }) => kind === 'class-called-off');
    expect(mail?.text).toContain('$66.66 of your invoice is no longer owed');
    await school.work();
    expect(await balanceOf(parent)).toBe(0);
    const { body: own } = await parent.call('GET', '/account/invoices');
    expect(own.invoices).toMatchObject([{ open: 0 }]);
    expect(await breaksOf()).toEqual([]);
  });
});
