import { expect, test } from 'vitest';
import { migrate } from '#server/database/open.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { insertRows } from '#tests/support/old-tables.ts';
import * as school from './001-school.ts';
import { schoolTables } from './index.ts';

const CLASS = {
  image: '/art/class-harp-960.webp',
  price: 4800,
  instructorname: 'Clara',
  instructoremail: 'clara@test.example',
  heldseats: 0,
  status: 'approved',
  feedback: null,
  level: 'Beginner',
  group: 'Kids',
  description: '',
  createdat: 1,
  deletedat: null,
};

test('a school of 0.1.0 whose counters say more than its enrolments is put right without freeing a seat', async () => {
  const { db, close } = await openTestDatabase();
  await migrate(db, {
    name: schoolTables.name,
    migrations: { getMigrations: async () => ({ '001-school': school }) },
  });
  const counted = { availableseat: 0, enrolledstudents: 8, capacity: 8 };
  const right = { availableseat: 3, enrolledstudents: 1, capacity: 4 };
  await insertRows(db, 'classes', [
    { ...CLASS, ...counted, _id: 'counted', classname: 'Trumpet' },
    { ...CLASS, ...right, _id: 'true', classname: 'Harp' },
  ]);
  for (const classid of ['counted', 'true']) {
    const order = { _id: classid, email: 'lena@test.example', classid, amount: 6000, currency: 'usd' };
    const moments = { paidat: 2, holduntil: 2, createdat: 2, updatedat: 2, refundattempt: 0 };
    await insertRows(db, 'orders', [{ ...order, ...moments, state: 'enrolled' }]);
    const { amount: price, ...named } = order;
    await insertRows(db, 'enrolments', [{ ...named, price, transactionId: classid, date: 2 }]);
  }
  await migrate(db, schoolTables);
  const seats = await db
    .selectFrom('classes')
    .select(['_id', 'availableseat', 'enrolledstudents', 'capacity'])
    .orderBy('_id')
    .execute();
  expect(seats).toEqual([
    { _id: 'counted', availableseat: 0, enrolledstudents: 1, capacity: 1 },
    { _id: 'true', ...right },
  ]);
  await close();
});
