import { useState } from 'react';

/** A list that is read a part at a time. */
export type More<T> = {
  /** What is known of it. */
  rows: readonly T[];
  /** Whether there is more of it. */
  hasMore: boolean;
  state: 'idle' | 'loading' | 'failed';
  /** Reads the next part. */
  readOn: () => void;
};

type Parts<T> = {
  /** The first part, and one row more where the list goes on. */
  first: readonly T[];
  /** How many rows a part has. */
  size: number;
  /** Gives what comes after a row: so many rows at most. */
  read: (last: T, limit: number) => Promise<readonly T[]>;
};

/** A list of which the first part is there; another `first` begins it anew. */
export function useMore<T>({ first, size, read }: Parts<T>): More<T> {
  const begun = { first, rows: first, state: 'idle' as More<T>['state'], shown: size };
  const [known, setKnown] = useState(begun);
  const { rows, state, shown } = known.first === first ? known : begun;
  const hasMore = rows.length > shown;

  async function readOn() {
    const last = rows[shown - 1];
    if (last === undefined || state === 'loading') return;
    const now = { first, rows, shown };
    setKnown({ ...now, state: 'loading' });
    // What came for another list than the one that is shown by then is not shown.
    const put = (next: typeof begun) => setKnown((before) => (before.first === first ? next : before));
    try {
      const further = await read(last, size + 1);
      put({ ...now, rows: [...rows.slice(0, shown), ...further], shown: shown + size, state: 'idle' });
    } catch {
      put({ ...now, state: 'failed' });
    }
  }

  return { rows: rows.slice(0, shown), hasMore, state, readOn: () => void readOn() };
}
