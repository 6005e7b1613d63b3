import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { takeBatches } from './pagination.ts';

let school: TestSchool;
const COUNT = 9;

beforeAll(async () => {
  school = await openTestSchool();
  const rows = Array.from({ length: COUNT }, (_, at) => ({
    _id: newId(school.clock.now - at),
    uid: null,
    photoURL: null,
    role: 'student' as const,
    validsince: 0,
    createdat: school.clock.now,
    email: `pupil${at}@test.example`,
    name: `Pupil ${at % 2} ${at}`,
  }));
  await school.db.insertInto('users').values(rows).execute();
});
afterAll(() => school.close());

test('a whole list goes on behind a row that is gone by then, and gives none twice', async () => {
  const users = school.db.selectFrom('users').select(['_id', 'name']);
  const names: string[] = [];
  for await (const batch of takeBatches(users, { by: [sql<string>`lower(name)`], isDescending: false }, 2)) {
    names.push(...batch.map(({ name }) => name));
    const last = batch.at(-1)?._id ?? '';
    await school.db.deleteFrom('users').where('_id', '=', last).execute();
  }
  expect(names).toHaveLength(COUNT);
  expect(names).toEqual([...new Set(names)].toSorted());
});
