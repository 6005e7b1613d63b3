import { expect, test } from 'vitest';
import { readLostLines } from '#server/database/settings/lost-lines.ts';
import { openTestSchool } from '#tests/support/school.ts';
import { lostLinesJob } from './lost-lines-job.ts';

test('when lines of the log are lost the records say when, and nothing where none are', async () => {
  const { db, close } = await openTestSchool();
  let now = 1000;
  let lost = 0;
  const { run } = lostLinesJob({ db, now: () => now, lostLines: () => lost });
  await run();
  expect(await readLostLines(db)).toBeUndefined();
  lost = 3;
  await run();
  now = 2000;
  await run();
  expect(await readLostLines(db)).toBe(1000);
  lost = 4;
  await run();
  expect(await readLostLines(db)).toBe(2000);
  await close();
});
