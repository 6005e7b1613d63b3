import { afterAll } from 'vitest';

/*
 * The timers of a page end with it, as in a browser. In tests of pages they are Node's, which go on, and what
 * they call would find no document any more.
 */

const timers = new Set<NodeJS.Timeout>();
for (const name of ['setTimeout', 'setInterval'] as const) {
  const begin: (work: () => void, ms?: number, ...given: unknown[]) => NodeJS.Timeout = globalThis[name];
  const beginNoted: typeof begin = (...given) => {
    const timer = begin(...given);
    timers.add(timer);
    return timer;
  };
  Object.assign(globalThis, { [name]: beginNoted });
}
afterAll(() => {
  for (const timer of timers) clearTimeout(timer);
});
