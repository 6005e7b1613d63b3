/**
 * Work that follows requests, as data: a feature or a service says what there is to do, `openJobs` does it.
 */
export type Job = {
  /** By which it is woken, and named in the log. */
  name: string;
  /** How long to wait after a turn that found nothing, in milliseconds. */
  everyMs: number;
  /**
   * How long to rest after a turn that found something or was woken meanwhile, so that what comes in a rush
   * is done together; 0 by default.
   */
  restMs?: number;
  /**
   * One look at everything that is due; gives how many pieces it found. Idempotent; safe to call
   * concurrently.
   */
  run(): Promise<number>;
  /** Ends what a turn has left under way. */
  stop?(): Promise<void>;
};

export type Jobs = {
  /** Takes more jobs in; before `start`. Throws where a name is taken. */
  add(...jobs: Job[]): void;
  /** Starts a loop for each job. */
  start(): void;
  /**
   * Lets a job look at once instead of at its next turn; nothing happens before `start`. Throws where there
   * is no such job.
   */
  wake(name: string): void;
  /**
   * One turn of every job, one after the other, for anyone who moves the clock; gives how many pieces they
   * found.
   */
  work(): Promise<number>;
  /** How many pieces the loops have found since `start`, and whether one of them is at work now. */
  activity(): { found: number; isWorking: boolean };
  /** Ends every loop; waits for what is being done. */
  stop(): Promise<void>;
};

type Options = { logError: (error: unknown, job: string) => void };

/**
 * The jobs of one process. What is due is in the database, so a process that dies loses nothing, and several
 * may run. A job that fails is logged and looks again at its next turn; the others are not held up by it.
 */
export function openJobs({ logError }: Options): Jobs {
  const jobs = new Map<string, Job>();
  const loops = new Map<string, Loop>();
  let allFound = 0;
  return {
    add: (...more) => {
      for (const job of more) {
        if (jobs.has(job.name)) throw new Error(`There are two jobs named ${job.name}.`);
        jobs.set(job.name, job);
      }
    },
    start: () => {
      for (const job of jobs.values())
        loops.set(
          job.name,
          startLoop(job, {
            logError: (error) => logError(error, job.name),
            noteFound: (pieces) => {
              allFound += pieces;
            },
          }),
        );
    },
    wake: (name) => {
      if (!jobs.has(name)) throw new Error(`There is no job named ${name}.`);
      loops.get(name)?.wake();
    },
    work: async () => {
      let found = 0;
      for (const job of jobs.values()) found += await job.run();
      return found;
    },
    activity: () => ({
      found: allFound,
      isWorking: [...loops.values()].some((loop) => loop.isWorking()),
    }),
    stop: async () => {
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
      await Promise.all([...jobs.values()].map((job) => job.stop?.()));
    },
  };
}

type Loop = { wake(): void; isWorking(): boolean; stop(): Promise<void> };

type Told = { logError: (error: unknown) => void; noteFound: (pieces: number) => void };

/** Runs a job again and again: soon while it finds something or was woken meanwhile, else `everyMs` later. */
function startLoop({ everyMs, restMs = 0, run }: Job, { logError, noteFound }: Told): Loop {
  let isStopped = false;
  let isWoken = false;
  let isResting = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const look = async (): Promise<void> => {
    isWoken = false;
    const found = await run().catch((error) => {
      logError(error);
      return 0;
    });
    noteFound(found);
    if (isStopped) return;
    isResting = isWoken || found > 0;
    if (isResting && restMs === 0) return look();
    running = undefined;
    timer = setTimeout(turn, isResting ? restMs : everyMs);
    timer.unref();
  };

  const turn = () => {
    clearTimeout(timer);
    isResting = false;
    running = look();
  };

  turn();
  return {
    wake: () => {
      isWoken = true;
      if (!running && !isResting && !isStopped) turn();
    },
    isWorking: () => running !== undefined,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
