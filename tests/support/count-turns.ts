import { setImmediate } from 'node:timers/promises';
import { vi } from 'vitest';

/**
 * Counts the turns of the event loop until `end`, by a clock that is half a millisecond later whenever it is
 * looked at: what looks once at every row gives way after twenty rows, on whatever machine. To be restored by
 * `vi.restoreAllMocks`.
 */
export function countTurns() {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 0.5;
    return now;
  });
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turns++) await setImmediate();
  })();
  return {
    async end() {
      isOver = true;
      await counting;
      return turns;
    },
  };
}
