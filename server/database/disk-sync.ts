/** Brings what has been written to the disk, for everybody who has written at once. */
export type DiskSync = {
  /** Resolves when all that was written before this call lies on the disk. */
  reach(): Promise<void>;
};

/**
 * One `sync` at a time: whoever asks while one runs shares the next, which begins when everything that is due in this turn of the event
 * loop has been written too. Nobody is told of a sync that began before they asked.
 */
export function openDiskSync(sync: () => Promise<void>): DiskSync {
  let running: Promise<unknown> | undefined;
  let next: Promise<void> | undefined;

  const runNext = async () => {
    await Promise.all([running, new Promise(setImmediate)]);
    next = undefined;
    const mine = sync();
    running = mine.catch(() => {});
    await mine;
  };
  return {
    reach: () => {
      next ??= runNext();
      return next;
    },
  };
}
