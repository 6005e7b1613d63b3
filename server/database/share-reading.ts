import { isPartOfWhole } from './transact.ts';

/**
 * Lets callers share what one of them has begun to read, for as long as it is current. `mark` says of when a reading
 * is, `isCurrent` whether one of that mark still serves; a reading that fails is not kept. Within a transaction of
 * several calls (`transactWhole`) no reading of others is waited for, since it may wait for the connection that this
 * transaction has; and what is read there is not shared, since it may be rolled back.
 */
export function shareReading<T, M>(read: () => Promise<T>) {
  let kept: { mark: M; reading: Promise<T>; isDone: boolean } | undefined;
  return (mark: M, isCurrent: (mark: M) => boolean): Promise<T> => {
    const isApart = isPartOfWhole();
    if (kept && isCurrent(kept.mark) && (kept.isDone || !isApart)) return kept.reading;
    const reading = read();
    if (isApart) return reading;
    const mine = { mark, reading, isDone: false };
    kept = mine;
    reading.then(
      () => {
        mine.isDone = true;
      },
      () => {
        if (kept === mine) kept = undefined;
      },
    );
    return reading;
  };
}
