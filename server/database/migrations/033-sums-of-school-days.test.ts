import { expect, test } from 'vitest';
import { migrate } from '#server/database/open.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertRows } from '#tests/support/old-tables.ts';
import { schoolTables } from './index.ts';

const ORDER = {
  ...{ userid: 'u', learnerid: 'l', currency: 'usd', amount: 6000, refundattempt: 0 },
  ...{ holduntil: 1, workat: null, updatedat: 1 },
};
/** Half past eleven in the evening of the last of November in UTC, when it is December in Auckland. */
const EVENING = Date.UTC(2026, 10, 30, 23, 30);
const MORNING = Date.UTC(2026, 11, 1, 0, 30);

test('what was issued keeps the day of its number, and debts for classes that were deleted before are struck', async () => {
  const { db, close } = await openTestDatabase();
  const all = Object.entries(await schoolTables.migrations.getMigrations());
  const earlier = Object.fromEntries(all.filter(([name]) => name < '033'));
  await migrate(db, { name: 'school', migrations: { getMigrations: async () => earlier } });
  await insertRows(db, 'users', [
    { _id: 'u', name: 'A', email: 'a@test.example', role: 'student', validsince: 0, createdat: 1 },
  ]);
  await insertRows(db, 'learners', [{ _id: 'l', userid: 'u', self: 1, createdat: 1 }]);
  await insertRows(
    db,
    'classes',
    ['open', 'deleted'].map((_id) => ({
      ...{ _id, classname: 'Oboe', image: '/art/oboe.webp', price: 6000, availableseat: 5, heldseats: 0 },
      ...{ enrolledstudents: 0, capacity: 5, status: 'approved', level: 'Beginner', group: 'Kids' },
      ...{ description: '', createdat: 1, deletedat: _id === 'deleted' ? 5 : null },
    })),
  );
  const order = (_id: string, fields: Record<string, string | number | null>) => ({
    ...{ ...ORDER, _id, classid: 'open', state: 'enrolled', paidby: 'card', paidat: null },
    ...{ createdat: EVENING, ...fields },
  });
  const orders = [
    order('paid in the evening', { learnerid: 'l', paidat: EVENING }),
    order('paid after midnight', { state: 'refunded', paidat: MORNING, refundid: 're_1' }),
    order('owed', { state: 'expired', paidby: 'due' }),
    order('never paid', { state: 'expired' }),
    order('owed for a deleted class', { classid: 'deleted', paidby: 'due' }),
    order('ended for a deleted class', { classid: 'deleted', paidby: 'due', state: 'expired' }),
    order('paid for a deleted class', {
      classid: 'deleted',
      paidby: 'cash',
      paidat: MORNING,
      state: 'refund_due',
    }),
  ];
  await insertRows(db, 'orders', orders);
  const enrolled = orders.filter(({ state }) => state === 'enrolled');
  await insertRows(
    db,
    'enrolments',
    enrolled.map(({ _id, classid }) => ({
      ...{ _id, learnerid: 'l', classid, transactionId: _id, price: 6000, currency: 'usd', date: EVENING },
    })),
  );
  await insertRows(db, 'ledgerdays', [{ day: 20_787, kind: 'charge', amount: 6000, seats: 1 }]);
  await migrate(db, schoolTables);

  const found = await db.selectFrom('orders').selectAll().orderBy('_id').execute();
  expect(Object.fromEntries(found.map(({ _id, receiptday }) => [_id, receiptday]))).toEqual({
    'paid in the evening': '2026-11-30',
    'paid after midnight': '2026-12-01',
    owed: '2026-11-30',
    'never paid': null,
    'owed for a deleted class': '2026-11-30',
    'ended for a deleted class': '2026-11-30',
    'paid for a deleted class': '2026-12-01',
  });
  const struck = {
    ...{ amount: 0, fullamount: 6000, paidby: 'card', paidat: EVENING, state: 'enrolled' },
    amountreason: 'The class is no longer offered, so nothing is owed for it.',
  };
  expect(found.find(({ _id }) => _id === 'owed for a deleted class')).toMatchObject(struck);
  for (const { _id, amount, fullamount, amountreason } of found)
    if (_id !== 'owed for a deleted class')
      expect([_id, amount, fullamount, amountreason]).toEqual([_id, 6000, null, null]);
  const prices = await db.selectFrom('enrolments').select(['_id', 'price']).orderBy('_id').execute();
  expect(prices).toEqual([
    { _id: 'owed for a deleted class', price: 0 },
    { _id: 'paid in the evening', price: 6000 },
  ]);
  // The sums of days in UTC are gone; the school adds its own up.
  expect(await db.selectFrom('ledgerdays').selectAll().execute()).toEqual([]);
  await close();
});
