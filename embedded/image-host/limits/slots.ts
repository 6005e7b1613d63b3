import { Refusal } from '#embedded/image-host/errors.ts';

/**
 * Bounds how much work is under way: `running` at once, `perKey` of them for one key, `waiting` more in line,
 * and anyone who comes after that is refused with `busy`. The returned function runs a piece of work in its
 * turn.
 */
export function createSlots({
  running,
  waiting,
  perKey = Number.POSITIVE_INFINITY,
}: {
  running: number;
  waiting: number;
  perKey?: number;
}) {
  const line: (() => void)[] = [];
  const keys = new Map<string, number>();
  let taken = 0;

  const count = (key: string, change: 1 | -1) => {
    const next = (keys.get(key) ?? 0) + change;
    if (next > 0) keys.set(key, next);
    else keys.delete(key);
  };

  return async <T>(work: () => Promise<T>, key = ''): Promise<T> => {
    if ((keys.get(key) ?? 0) >= perKey) throw new Refusal('busy', { retryAfterSeconds: 5 });
    count(key, 1);
    try {
      if (taken < running) taken += 1;
      else if (line.length < waiting) await new Promise<void>((resolve) => line.push(resolve));
      else throw new Refusal('busy', { retryAfterSeconds: 5 });
      try {
        return await work();
      } finally {
        // The place goes straight to the next in line, so that no later caller can slip in between.
        const next = line.shift();
        if (next) next();
        else taken -= 1;
      }
    } finally {
      count(key, -1);
    }
  };
}
