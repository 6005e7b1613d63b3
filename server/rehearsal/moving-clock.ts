/** What is there of the clock to move; a page of the copy does the same in the browser. */
export type MovingClock = {
  /** By how much it is ahead of the real one, in milliseconds. */
  ahead(): number;
  forward(ms: number): void;
};

/**
 * Moves the clock of this whole process: what asks `Date` for the time, the pages that it renders among them,
 * is told the same as what is given a clock. Only for a process in which that is all there is to be done.
 */
export function moveClock(): MovingClock {
  const real = Date.now;
  let ahead = 0;
  const now = () => real() + ahead;
  Date.now = now;
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => String(new Date(now())),
  });
  return {
    ahead: () => ahead,
    forward: (ms) => {
      ahead += ms;
    },
  };
}
