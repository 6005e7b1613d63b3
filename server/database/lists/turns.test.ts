import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inTurns, mapInTurns, turn } from './turns.ts';

let now = 0;
beforeEach(async () => {
  // What came before in this process, by the clock as it was, has its turns.
  for (let turns = 0; turns < 3; turns++) await setImmediate();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A task of so many steps that take so long; says when each was done. */
async function task(name: string, steps: number, ms: number, done: string[], step?: 'row') {
  for (let at = 0; at < steps; at++) {
    await turn(step);
    now += ms;
    done.push(name);
  }
}

test('what takes little is not made to wait', () => {
  expect(turn()).toBeUndefined();
  now += 4;
  expect(turn()).toBeUndefined();
  now += 1;
  expect(turn()).toBeInstanceOf(Promise);
});

test('the event loop gets a turn at least every five milliseconds, however long a list is', async () => {
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turns++) await setImmediate();
  })();
  let rows = 0;
  for await (const row of inTurns(Array.from({ length: 10_000 }, (_, at) => at))) {
    now += 1;
    rows += Number(row >= 0);
  }
  isOver = true;
  await counting;
  expect(rows).toBe(10_000);
  expect(turns).toBeGreaterThanOrEqual(1_800);
  expect(await mapInTurns([1, 2, 3], (one) => one * 2)).toEqual([2, 4, 6]);
});

test('two who ask for much go on in turn', async () => {
  const done: string[] = [];
  await Promise.all([task('a', 4, 10, done), task('b', 4, 10, done)]);
  expect(done.join('')).toBe('abababab');
});

test('who asks for little goes before ten who make long lists, and those come to an end', async () => {
  const done: string[] = [];
  const lists = Array.from({ length: 10 }, () => task('l', 20, 10, done, 'row'));
  await setImmediate();
  const before = done.length;
  await task('s', 5, 1, done);
  // At most one step of one list for each.
  expect(done.length - before).toBeLessThanOrEqual(12);
  await Promise.all(lists);
  expect(done).toHaveLength(205);
});

test('lists come to an end while statement follows statement', async () => {
  const done: string[] = [];
  let isOver = false;
  const endless = [0, 1, 2].map(async () => {
    while (!isOver) await task('s', 1, 10, done);
  });
  await task('l', 20, 10, done, 'row');
  isOver = true;
  await Promise.all(endless);
  expect(done.filter((one) => one === 'l')).toHaveLength(20);
});
