import { expect, test } from 'vitest';
import { gathering } from './batches.ts';

test('what is brought while work is done for others is done together, and each gets what is its own', async () => {
  const groups: (readonly number[])[] = [];
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const double = gathering(async (items: readonly number[]) => {
    groups.push(items);
    await gates[groups.length - 1]?.promise;
    return items.map((item) => 2 * item);
  });
  const first = double(1);
  await expect.poll(() => groups).toEqual([[1]]);
  const others = [double(2), double(3)];
  gates[0]?.resolve();
  expect(await first).toBe(2);
  await expect.poll(() => groups).toEqual([[1], [2, 3]]);
  gates[1]?.resolve();
  expect(await Promise.all(others)).toEqual([4, 6]);
});

test('an item that cannot be done is refused alone', async () => {
  const work = gathering(async (items: readonly number[]) => {
    if (items.includes(2)) throw new Error('not two');
    return items;
  });
  const done = await Promise.allSettled([1, 2, 3].map(work));
  expect(done).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: new Error('not two') },
    { status: 'fulfilled', value: 3 },
  ]);
  expect(await work(4)).toBe(4);
});
