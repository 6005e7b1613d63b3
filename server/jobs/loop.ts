/** One look at everything that is due; gives how many pieces it found. */
export type Pass = () => Promise<number>;

export type Loop = {
  /** Looks at once instead of at the next turn. */
  wake(): void;
  /** Waits for what is being done. */
  stop(): Promise<void>;
};

/**
 * Starts a loop of work that follows requests: each pass in turn, again and again, `everyMs` apart while there is nothing to do. What is due is
 * in the database, so a process that dies loses nothing, and several may run.
 */
export function startLoop(
  passes: readonly Pass[],
  { everyMs, logError }: { everyMs: number; logError: (error: unknown) => void },
): Loop {
  let stopped = false;
  let woken = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const look = async () => {
    let found: number;
    do {
      woken = false;
      found = 0;
      for (const pass of passes) {
        if (stopped) return;
        found += await pass().catch((error) => {
          logError(error);
          return 0;
        });
      }
    } while (woken || found > 0);
  };
  const turn = () => {
    clearTimeout(timer);
    running = look().then(() => {
      running = undefined;
      if (stopped) return;
      timer = setTimeout(turn, everyMs);
      timer.unref();
    });
  };
  turn();
  return {
    wake: () => {
      woken = true;
      if (!running && !stopped) turn();
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
