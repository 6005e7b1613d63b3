import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, type OpenDatabase } from '#server/database/open.ts';
import { findSchool } from '#server/database/rows/school-row.ts';
import type { Database } from '#server/database/schema.ts';
import { insertRows, type OldRow, openRelease, readRows } from '#tests/support/old-tables.ts';
import { schoolTables } from './index.ts';

/* A school of 0.2.0, which has one language. */

const ROWS: Record<string, OldRow> = {
  school: {
    _id: 'school',
    name: 'Reed & Bow',
    currency: 'eur',
    cancelwithin: 0,
    welcome: JSON.stringify({ title: 'Hello', lines: [] }),
    version: 7,
  },
  users: { _id: 'u-1', email: 'ana@test.example', name: 'Ana', role: 'student', validsince: 0, createdat: 5 },
  texts: { slug: 'terms', version: 2, markdown: 'Be kind.', authorid: 'u-1', updatedat: 6 },
};

let records: OpenDatabase<Database>;
const before: Record<string, OldRow[]> = {};

beforeAll(async () => {
  records = await openRelease('0.2.0');
  for (const [table, row] of Object.entries(ROWS)) {
    await insertRows(records.db, table, [row]);
    before[table] = await readRows(records.db, table);
  }
  await migrate(records.db, schoolTables);
});
afterAll(() => records.close());

test('a school of before is English, with the welcome that it had', async () => {
  const { welcome, languages, version } = (await findSchool(records.db)) ?? {};
  expect({ welcome, languages, version }).toEqual({
    welcome: { title: 'Hello', lines: [] },
    languages: ['en'],
    version: 7,
  });
});

test('nobody has chosen a language, no text names one, and nothing else is changed', async () => {
  const nothing = {
    users: { language: null, street: null, postcode: null, town: null, note: null, officesince: null },
    texts: { language: null, translations: null },
  };
  const rules = {
    missedlessons: 'none',
    noticehours: 24,
    catchupweeks: 6,
    catchupsaterm: 2,
    registerdays: 14,
    trialfee: 'kept',
  };
  const added: Record<string, OldRow> = { ...nothing, school: { languages: null, lists: null, ...rules } };
  for (const [table, rows] of Object.entries(before))
    expect(await readRows(records.db, table)).toEqual(rows.map((row) => ({ ...row, ...added[table] })));
});

test('accounts may work in the office and have no address; another role is still none', async () => {
  const { db } = records;
  expect(
    await db.selectFrom('rolecounts').select(['role', 'count']).orderBy('role').execute(),
  ).toContainEqual({
    role: 'office',
    count: 0,
  });
  const user = { uid: null, name: 'Ben', photoURL: null, validsince: 0, createdat: 5 };
  for (const _id of ['u-2', 'u-3'])
    await db
      .insertInto('users')
      .values({ ...user, _id, email: null, role: 'office' })
      .execute();
  const other = { ...user, _id: 'u-4', email: 'eve@test.example', role: 'owner' as 'admin' };
  await expect(db.insertInto('users').values(other).execute()).rejects.toThrow(/check/i);
  const again = { ...user, _id: 'u-5', email: 'ana@test.example', role: 'student' as const };
  await expect(db.insertInto('users').values(again).execute()).rejects.toThrow(/unique/i);
});
