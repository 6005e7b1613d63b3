import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { sweepRevisionsJob } from './revisions.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

let school: TestSchool;
beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(() => school.close());

test('a sweep takes what no list gives any more, however much came in one moment', async () => {
  // By the clock that changes are noted by.
  const now = Date.now();
  const [long, lately, again] = [now - 91 * DAY_MS, now - 2 * HOUR_MS, now - 90 * 60_000];
  const ids = Array.from({ length: 1203 }, (_, at) => `r${at}`);
  const changes = ids.flatMap((id, at) => [
    { id, changedat: long },
    { id, changedat: lately },
    ...(at % 3 === 0 ? [{ id, changedat: again }] : []),
  ]);
  await school.db.deleteFrom('revisions').execute();
  for (let at = 0; at < changes.length; at += 500)
    await school.db
      .insertInto('revisions')
      .values(changes.slice(at, at + 500).map((change) => ({ ...change, kind: 'rooms' })))
      .execute();
  await sweepRevisionsJob(school).run();
  const left = await school.db.selectFrom('revisions').select(['id', 'changedat']).execute();
  const expected = ids.map((id, at) => ({ id, changedat: at % 3 === 0 ? again : lately }));
  const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id);
  expect(left.toSorted(byId)).toEqual(expected.toSorted(byId));
});
