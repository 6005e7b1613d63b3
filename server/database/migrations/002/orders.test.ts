import { expect, test } from 'vitest';
import { schoolTables } from '#server/database/migrations/index.ts';
import { migrate } from '#server/database/open.ts';
import { insertRows, openFirstRelease } from '#tests/support/old-tables.ts';

const ORDER = {
  email: 'a@test.example',
  currency: 'usd',
  refundattempt: 0,
  holduntil: 1,
  createdat: 1,
  updatedat: 1,
};
const CLASS = {
  _id: 'c',
  classname: 'Oboe',
  image: '/art/oboe.webp',
  price: 100,
  availableseat: 5,
  heldseats: 0,
  enrolledstudents: 0,
  capacity: 5,
  status: 'approved',
  level: 'Beginner',
  group: 'Kids',
  description: '',
  createdat: 1,
  instructorname: 'B',
  instructoremail: 'b@test.example',
};

test('movements of before say what they mean in seats, and users are counted by role', async () => {
  const { db, close } = await openFirstRelease();
  const user = { name: 'A', validsince: 0, createdat: 1 };
  await insertRows(db, 'users', [
    { ...user, _id: 'u-1', email: 'a@test.example', role: 'student' },
    { ...user, _id: 'u-2', email: 'b@test.example', role: 'student' },
    { ...user, _id: 'u-3', email: 'c@test.example', role: 'admin' },
  ]);
  await insertRows(db, 'classes', [CLASS]);
  const orders: Record<string, string | null> = {
    stays: 'c',
    'went back': 'c',
    'in parts': 'c',
    'refused by the bank': 'c',
    'for no class': null,
  };
  await insertRows(
    db,
    'orders',
    Object.entries(orders).map(([_id, classid]) => ({
      ...ORDER,
      _id,
      classid,
      amount: 100,
      state: 'expired',
    })),
  );
  const moved: [string, string, number, number][] = [
    ['stays', 'charge', 100, 1],
    ['stays', 'refund', 30, 0],
    ['went back', 'charge', 100, 1],
    ['went back', 'refund', 100, -1],
    ['in parts', 'charge', 100, 1],
    ['in parts', 'refund', 40, 0],
    ['in parts', 'refund', 60, -1],
    ['refused by the bank', 'charge', 100, 1],
    ['refused by the bank', 'refund', 100, -1],
    ['refused by the bank', 'refund_failed', 100, 1],
    ['for no class', 'charge', 100, 0],
    ['for no class', 'refund', 100, 0],
  ];
  await insertRows(
    db,
    'ledger',
    moved.map(([orderid, kind, amount], at) => ({
      _id: String(100 + at),
      orderid,
      kind,
      ref: `ref-${at}`,
      amount,
      createdat: at,
    })),
  );
  await migrate(db, schoolTables);
  const rows = await db.selectFrom('ledger').selectAll().orderBy('_id').execute();
  expect(rows.map(({ orderid, kind, amount, seats }) => [orderid, kind, amount, seats])).toEqual(moved);
  const counts = await db.selectFrom('rolecounts').selectAll().orderBy('role').execute();
  expect(counts).toEqual([
    { role: 'admin', count: 1 },
    { role: 'instructor', count: 0 },
    { role: 'office', count: 0 },
    { role: 'student', count: 2 },
  ]);
  await close();
});

/** Half past eleven in the evening of the last of November in UTC, when it is December in Auckland. */
const EVENING = Date.UTC(2026, 10, 30, 23, 30);
const MORNING = Date.UTC(2026, 11, 1, 0, 30);

test('what was issued keeps the day of its number, and what an admin has to look at says so', async () => {
  const { db, close } = await openFirstRelease();
  await insertRows(db, 'classes', [CLASS]);
  const order = (_id: string, fields: Record<string, string | number | null>) => ({
    ...ORDER,
    _id,
    email: `${_id}@test.example`,
    classid: 'c',
    amount: 100,
    state: 'enrolled',
    ...fields,
  });
  await insertRows(db, 'orders', [
    order('evening', { paidat: EVENING }),
    order('midnight', { state: 'refunded', paidat: MORNING, refundid: 're_1' }),
    order('refused', { state: 'refund_failed', paidat: EVENING }),
    order('unpaid', { state: 'expired' }),
  ]);
  await migrate(db, schoolTables);
  const orders = db.selectFrom('orders').select(['_id', 'receiptday', 'attention', 'paidby', 'withdrawn']);
  const known = { attention: null, paidby: 'card', withdrawn: 0 };
  expect(await orders.orderBy('_id').execute()).toEqual([
    { ...known, _id: 'evening', receiptday: '2026-11-30' },
    { ...known, _id: 'midnight', receiptday: '2026-12-01' },
    { ...known, _id: 'refused', receiptday: '2026-11-30', attention: 'refund-failed' },
    { ...known, _id: 'unpaid', receiptday: null },
  ]);
  await close();
});

test('the books and the log take what 0.1.0 refused, and still no second charge of an order', async () => {
  const { db, close } = await openFirstRelease();
  await insertRows(db, 'classes', [CLASS]);
  await insertRows(db, 'orders', [{ ...ORDER, _id: 'o', classid: 'c', amount: 100, state: 'enrolled' }]);
  const charge = {
    _id: 'l-1',
    orderid: 'o',
    kind: 'charge' as const,
    ref: 'ch_1',
    amount: 100,
    createdat: 1,
  };
  await insertRows(db, 'ledger', [charge]);
  const line = { _id: 'c-1', about: 'class', subjectid: 'c', subjectname: 'Oboe', action: 'approved' };
  await insertRows(db, 'changes', [{ ...line, createdat: 1 }]);
  await migrate(db, schoolTables);

  await insertRows(db, 'ledger', [{ ...charge, _id: 'l-2', kind: 'chargeback', ref: 'du_1' }]);
  await insertRows(db, 'changes', [{ ...line, _id: 'c-2', about: 'payment', createdat: 1 }]);
  await expect(insertRows(db, 'ledger', [{ ...charge, _id: 'l-3', ref: 'ch_2' }])).rejects.toThrow(/unique/i);
  expect(await db.selectFrom('changes').select(['_id', 'about']).orderBy('_id').execute()).toEqual([
    { _id: 'c-1', about: 'class' },
    { _id: 'c-2', about: 'payment' },
  ]);
  await close();
});
