import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#server/database/open.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertRows } from '#tests/support/old-tables.ts';
import { schoolTables } from './index.ts';

const ORDER = { learnerid: 'l', currency: 'usd', refundattempt: 0, holduntil: 1, createdat: 1, updatedat: 1 };

test('movements of before say what they mean in seats, and users are counted by role', async () => {
  const { db, close } = await openTestDatabase();
  const all = Object.entries(await schoolTables.migrations.getMigrations());
  const earlier = Object.fromEntries(all.filter(([name]) => name < '011'));
  await migrate(db, { name: 'school', migrations: { getMigrations: async () => earlier } });
  const user = { name: 'A', validsince: 0, createdat: 1 };
  await insertRows(db, 'users', [
    { ...user, _id: 'u-1', email: 'a@test.example', role: 'student' },
    { ...user, _id: 'u-2', email: 'b@test.example', role: 'student' },
    { ...user, _id: 'u-3', email: 'c@test.example', role: 'admin' },
  ]);
  await insertRows(db, 'learners', [{ _id: 'l', self: 1, createdat: 1 }]);
  await sql`insert into classes (_id, classname, image, price, availableseat, heldseats, enrolledstudents, capacity, status, level, "group", description, createdat)
    values ('c', 'Oboe', '/art/oboe.webp', 100, 5, 0, 0, 5, 'approved', 'Beginner', 'Kids', '', 1)`.execute(
    db,
  );
  const orders: Record<string, string | null> = {
    stays: 'c',
    'went back': 'c',
    'in parts': 'c',
    'refused by the bank': 'c',
    lost: 'c',
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
    ['lost', 'charge', 100, 1],
    ['lost', 'chargeback', 100, -1],
    ['for no class', 'charge', 100, 0],
    ['for no class', 'refund', 100, 0],
  ];
  await insertRows(
    db,
    'ledger',
    moved.map(([orderid, kind, amount], at) => ({
      ...{ _id: String(100 + at), orderid, kind },
      ...{ ref: `ref-${at}`, amount, createdat: at },
    })),
  );
  await migrate(db, schoolTables);
  const rows = await db.selectFrom('ledger').selectAll().orderBy('_id').execute();
  expect(rows.map(({ orderid, kind, amount, seats }) => [orderid, kind, amount, seats])).toEqual(moved);
  const counts = await db.selectFrom('rolecounts').selectAll().orderBy('role').execute();
  expect(counts).toEqual([
    { role: 'admin', count: 1 },
    { role: 'instructor', count: 0 },
    { role: 'student', count: 2 },
  ]);
  await close();
});
