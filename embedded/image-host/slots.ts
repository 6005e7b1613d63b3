import { Refusal } from './errors.ts';

/**
 * Bounds how much work is under way: `running` at once, `waiting` more in line, and whoever comes after that is refused
 * with `busy`. The answered function runs a piece of work in its turn.
 */
export function createSlots({ running, waiting }: { running: number; waiting: number }) {
  const line: (() => void)[] = [];
  let taken = 0;

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (taken < running) taken += 1;
    else if (line.length < waiting) await new Promise<void>((resolve) => line.push(resolve));
    else throw new Refusal('busy', { retryAfterSeconds: 5 });
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line, so nobody can slip in between.
      const next = line.shift();
      if (next) next();
      else taken -= 1;
    }
  };
}
