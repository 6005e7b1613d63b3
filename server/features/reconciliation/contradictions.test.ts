import type { Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { MOVEMENTS } from '#contract/payments/calls.ts';
import { isRepairable, isWrong, type ReconciliationLine, VERDICTS } from '#contract/reconciliation/calls.ts';
import { checkRecords } from '#server/admin/check-records.ts';
import { newId } from '#server/database/ids.ts';
import { isUniqueViolation } from '#server/database/open.ts';
import type { Database, Row } from '#server/database/schema.ts';
import { openCardsDashboard } from '#tests/support/cards-dashboard.ts';
import { payTogether } from '#tests/support/checkouts.ts';
import { confirmCard, enrol, record, start } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { reconcileMonth } from './reconcile-month.ts';

/*
 * What was paid stands three times: at the card service, in the ledger and in the orders with their
 * enrolments. Each kind of row is broken here, and the money check and doctor find it.
 */

type Kind = (typeof MOVEMENTS)[number];

let school: TestSchool;
let admin: Person;
/** An order for each kind of movement, of which one is in the ledger. */
const orders = new Map<Kind | 'checkout' | 'due', string>();

beforeAll(async () => {
  school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
  const dashboard = await openCardsDashboard(school);
  admin = await school.signIn('admin');
  const addClass = async () => (await school.addClass({ price: 6000, availableseat: 3 }))._id;
  const work = async () => {
    for (let times = 0; times < 9 && (await school.work()) > 0; times++);
  };
  const payWith = async (card: string) => {
    const person = await school.signIn('student');
    const classid = await addClass();
    const { body } = await start(person, classid);
    const { id } = await confirmCard(school, body.clientSecret, card);
    return { id, enrolment: (await record(person, classid, id)).body.result.insertedId as string };
  };
  const enrolBy = async (pay: string) => {
    const { learnerid } = await school.signIn('student');
    const { body } = await admin.call('POST', '/enrolments', { classid: await addClass(), learnerid, pay });
    return body.insertedId as string;
  };
  const cancel = async (id: string) => {
    expect((await admin.call('POST', `/enrolments/${id}/cancel`)).status).toBe(200);
    await work();
    return id;
  };
  const move = (id: string, what: 'paid' | 'returned', kind: 'cash' | 'transfer') =>
    admin.call('PUT', `/enrolments/${id}/${what}`, { kind, key: `${what}-${kind}` });

  orders.set('charge', (await enrol(school, await school.signIn('student'), await addClass())).enrolment);
  orders.set('checkout', (await payTogether(school, [3000, 4500])).places[0]?.enrolment ?? '');
  orders.set('refund', await cancel((await payWith('pm_card_visa')).enrolment));
  orders.set('refund_failed', await cancel((await payWith('pm_card_refundFail')).enrolment));
  school.clock.now += 3_600_000;
  await work();
  const disputed = await payWith('pm_card_createDispute');
  await work();
  await dashboard.decide(disputed.id, 'losing_evidence');
  await work();
  orders.set('chargeback', disputed.enrolment);
  orders.set('cash', await enrolBy('cash'));
  orders.set('due', await enrolBy('due'));
  const transferred = await enrolBy('due');
  await move(transferred, 'paid', 'transfer');
  orders.set('transfer', transferred);
  for (const kind of ['cash', 'transfer'] as const) {
    const id = await cancel(await enrolBy('cash'));
    await move(id, 'returned', kind);
    orders.set(`${kind}_refund`, id);
  }
  // What has been under way for a quarter of an hour is no excuse any more.
  school.clock.now += 3_600_000;
  await work();
  await dashboard.close();
});
afterAll(() => school.close());

const rowOf = (id: string) =>
  school.db.selectFrom('orders').selectAll().where('_id', '=', id).executeTakeFirstOrThrow();

async function lineOf(id: string) {
  const { intentid, checkoutid } = await rowOf(id);
  const { lines } = await reconcileMonth(school.payments, '2026-09');
  return lines.find(
    ({ transactionId, items }) =>
      transactionId === (intentid ?? `hand_${id}`) ||
      (checkoutid !== null && items?.some(({ _id }) => _id === id)),
  );
}

const wrongs = async () => {
  const records = { db: school.db, dialect: inject('dialect') } as Parameters<typeof checkRecords>[0];
  const found = await checkRecords(records, { now: school.clock.now, hasEmbeddedCards: true });
  return found.filter(({ state }) => state === 'wrong').map(({ about, says }) => `${about}: ${says}`);
};

test('a school that was only used has nothing that contradicts itself', async () => {
  expect(new Set(orders.keys())).toEqual(new Set([...MOVEMENTS, 'checkout', 'due']));
  expect(await wrongs()).toEqual([]);
  const { lines, sums, behind } = (await admin.call('GET', '/money')).body;
  expect(
    lines.filter(({ verdict }: ReconciliationLine) => isWrong(verdict) && !isRepairable(verdict)),
  ).toEqual([]);
  expect(behind).toEqual({ card: sums.card, cash: sums.cash, transfer: sums.transfer, owed: sums.owed });
});

/** Breaks something, looks, and mends it again. */
async function broken(id: string, breaking: () => Promise<unknown>, mend: () => Promise<unknown>) {
  const before = await lineOf(id);
  await breaking();
  const found = { line: await lineOf(id), wrongs: await wrongs() };
  await mend();
  expect(await lineOf(id)).toEqual(before);
  expect(await wrongs()).toEqual([]);
  return found;
}

/** The verdicts that were given. */
const given = new Set<string>();

function expectFound({ line, wrongs }: Awaited<ReturnType<typeof broken>>, verdict: string) {
  expect(line?.verdict).toBe(verdict);
  given.add(verdict);
  expect(wrongs).not.toEqual([]);
}

describe.each(['checkout', ...MOVEMENTS] as const)('of the ledger, a row of a %s', (of) => {
  const kind = of === 'checkout' ? 'charge' : of;
  const idOf = () => orders.get(of) as string;
  const findRow = async (): Promise<Row<'ledger'>> => {
    const { _id, checkoutid } = await rowOf(idOf());
    const rows = school.db.selectFrom('ledger').selectAll().where('kind', '=', kind);
    return rows
      .where((row) => (checkoutid === null ? row('orderid', '=', _id) : row('checkoutid', '=', checkoutid)))
      .executeTakeFirstOrThrow();
  };
  const remove = (id: string) => school.db.deleteFrom('ledger').where('_id', '=', id).execute();
  const insert = (row: Insertable<Database['ledger']>) =>
    school.db.insertInto('ledger').values(row).execute();

  test('with another sum is found', async () => {
    const row = await findRow();
    const set = (amount: number) =>
      school.db.updateTable('ledger').set({ amount }).where('_id', '=', row._id).execute();
    const found = await broken(
      idOf(),
      () => set(1),
      () => set(row.amount),
    );
    // A refund that the bank refused is known of by its reference.
    if (of === 'refund_failed') expect(found.wrongs).not.toEqual([]);
    else expectFound(found, 'ledger-differs');
  });

  test('that is missing is found', async () => {
    const row = await findRow();
    const found = await broken(
      idOf(),
      () => remove(row._id),
      () => insert(row),
    );
    expectFound(found, 'ledger-differs');
  });

  test('that is there twice is found, or cannot be', async () => {
    const row = await findRow();
    const twin = { ...row, _id: newId(row.createdat), ref: `${row.ref}-again` };
    const failed = await insert(twin).then(
      () => undefined,
      (error: Error) => error,
    );
    await remove(twin._id);
    if (failed) return expect(isUniqueViolation(failed)).toBe(true);
    const found = await broken(
      idOf(),
      () => insert(twin),
      () => remove(twin._id),
    );
    const isBack = kind === 'cash_refund' || kind === 'transfer_refund';
    if (kind === 'refund_failed') expect(found.wrongs).not.toEqual([]);
    else expectFound(found, isBack ? 'refunded-too-much' : 'ledger-differs');
  });
});

describe.each(['charge', 'checkout', 'refund', 'cash', 'transfer', 'due', 'cash_refund'] as const)(
  'an order of a %s',
  (of) => {
    test('with another amount is found', async () => {
      const { _id, amount, state } = await rowOf(orders.get(of) as string);
      const set = (cents: number) =>
        school.db.updateTable('orders').set({ amount: cents }).where('_id', '=', _id).execute();
      const found = await broken(
        _id,
        () => set(amount + 1),
        () => set(amount),
      );
      expectFound(found, state === 'refunded' && of !== 'refund' ? 'ledger-differs' : 'amount-differs');
    });
  },
);

describe.each(['charge', 'checkout', 'cash', 'due'] as const)('an enrolment of a %s', (of) => {
  const findRow = () =>
    school.db
      .selectFrom('enrolments')
      .selectAll()
      .where('_id', '=', orders.get(of) as string)
      .executeTakeFirstOrThrow();

  test('with another price is found', async () => {
    const { _id, price } = await findRow();
    const set = (cents: number) =>
      school.db.updateTable('enrolments').set({ price: cents }).where('_id', '=', _id).execute();
    const found = await broken(
      _id,
      () => set(1),
      () => set(price),
    );
    expectFound(found, 'amount-differs');
  });

  test('that is missing is found', async () => {
    const row = await findRow();
    const found = await broken(
      row._id,
      () => school.db.deleteFrom('enrolments').where('_id', '=', row._id).execute(),
      () => school.db.insertInto('enrolments').values(row).execute(),
    );
    expectFound(found, 'order-without-enrolment');
  });

  test('whose order was never paid, or is over, is found', async () => {
    const { _id } = await findRow();
    const set = (state: Row<'orders'>['state']) =>
      school.db.updateTable('orders').set({ state }).where('_id', '=', _id).execute();
    const found = await broken(
      _id,
      () => set('expired'),
      () => set('enrolled'),
    );
    expectFound(found, 'enrolment-without-order');
  });

  test('cannot be without an order', async () => {
    const row = await findRow();
    await expect(
      school.db
        .insertInto('enrolments')
        .values({ ...row, _id: newId(row.date), learnerid: row.learnerid })
        .execute(),
    ).rejects.toThrow();
  });
});

test('more that went back of a payment than came, by a refund and a lost dispute, is found', async () => {
  const _id = orders.get('refund') as string;
  const set = (withdrawn: number) =>
    school.db.updateTable('orders').set({ withdrawn }).where('_id', '=', _id).execute();
  const row = { orderid: _id, kind: 'chargeback' as const, amount: 1, seats: 0, createdat: school.clock.now };
  const lost = { ...row, _id: newId(school.clock.now), ref: 'dp_lost' };
  const found = await broken(
    _id,
    async () => {
      await set(1);
      await school.db.insertInto('ledger').values(lost).execute();
    },
    async () => {
      await set(0);
      await school.db.deleteFrom('ledger').where('_id', '=', lost._id).execute();
    },
  );
  expectFound(found, 'refunded-too-much');
});

test('each verdict that no button mends was given above', () => {
  const contradictions = VERDICTS.filter((verdict) => isWrong(verdict) && !isRepairable(verdict));
  expect([...given].sort()).toEqual([...contradictions].sort());
});
