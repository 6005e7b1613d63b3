import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { changedSinceApproval } from '#server/database/approval.ts';
import { migrate } from '#server/database/open.ts';
import { openTestDatabase } from '#tests/support/database.ts';
import { schoolTables } from './index.ts';

test('classes that were approved in 0.1.0 count as approved as they stand', async () => {
  const { db, close } = await openTestDatabase();
  const { '001-school': first } = await schoolTables.migrations.getMigrations();
  await migrate(db, { name: 'school', migrations: { getMigrations: async () => ({ '001-school': first }) } });
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
