type Options = {
  logError: (error: unknown) => void;
  /** How long a turn waits for what it has begun, in milliseconds. */
  patienceMs: number;
};

/**
 * Work that a job begins and does not wait for longer than a moment, so that a host that is slow holds up
 * neither others nor the end of the process. `signal` ends what is under way.
 */
export function openUnderWay({ logError, patienceMs }: Options) {
  const running = new Map<string, Promise<void>>();
  const ending = new AbortController();
  return {
    signal: ending.signal,
    /** How much is under way. */
    count: () => running.size,
    /** Begins `work` for what is not under way, by its id; gives how much began. */
    async begin<T>(
      items: readonly T[],
      { idOf, work }: { idOf: (item: T) => string; work: (item: T) => Promise<void> },
    ): Promise<number> {
      const begun = items
        .filter((item) => !running.has(idOf(item)))
        .map((item) => {
          const one = work(item)
            .catch(logError)
            .finally(() => running.delete(idOf(item)));
          running.set(idOf(item), one);
          return one;
        });
      await within(Promise.all(begun), patienceMs);
      return begun.length;
    },
    stop: async (): Promise<void> => {
      ending.abort();
      await Promise.all(running.values());
    },
  };
}

/** Waits for work, but no longer than that. */
async function within(work: Promise<unknown>, ms: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
