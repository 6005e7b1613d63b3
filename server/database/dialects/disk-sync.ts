/** Brings what has been written to the disk, for all writers at once. */
export type DiskSync = {
  /** Resolves when all that was written before this call lies on the disk. */
  reach(): Promise<void>;
};

/**
 * Runs one `sync` at a time. Callers that arrive while one runs share the next, since the running one may
 * have missed their write. It starts at the end of this turn of the event loop, so that all writes of the
 * turn are covered.
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
