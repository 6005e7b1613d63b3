import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { CardPaymentsTables } from '#embedded/card-payments/tables.ts';
import { checkRecords } from '#server/admin/check-records.ts';
import { eraseAccount } from '#server/features/account/erase-account.ts';
import { settleFamilyPayment } from '#server/features/familypayments/index.ts';
import type { Checkpoint } from '#server/features/orders/index.ts';
import { AppError } from '#server/http/errors.ts';
import type { CardPayments } from '#server/services/card-payments.ts';
import { openCardsDashboard } from '#tests/support/cards-dashboard.ts';
import { confirmCard } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { workInstalments } from './work-instalments.ts';

let school: TestSchool;
let admin: Person;
let parent: Person;
let key = 0;

const BEGIN = Date.UTC(2026, 8, 10, 12);
const DAY_MS = 24 * 60 * 60_000;
const on = (day: string) => Date.parse(`${day}T10:00:00Z`);

beforeAll(async () => {
  school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
  school.clock.now = BEGIN;
});
beforeEach(async () => {
  // Each begins on the same day: what was left to do before is far away.
  await school.db.updateTable('instalments').set({ state: 'waived', workat: null }).execute();
  school.clock.now = BEGIN;
  admin = await school.signIn('admin');
  parent = await school.signIn('student');
});
afterAll(() => school.close({ typed: ['Wrong class'] }));

async function invoiced(amount = 100, person = parent): Promise<string> {
  const userid = person.user._id;
  const fee = { kind: 'fee', label: 'Exam in March', amount, day: '2026-09-01', key: `k${++key}` };
  const { body: charge } = await admin.call('POST', '/charges', { ...fee, userid });
  const { status, body } = await admin.call('POST', '/invoices', { userid, chargeids: [charge.insertedId] });
  expect(status).toBe(200);
  return body.insertedId;
}
/** The embedded card service’s own records. */
const cardsDb = () => school.db as unknown as Kysely<CardPaymentsTables>;
const start = (id: string, parts = 3, person = parent) =>
  person.call('POST', `/invoices/${id}/instalments`, { parts });

/** Agrees to instalments by paying the first one, with a card that is saved. */
async function begun(amount = 100, parts = 3): Promise<string> {
  const id = await invoiced(amount);
  const { status, body } = await start(id, parts);
  expect(status).toBe(200);
  await parent.call('PUT', '/account/cards', { clientSecret: body.clientSecret, save: true });
  const paid = await confirmCard(school, body.clientSecret);
  expect((await parent.call('POST', `/invoices/${id}/paid`, { transactionId: paid.id })).status).toBe(200);
  return id;
}
const partsOf = (invoiceid: string) =>
  school.db
    .selectFrom('instalments')
    .selectAll()
    .where('invoiceid', '=', invoiceid)
    .orderBy('number')
    .execute();
const statesOf = async (id: string) => (await partsOf(id)).map(({ state }) => state);
const readInvoice = async (id: string) => {
  const reader = await school.signIn('admin');
  return (await reader.call('GET', `/invoices/${id}`)).body;
};
const openOf = async (id: string): Promise<number> => (await readInvoice(id)).open;
const balanceOf = async (person = parent): Promise<number> => {
  const reader = await school.signIn('admin');
  return (await reader.call('GET', `/families/${person.user._id}/statement`)).body.balance;
};
const chargesOf = async (person = parent) =>
  (
    await school.db
      .selectFrom('ledger')
      .select('amount')
      .where('userid', '=', person.user._id)
      .where('kind', '=', 'charge')
      .orderBy('createdat')
      .execute()
  )
    .map(({ amount }) => amount)
    .toSorted((one, other) => other - one);
const mailsOf = async (kind: string, person = parent) =>
  (
    await school.db
      .selectFrom('mails')
      .select('letter')
      .where('recipient', '=', person.email)
      .where('kind', '=', kind)
      .execute()
  ).map(({ letter }) => String(letter));
/** What the bank of the saved card says from now on. */
async function bankSays(outcome: string, person = parent) {
  const saved = await school.db
    .selectFrom('mandates')
    .select('methodid')
    .where('userid', '=', person.user._id)
    .where('state', '=', 'saved')
    .executeTakeFirstOrThrow();
  await cardsDb()
    .updateTable('cards_methods')
    .set({ outcome: outcome as never })
    .where('id', '=', saved.methodid ?? '')
    .execute();
}
async function workOn(day: string) {
  school.clock.now = on(day);
  await school.work();
}
const work = (cards: Partial<CardPayments> = {}, checkpoint: (at: Checkpoint) => void = () => {}) =>
  workInstalments({
    payments: { ...school.payments, cards: { ...school.payments.cards, ...cards }, checkpoint },
    readSchool: school.readSchool,
  });
/** What the doctor finds in the books. */
async function breaksOf() {
  const records = { db: school.db, dialect: inject('dialect'), close: async () => {} };
  const findings = await checkRecords(records, { now: school.clock.now, hasEmbeddedCards: true });
  // The clock goes back between tests, past days whose sums are kept.
  return findings.filter(({ state, about }) => state === 'wrong' && about !== 'Days');
}
const expectPaidOnce = async (id: string, cents: readonly number[]) => {
  expect(await chargesOf()).toEqual(cents.toSorted((one, other) => other - one));
  const { count } = await cardsDb()
    .selectFrom('cards_charges')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('status', '=', 'succeeded')
    .executeTakeFirstOrThrow();
  const recorded = await school.db.selectFrom('ledger').select('_id').where('kind', '=', 'charge').execute();
  expect(Number(count)).toBe(recorded.length);
  const left = 10_000 - cents.reduce((sum, one) => sum + one, 0);
  expect(await openOf(id)).toBe(left / 100);
  expect(await balanceOf()).toBe(left / 100);
};

describe('agreeing', () => {
  test('the dates and sums are said, and nothing begins before the first part is paid', async () => {
    const id = await invoiced();
    const { status, body } = await start(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      price: 33.34,
      currency: 'usd',
      parts: [
        { day: '2026-09-10', amount: 33.34 },
        { day: '2026-10-10', amount: 33.33 },
        { day: '2026-11-10', amount: 33.33 },
      ],
      words: expect.stringContaining('$33.33 on 10 October 2026 and $33.33 on 10 November 2026'),
    });
    expect((await start(id)).body.clientSecret).toBe(body.clientSecret);
    expect((await start(id, 2)).body.clientSecret).not.toBe(body.clientSecret);
    expect(await partsOf(id)).toEqual([]);
    expect((await readInvoice(id)).instalments).toBeUndefined();
  });

  test('the first part paid, the rest is planned, mailed and shown, and the invoice is not overdue', async () => {
    const id = await begun();
    expect((await readInvoice(id)).instalments).toMatchObject([
      { number: 1, day: '2026-09-10', amount: 33.34, left: 0, state: 'paid' },
      { number: 2, day: '2026-10-10', amount: 33.33, left: 33.33, state: 'due' },
      { number: 3, day: '2026-11-10', amount: 33.33, left: 33.33, state: 'due' },
    ]);
    const [mail] = await mailsOf('card-payment');
    expect(mail).toContain('2026-10-10');
    await expectPaidOnce(id, [3334]);
    school.clock.now = on('2026-10-09');
    expect((await readInvoice(id)).overdue).toBe(false);
    school.clock.now = on('2026-10-11');
    expect((await readInvoice(id)).overdue).toBe(true);
    expect((await start(await invoiced(100), 3)).status).toBe(200);
    expect((await start(id)).body.code).toBe('already-in-instalments');
  });

  test('without a card that is saved it was a part of the invoice that was paid', async () => {
    const id = await invoiced();
    const { body } = await start(id);
    await confirmCard(school, body.clientSecret);
    await school.work();
    expect(await openOf(id)).toBe(66.66);
    expect(await partsOf(id)).toEqual([]);
  });

  test('too small a sum, a paid invoice and that of another family are refused', async () => {
    expect((await start(await invoiced(1), 3)).body.code).toBe('instalments-too-small');
    const id = await invoiced();
    expect((await start(id, 3, await school.signIn('student'))).body.code).toBe('invoice-not-found');
    const cash = { userid: parent.user._id, kind: 'cash', amount: 101, day: '2026-09-01', key: `p${++key}` };
    await admin.call('POST', '/movements', cash);
    expect((await start(id)).body.code).toBe('nothing-to-pay');
    for (const parts of [1, 7, 2.5]) expect((await start(id, parts)).status).toBe(400);
  });

  test('what the account takes along has the words that it agreed to', async () => {
    await begun();
    const { body } = await parent.call('GET', '/account/data');
    expect(body.instalments).toHaveLength(3);
    expect(body.instalments[0]).toMatchObject({
      number: 1,
      state: 'paid',
      words: expect.stringContaining('$33.33'),
    });
  });
});

describe('on its day', () => {
  test('each part is taken once, and no sooner', async () => {
    const id = await begun();
    await workOn('2026-10-09');
    expect(await statesOf(id)).toEqual(['paid', 'due', 'due']);
    await workOn('2026-10-10');
    await workOn('2026-10-10');
    await expectPaidOnce(id, [3334, 3333]);
    await workOn('2026-11-10');
    await expectPaidOnce(id, [3334, 3333, 3333]);
    expect(await statesOf(id)).toEqual(['paid', 'paid', 'paid']);
    expect(await breaksOf()).toEqual([]);
  });

  test('several workers at once take it once', async () => {
    const id = await begun();
    school.clock.now = on('2026-10-10');
    await Promise.all([work(), work(), work()]);
    await expectPaidOnce(id, [3334, 3333]);
    // One that went on after its claim had ended.
    await school.db
      .updateTable('instalments')
      .set({ workat: 1 })
      .where('invoiceid', '=', id)
      .where('number', '=', 2)
      .execute();
    await work();
    await expectPaidOnce(id, [3334, 3333]);
  });

  const CALLS = ['createIntent', 'nameCustomer', 'confirmSaved', 'readIntent', 'cancelIntent'] as const;
  test.each(CALLS)(
    'it is taken once though the answer to %s is lost each time but the last',
    async (call) => {
      const id = await begun();
      let lost = 0;
      const silent = {
        [call]: async (...args: never[]) => {
          await (school.payments.cards[call] as (...of: never[]) => Promise<unknown>)(...args);
          lost++;
          throw new AppError('provider-unavailable');
        },
      };
      school.clock.now = on('2026-10-10');
      for (let round = 0; round < 3; round++) {
        await work(silent);
        school.clock.now += 61_000;
      }
      await work();
      if (call !== 'readIntent' && call !== 'cancelIntent') expect(lost).toBeGreaterThan(0);
      await expectPaidOnce(id, [3334, 3333]);
    },
  );

  const POINTS = [
    'instalment-begun',
    'instalment-intent-made',
    'instalment-confirmed',
    'family-intent-read',
    'inside-family-payment',
  ] as const;
  test.each(POINTS)('it is taken once though the process dies at %s', async (point) => {
    const id = await begun();
    school.clock.now = on('2026-10-10');
    await work({}, (at) => {
      if (at === point) throw new AppError('provider-unavailable');
    });
    for (let round = 0; round < 2; round++) {
      school.clock.now += 61_000;
      await work();
    }
    await expectPaidOnce(id, [3334, 3333]);
    expect(await statesOf(id)).toEqual(['paid', 'paid', 'due']);
    expect(await breaksOf()).toEqual([]);
  });

  test('a charge that the provider tells of twice, before the worker heard of it, is recorded once', async () => {
    const id = await begun();
    school.clock.now = on('2026-10-10');
    await work({}, (at) => {
      if (at === 'instalment-confirmed') throw new AppError('provider-unavailable');
    });
    const [, part] = await partsOf(id);
    const payment = await school.db
      .selectFrom('familypayments')
      .selectAll()
      .where('_id', '=', part?.paymentid ?? '')
      .executeTakeFirstOrThrow();
    for (const _ of [1, 2]) await settleFamilyPayment(school.payments, payment.intentid ?? '');
    expect(await statesOf(id)).toEqual(['paid', 'paid', 'due']);
    school.clock.now += 61_000;
    await work();
    await expectPaidOnce(id, [3334, 3333]);
  });

  test('a provider that says paid and unpaid by turns charges no second time', async () => {
    const id = await begun();
    school.clock.now = on('2026-10-10');
    await work({
      confirmSaved: async (intentid, of) => ({
        ...(await school.payments.cards.confirmSaved(intentid, of)),
        status: 'processing',
        received: 0,
      }),
    });
    expect(await statesOf(id)).toEqual(['paid', 'trying', 'due']);
    school.clock.now += 11 * 60_000;
    await work();
    await expectPaidOnce(id, [3334, 3333]);
  });

  test('while the family pays something itself it waits, and then takes what is left', async () => {
    const id = await begun();
    school.clock.now = on('2026-10-10') - 60_000;
    const { body } = await parent.call('POST', `/invoices/${id}/pay`, {});
    expect(body.price).toBe(66.66);
    school.clock.now += 60_000;
    await work();
    expect(await chargesOf()).toEqual([3334]);
    await confirmCard(school, body.clientSecret);
    school.clock.now += 2 * 60 * 60_000;
    await school.work();
    await expectPaidOnce(id, [3334, 6666]);
    await workOn('2026-11-10');
    await expectPaidOnce(id, [3334, 6666]);
    expect(await statesOf(id)).toEqual(['paid', 'waived', 'waived']);
  });

  test('a family that pays it in the moment of a try pays once', async () => {
    const id = await begun();
    const [, part] = await partsOf(id);
    school.clock.now = on('2026-10-10');
    const meanwhile = async () => {
      const { body } = await parent.call('POST', `/invoices/${id}/pay`, { instalmentid: part?._id });
      const paid = await confirmCard(school, body.clientSecret);
      await parent.call('POST', `/invoices/${id}/paid`, { transactionId: paid.id });
    };
    let isMeanwhile = true;
    await work({
      nameCustomer: async (...args) => {
        await school.payments.cards.nameCustomer(...args);
        if (isMeanwhile) await meanwhile();
        isMeanwhile = false;
      },
    });
    school.clock.now += 61_000;
    await work();
    await expectPaidOnce(id, [3334, 3333]);
    expect(await statesOf(id)).toEqual(['paid', 'paid', 'due']);
  });
});

describe('a card that is refused', () => {
  test('is tried on the day, 3 and 7 days after it, with a mail each, and then shown to the office', async () => {
    const id = await begun();
    await bankSays('insufficient_funds');
    for (const day of ['2026-10-10', '2026-10-11', '2026-10-13', '2026-10-14', '2026-10-17', '2026-10-20'])
      await workOn(day);
    const [, part] = await partsOf(id);
    expect(part).toMatchObject({ state: 'failed', attempts: 3, refusal: 'card_declined', workat: null });
    expect(await mailsOf('instalment-failed')).toHaveLength(3);
    await expectPaidOnce(id, [3334]);
    const office = await school.signIn('office');
    const listed = (await office.call('GET', '/instalments/failed')).body.items;
    expect(listed).toMatchObject([
      { _id: part?._id, userid: parent.user._id, number: 2, left: 33.33, refusal: 'card_declined' },
    ]);
    expect((await (await school.signIn('student')).call('GET', '/instalments/failed')).status).toBe(403);
    // The link pays it, with the holder there, by another card.
    const { body } = await parent.call('POST', `/invoices/${id}/pay`, { instalmentid: part?._id });
    expect(body.price).toBe(33.33);
    await confirmCard(school, body.clientSecret, 'pm_card_mastercard');
    await school.work();
    expect(await statesOf(id)).toEqual(['paid', 'paid', 'due']);
    await expectPaidOnce(id, [3334, 3333]);
    expect((await office.call('GET', '/instalments/failed')).body.items).toEqual([]);
    expect(await breaksOf()).toEqual([]);
  });

  test('is shown to the office, however many were settled otherwise before', async () => {
    const paid = await invoiced(100, parent);
    await admin.call('POST', `/invoices/${paid}/void`, { reason: 'Wrong class' });
    const failed = { state: 'failed' as const, paymentid: null, attempts: 3, refusal: 'card_declined' };
    const moments = { workat: null, createdat: BEGIN, updatedat: BEGIN };
    const rowOf = (invoiceid: string, number: number) => ({
      ...{
        _id: `failed-${invoiceid}-${String(number).padStart(3, '0')}`,
        userid: parent.user._id,
        invoiceid,
      },
      ...{ number, day: '2026-09-01', amount: 1000, ...failed, ...moments },
    });
    const settled = Array.from({ length: 205 }, (_, at) => rowOf(paid, at + 1));
    const id = await invoiced();
    const left = { ...rowOf(id, 1), day: '2026-09-02' };
    await school.db
      .insertInto('instalments')
      .values([...settled, left])
      .execute();
    expect((await admin.call('GET', '/instalments/failed')).body.items).toMatchObject([{ _id: left._id }]);
  });

  test.each([
    ['challenge_succeeds', 'bank_asks'],
    ['expired_card', 'card_expired'],
  ])('for %s the mail says what to do', async (outcome, words) => {
    const id = await begun();
    await bankSays(outcome);
    school.clock.now = on('2026-10-10');
    await work();
    expect((await partsOf(id))[1]).toMatchObject({ state: 'due', attempts: 1 });
    const [mail] = await mailsOf('instalment-failed');
    expect(mail).toContain(words);
    expect(mail).toContain(`/account/money?pay=${(await partsOf(id))[1]?._id}`);
    await bankSays('succeeds');
    await workOn('2026-10-13');
    await expectPaidOnce(id, [3334, 3333]);
  });

  const POINTS = ['instalment-refused', 'instalment-cancelled', 'inside-instalment-failed'] as const;
  test.each(POINTS)('is one try though the process dies at %s', async (point) => {
    const id = await begun();
    await bankSays('generic_decline');
    school.clock.now = on('2026-10-10');
    await work({}, (at) => {
      if (at === point) throw new AppError('provider-unavailable');
    });
    for (let round = 0; round < 2; round++) {
      school.clock.now += 61_000;
      await work();
    }
    expect((await partsOf(id))[1]).toMatchObject({ state: 'due', attempts: 1, refusal: 'card_declined' });
    expect(await mailsOf('instalment-failed')).toHaveLength(1);
    await expectPaidOnce(id, [3334]);
  });

  test('after the workers stood still it is tried once a day at most', async () => {
    const id = await begun();
    await bankSays('generic_decline');
    await workOn('2026-10-25');
    await workOn('2026-10-25');
    expect((await partsOf(id))[1]).toMatchObject({ attempts: 1 });
    school.clock.now += DAY_MS + 1;
    await school.work();
    expect((await partsOf(id))[1]).toMatchObject({ attempts: 2 });
  });
});

describe('money that comes otherwise', () => {
  const cash = (amount: number, invoiceid?: string) =>
    admin.call('POST', '/movements', {
      ...{ userid: parent.user._id, kind: 'cash', amount, day: '2026-09-01', key: `p${++key}`, invoiceid },
    });

  test('pays the next part first, and no more is taken than is open', async () => {
    const id = await begun();
    expect((await cash(40, id)).status).toBe(200);
    expect((await readInvoice(id)).instalments.map(({ left }: { left: number }) => left)).toEqual([
      0, 0, 26.66,
    ]);
    await workOn('2026-10-10');
    expect(await statesOf(id)).toEqual(['paid', 'waived', 'due']);
    await workOn('2026-11-10');
    expect(await chargesOf()).toEqual([3334, 2666]);
    expect(await openOf(id)).toBe(0);
    expect(await balanceOf()).toBe(0);
    expect(await breaksOf()).toEqual([]);
  });

  test('of an invoice that is void nothing is taken', async () => {
    const id = await begun();
    await admin.call('POST', `/invoices/${id}/void`, { reason: 'Wrong class', strike: true });
    await workOn('2026-10-10');
    await workOn('2026-11-10');
    expect(await chargesOf()).toEqual([3334]);
    expect(await statesOf(id)).toEqual(['paid', 'waived', 'waived']);
    expect(await balanceOf()).toBe(-33.34);
  });

  test('the office notes a part as paid at the school, once, and the card is not tried', async () => {
    const id = await begun();
    const [first, second] = await partsOf(id);
    const office = await school.signIn('office');
    const note = (partid = '', as = 'one') =>
      office.call('PUT', `/instalments/${partid}/paid`, { kind: 'transfer', key: as });
    expect((await note(second?._id)).body).toEqual({ modifiedCount: 1 });
    expect((await note(second?._id)).body).toEqual({ modifiedCount: 0 });
    expect((await note(second?._id, 'two')).body.code).toBe('instalment-settled');
    expect((await note(first?._id)).body.code).toBe('instalment-settled');
    expect((await note('unknown')).body.code).toBe('instalment-not-found');
    expect(await openOf(id)).toBe(33.33);
    await workOn('2026-10-10');
    expect(await chargesOf()).toEqual([3334]);
    await workOn('2026-11-10');
    expect(await chargesOf()).toEqual([3334, 3333]);
    expect(await balanceOf()).toBe(0);
    expect(await breaksOf()).toEqual([]);
  });

  test('noted while the card is tried, what came first counts', async () => {
    const id = await begun();
    const [, second] = await partsOf(id);
    school.clock.now = on('2026-10-10');
    await work({}, (at) => {
      if (at === 'instalment-confirmed') throw new AppError('provider-unavailable');
    });
    const office = await school.signIn('office');
    const noted = await office.call('PUT', `/instalments/${second?._id}/paid`, { kind: 'cash', key: 'late' });
    expect(noted.body.code).toBe('instalment-settled');
    await expectPaidOnce(id, [3334, 3333]);
    const [, , third] = await partsOf(id);
    school.clock.now = on('2026-11-10');
    await work({}, (at) => {
      if (at === 'instalment-intent-made') throw new AppError('provider-unavailable');
    });
    const later = await school.signIn('office');
    const early = await later.call('PUT', `/instalments/${third?._id}/paid`, { kind: 'cash', key: 'early' });
    expect(early.body).toEqual({ modifiedCount: 1 });
    school.clock.now += 61_000;
    await work();
    expect(await chargesOf()).toEqual([3334, 3333]);
    expect(await openOf(id)).toBe(0);
    expect(await balanceOf()).toBe(0);
  });

  test('what goes back of a part is owed again, and other parts are taken as they were', async () => {
    const id = await begun();
    const payment = await school.db
      .selectFrom('familypayments')
      .selectAll()
      .where('userid', '=', parent.user._id)
      .executeTakeFirstOrThrow();
    await (await openCardsDashboard(school)).refund(payment.intentid ?? '', 3334);
    await school.work();
    await settleFamilyPayment(school.payments, payment.intentid ?? '');
    expect(await openOf(id)).toBe(100);
    await workOn('2026-10-10');
    expect(await openOf(id)).toBe(66.67);
    expect(await chargesOf()).toEqual([3334, 3333]);
  });
});

describe('whose card pays', () => {
  test('a card that is to pay instalments is not removed, until they are paid', async () => {
    const id = await begun();
    expect((await parent.call('DELETE', '/account/cards')).body.code).toBe('instalments-running');
    const { body } = await parent.call('POST', `/invoices/${id}/pay`, {});
    await confirmCard(school, body.clientSecret);
    await school.work();
    expect((await parent.call('DELETE', '/account/cards')).status).toBe(200);
  });

  test('a new card takes the place of the old one', async () => {
    const id = await begun();
    const [, part] = await partsOf(id);
    const { body } = await parent.call('POST', `/invoices/${id}/pay`, { instalmentid: part?._id });
    await parent.call('PUT', '/account/cards', { clientSecret: body.clientSecret, save: true });
    await confirmCard(school, body.clientSecret, 'pm_card_mastercard');
    await school.work();
    await workOn('2026-11-10');
    await expectPaidOnce(id, [3334, 3333, 3333]);
    const last = await school.db
      .selectFrom('familypayments')
      .select('cardlast4')
      .where('userid', '=', parent.user._id)
      .orderBy('_id', 'desc')
      .executeTakeFirstOrThrow();
    expect(last.cardlast4).toBe('4444');
  });

  test('after a merge no card pays, and the account that owes is asked by mail', async () => {
    const id = await begun();
    const kept = await school.signIn('student');
    const both = { keep: kept.user._id, drop: parent.user._id };
    const areByCard = async (of: Person) => {
      const { invoices } = (await of.call('GET', '/account/invoices')).body;
      return invoices[0].instalments.map(({ bycard }: { bycard: boolean }) => bycard);
    };
    expect(await areByCard(parent)).toEqual([true, true, true]);
    expect((await admin.call('POST', '/families/merge', both)).status).toBe(200);
    expect(await areByCard(kept)).toEqual([false, false, false]);
    await workOn('2026-10-10');
    expect(await openOf(id)).toBe(66.66);
    expect((await partsOf(id))[1]).toMatchObject({ state: 'due', attempts: 1, refusal: 'no-card' });
    expect(await mailsOf('instalment-failed', kept)).toHaveLength(1);
    expect(await balanceOf(kept)).toBe(66.66);
    expect(await breaksOf()).toEqual([]);
  });

  test('agreed to before a merge and begun after it, no part is taken from the card of the other account', async () => {
    const kept = await school.signIn('student');
    const other = await invoiced(50, kept);
    const { clientSecret: own } = (await start(other, 2, kept)).body;
    await kept.call('PUT', '/account/cards', { clientSecret: own, save: true });
    const { id: paid } = await confirmCard(school, own, 'pm_card_mastercard');
    await kept.call('POST', `/invoices/${other}/paid`, { transactionId: paid });
    const id = await invoiced();
    const { clientSecret } = (await start(id)).body;
    await parent.call('PUT', '/account/cards', { clientSecret, save: true });
    const both = { keep: kept.user._id, drop: parent.user._id };
    expect((await admin.call('POST', '/families/merge', both)).status).toBe(200);
    const { id: first } = await confirmCard(school, clientSecret);
    await settleFamilyPayment(school.payments, first);
    expect(await openOf(id)).toBe(66.66);
    // The rest is paid like any other invoice.
    expect(await statesOf(id)).toEqual([]);
    await workOn('2026-10-10');
    expect(await openOf(id)).toBe(66.66);
    expect(await statesOf(other)).toEqual(['paid', 'paid']);
    expect(await breaksOf()).toEqual([]);
  });

  test('after a merge that was undone the card pays as before', async () => {
    const id = await begun();
    const kept = await school.signIn('student');
    const both = { keep: kept.user._id, drop: parent.user._id };
    const { body } = await admin.call('POST', '/families/merge', both);
    expect((await admin.call('DELETE', `/families/merge/${body.insertedId}`)).status).toBe(200);
    await workOn('2026-10-10');
    expect(await statesOf(id)).toEqual(['paid', 'paid', 'due']);
    expect(await balanceOf(parent)).toBe(33.33);
    expect(await balanceOf(kept)).toBe(0);
    expect(await breaksOf()).toEqual([]);
  });

  test('an erased account’s parts are not tried, and the books keep what is open', async () => {
    const id = await begun();
    await eraseAccount(school.db, school.erasing, { uid: parent.claims.uid, now: school.clock.now });
    await school.work();
    await workOn('2026-10-10');
    expect(await statesOf(id)).toEqual(['paid', 'waived', 'waived']);
    expect(await openOf(id)).toBe(66.66);
    expect((await partsOf(id)).map(({ userid }) => userid)).toEqual([null, null, null]);
    expect(await breaksOf()).toEqual([]);
  });

  test('an account that is erased while its card is tried pays once, or not at all', async () => {
    const id = await begun();
    school.clock.now = on('2026-10-10');
    await work({}, (at) => {
      if (at === 'instalment-intent-made') throw new AppError('provider-unavailable');
    });
    await eraseAccount(school.db, school.erasing, { uid: parent.claims.uid, now: school.clock.now });
    for (let round = 0; round < 3; round++) {
      school.clock.now += 61_000;
      await school.work();
    }
    expect(await statesOf(id)).toEqual(['paid', 'waived', 'waived']);
    expect(await openOf(id)).toBe(66.66);
  });

  test('with the card of a recovered account forgotten the family is asked by mail', async () => {
    const id = await begun();
    const { recover } = await import('#server/admin/reset-password.ts');
    await recover(school.config, { db: school.db, now: school.now, email: parent.email, isMailed: false });
    await workOn('2026-10-10');
    expect((await partsOf(id))[1]).toMatchObject({ state: 'due', attempts: 1, refusal: 'no-card' });
    expect(await chargesOf()).toEqual([3334]);
    expect(await mailsOf('instalment-failed')).toHaveLength(1);
  });

  test('a card that is about to expire is told of, once', async () => {
    const id = await begun();
    const set = (until: string) =>
      school.db.updateTable('mandates').set({ until }).where('userid', '=', parent.user._id).execute();
    await set('2026-11-30');
    await workOn('2026-10-12');
    expect(await mailsOf('card-expires')).toHaveLength(0);
    await set('2026-10-31');
    for (const day of ['2026-10-13', '2026-10-14']) await workOn(day);
    expect(await mailsOf('card-expires')).toHaveLength(1);
    expect(await statesOf(id)).toEqual(['paid', 'paid', 'due']);
  });
});
