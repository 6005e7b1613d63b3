import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { schoolTables } from '#server/database/migrations/index.ts';
import { migrate } from '#server/database/open.ts';
import { changedSinceApproval } from '#server/database/rows/approval.ts';
import { insertRows, openFirstRelease } from '#tests/support/old-tables.ts';

test('classes that were approved in 0.1.0 count as approved as they stand', async () => {
  const { db, close } = await openFirstRelease();
  for (const status of ['approved', 'pending', 'denied']) {
    await sql`insert into classes values (${status}, 'Cello', '/i/x.webp', 5950, 'Clara', 'clara@test.example',
      5, 1, 0, 6, ${status}, null, 'Beginner', 'Kids', 'Bring "rosin".', 0, null)`.execute(db);
  }
  await migrate(db, schoolTables);

  const rows = await db.selectFrom('classes').selectAll().execute();
  const [approved, pending, denied] = ['approved', 'pending', 'denied'].map((id) =>
    rows.find(({ _id }) => _id === id),
  );
  expect(pending).toMatchObject({ approvedas: null, changedat: null, version: 1, editversion: 1 });
  expect(denied).toMatchObject({ approvedas: null });
  if (!approved) throw new Error('The approved class is gone.');
  expect(JSON.parse(approved.approvedas ?? '')).toEqual({
    classname: 'Cello',
    image: '/i/x.webp',
    price: 5950,
    capacity: 6,
    level: 'Beginner',
    group: 'Kids',
    description: 'Bring "rosin".',
  });
  expect(changedSinceApproval(approved)).toEqual([]);
  expect(changedSinceApproval({ ...approved, price: 1 })).toEqual(['price']);
  await close();
});

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
  const { db, close } = await openFirstRelease();
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
    .select(['_id', 'availableseat', 'enrolledstudents', 'capacity', 'approvedas'])
    .orderBy('_id')
    .execute();
  const approvedas = (capacity: number) => expect.stringContaining(`"capacity":${capacity},`);
  expect(seats).toEqual([
    { _id: 'counted', availableseat: 0, enrolledstudents: 1, capacity: 1, approvedas: approvedas(1) },
    { _id: 'true', ...right, approvedas: approvedas(4) },
  ]);
  await close();
});
