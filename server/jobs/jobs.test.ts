import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Job, type Jobs, openJobs } from './jobs.ts';

const MINUTE_MS = 60_000;

let jobs: Jobs;
let faults: { error: unknown; job: string }[];

beforeEach(() => {
  vi.useFakeTimers();
  faults = [];
  jobs = openJobs({ logError: (error, job) => faults.push({ error, job }) });
});
afterEach(async () => {
  await jobs.stop();
  vi.useRealTimers();
});

/** A job that finds, turn by turn, what `found` says, then nothing; `turns` counts. */
function jobOf(name: string, found: (number | Error)[] = []) {
  const counted = { turns: 0 };
  const job: Job = {
    name,
    everyMs: MINUTE_MS,
    run: async () => {
      counted.turns++;
      const next = found.shift() ?? 0;
      if (next instanceof Error) throw next;
      return next;
    },
  };
  return { job, counted };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a job looks at once, again while it finds something, and then as often as it says', async () => {
  const { job, counted } = jobOf('mails', [2, 1]);
  jobs.add(job);
  expect(counted.turns).toBe(0);
  jobs.start();
  await pass(0);
  expect(counted.turns).toBe(3);
  await pass(MINUTE_MS - 1);
  expect(counted.turns).toBe(3);
  await pass(1);
  expect(counted.turns).toBe(4);
});

test('a job that is woken looks at once, and once more where it was looking already', async () => {
  const { job, counted } = jobOf('payments');
  const other = jobOf('sweep');
  jobs.add(job, other.job);
  jobs.wake('payments');
  expect(counted.turns).toBe(0);
  jobs.start();
  jobs.wake('payments');
  await pass(0);
  expect(counted.turns).toBe(2);
  jobs.wake('payments');
  await pass(0);
  expect(counted.turns).toBe(3);
  expect(other.counted.turns).toBe(1);
});

test('a job that rests looks once for all that comes in a rush', async () => {
  const { job, counted } = jobOf('payments', [1]);
  jobs.add({ ...job, restMs: 100 });
  jobs.start();
  await pass(0);
  for (let call = 0; call < 5; call++) {
    jobs.wake('payments');
    await pass(10);
  }
  expect(counted.turns).toBe(1);
  await pass(50);
  expect(counted.turns).toBe(2);
  jobs.wake('payments');
  await pass(0);
  expect(counted.turns).toBe(3);
});

test('a job that fails is logged by its name, tried at its next turn, and holds nobody up', async () => {
  const error = new Error('no database');
  const { job, counted } = jobOf('payments', [error]);
  const other = jobOf('mails', [1]);
  jobs.add(job, other.job);
  jobs.start();
  await pass(0);
  expect(faults).toEqual([{ error, job: 'payments' }]);
  expect([counted.turns, other.counted.turns]).toEqual([1, 2]);
  await pass(MINUTE_MS);
  expect(counted.turns).toBe(2);
});

test('stopping waits for what is being done, and nothing is begun after it', async () => {
  const done = Promise.withResolvers<number>();
  let turns = 0;
  const run = () => {
    turns++;
    return done.promise;
  };
  jobs.add({ name: 'slow', everyMs: MINUTE_MS, run });
  jobs.start();
  let isStopped = false;
  const stopping = jobs.stop().then(() => {
    isStopped = true;
  });
  await pass(MINUTE_MS);
  expect(isStopped).toBe(false);
  done.resolve(1);
  await stopping;
  jobs.wake('slow');
  await pass(MINUTE_MS);
  expect(turns).toBe(1);
});

test('one turn of all takes them in the order they were added, and gives what they found', async () => {
  const order: string[] = [];
  const named = (name: string, found: number): Job => ({
    name,
    everyMs: MINUTE_MS,
    run: async () => {
      order.push(name);
      return found;
    },
  });
  jobs.add(named('events', 2), named('payments', 1));
  jobs.add(named('mails', 0));
  expect(await jobs.work()).toBe(3);
  expect(order).toEqual(['events', 'payments', 'mails']);
});

test('a name stands for one job', () => {
  jobs.add(jobOf('mails').job);
  expect(() => jobs.add(jobOf('mails').job)).toThrow('There are two jobs named mails.');
  expect(() => jobs.wake('mail')).toThrow('There is no job named mail.');
});

test('what jobs have found is counted, and it shows whether one is at work', async () => {
  const { job } = jobOf('mails', [2, 1]);
  let finish = (_found: number) => {};
  const slow: Job = {
    name: 'imports',
    everyMs: MINUTE_MS,
    run: () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  };
  jobs.add(job, slow);
  expect(jobs.activity()).toEqual({ found: 0, isWorking: false });
  jobs.start();
  await pass(0);
  expect(jobs.activity()).toEqual({ found: 3, isWorking: true });
  finish(0);
  await pass(0);
  expect(jobs.activity()).toEqual({ found: 3, isWorking: false });
});
