import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Secret } from '#server/config/secret.ts';
import { makePlace, type Place } from '#tests/support/admin.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { openBeside, openSnapshot } from './open-records.ts';
import { countRows, findContents, readTable } from './whole-tables.ts';

let place: Place;
let school: TestSchool;
const where = () => {
  const url = place.env.DATABASE_URL;
  return { dataDir: place.folder, databaseUrl: url === undefined ? undefined : new Secret(url) };
};
beforeAll(async () => {
  place = await makePlace(inject('dialect'));
  school = await openTestSchool({ env: place.env, records: place.open() });
});
afterAll(async () => {
  await school.close();
  place.remove();
});

test('a snapshot shows one moment, whatever is written while it is read', async () => {
  await school.signIn('student');
  const records = await openSnapshot(where());
  const tables = await findContents(records);
  const users = tables.find(({ name }) => name === 'users');
  const learners = tables.find(({ name }) => name === 'learners');
  if (!users || !learners) throw new Error('There are no people.');
  expect(await countRows(records, users)).toBe(1);
  await school.signIn('student');
  const read = [];
  for await (const rows of readTable(records, learners)) read.push(...rows);
  expect(read).toHaveLength(1);
  await expect(sql`delete from users`.execute(records.db)).rejects.toThrow(/read.?only/i);
  await records.close();
  expect(await school.db.selectFrom('users').select('_id').execute()).toHaveLength(2);
});

test('tables come after those that they refer to', async () => {
  const records = await openSnapshot(where());
  const names = (await findContents(records)).map(({ name }) => name);
  await records.close();
  for (const [first, then] of [
    ['users', 'learners'],
    ['learners', 'orders'],
    ['orders', 'enrolments'],
    ['orders', 'ledger'],
    ['cards_charges', 'cards_refunds'],
  ] as const)
    expect(names.indexOf(first)).toBeLessThan(names.indexOf(then));
  expect(names.filter((name) => name.includes('_migrations'))).toEqual([]);
});

test('what is written beside a running school shows there at once, and it goes on writing', async () => {
  const records = await openBeside(where());
  await records.db.updateTable('users').set({ name: 'Renamed' }).execute();
  await records.close();
  expect(await school.db.selectFrom('users').select('name').executeTakeFirst()).toEqual({ name: 'Renamed' });
  await school.signIn('student');
});
