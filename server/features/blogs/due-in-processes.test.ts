import { expect, test } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { openTestSchool } from '#tests/support/school.ts';

const HOUR_MS = 60 * 60_000;

test('a post that waits is public in every process in the moment it is due, though nothing happens and nobody is told then', async () => {
  const records = await openTestDatabase();
  const one = await openTestSchool({ records });
  // The database is closed once, by the first.
  const other = await openTestSchool({ records: { ...records, close: async () => {} } });
  const { _id } = await one.addPost({ time: one.clock.now + HOUR_MS });
  const seen = async () => {
    const lists = await Promise.all(
      [one, other].flatMap((school) =>
        ['/blog', '/blog/page', '/blog/index'].map((path) => school.call('GET', path)),
      ),
    );
    return lists.map(({ body }) => JSON.stringify(body).includes(_id));
  };
  expect(await seen()).not.toContain(true);
  // Both keep what they answered a moment before, and neither works.
  for (const { clock } of [one, other]) clock.now += HOUR_MS - 1;
  expect(await seen()).not.toContain(true);
  for (const { clock } of [one, other]) clock.now += 1;
  expect(await seen()).not.toContain(false);
  await other.close();
  await one.close();
});
