import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/* What waits for what while a school on PostgreSQL is at work. */

const LOOK_EVERY_MS = 10;
const SAMPLES_A_SECOND = 499;
const PERF = '/usr/bin/perf';

/** Functions of PostgreSQL, of the C library and of Linux that take a lock, wait for one or give it back. */
const LOCKING =
  /LWLock|s_lock|perform_spin_delay|LockAcquire|LockRelease|ProcSleep|spin_lock|futex|mutex|rwsem|osq_lock|lll_lock/i;

/** Statements that wait for a row of the same order or class. */
const OWN = /^(select .* from|update) "(orders|classes)"/;

/**
 * Of 100 moments of a statement under way, at how many it waited: for a row of the same order or class, for any
 * other row, for PostgreSQL’s log, for another of its locks.
 */
export type Waits = Readonly<Record<'own' | 'shared' | 'log' | 'server', number>>;

type Moment = { type: string | null; event: string | null; query: string };

function kindOf({ type, event, query }: Moment): keyof Waits | undefined {
  if (type === 'Lock') return OWN.test(query) ? 'own' : 'shared';
  if (type !== 'LWLock') return undefined;
  return event?.startsWith('WAL') ? 'log' : 'server';
}

/**
 * Does `work`, and gives beside its result what was waited for meanwhile, and what locks cost: undefined where
 * `perf` is missing or not allowed. Nothing goes on watching where the work throws.
 */
export async function watchLocks<T>(databaseUrl: string, work: () => Promise<T>) {
  const stopWaits = await watchWaits(databaseUrl);
  const stopLocking = watchLocking();
  const [done] = await Promise.allSettled([work()]);
  const [waits, locking] = [await stopWaits(), await stopLocking()];
  if (done.status === 'rejected') throw done.reason;
  return { done: done.value, waits, locking };
}

/**
 * Looks at the statements of a database as they run (`pg_stat_activity`) until it is stopped, which gives what
 * they waited for.
 */
async function watchWaits(databaseUrl: string): Promise<() => Promise<Waits>> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  let isStopped = false;
  const moments: (keyof Waits | undefined)[] = [];
  const watching = (async () => {
    while (!isStopped) {
      const { rows } = await client.query<Moment>(
        `select wait_event_type as type, wait_event as event, query from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state = 'active'`,
      );
      moments.push(...rows.map(kindOf));
      await sleep(LOOK_EVERY_MS);
    }
  })();
  return async () => {
    isStopped = true;
    await watching.finally(() => client.end());
    const share = (kind: keyof Waits) =>
      (100 * moments.filter((one) => one === kind).length) / Math.max(moments.length, 1);
    return { own: share('own'), shared: share('shared'), log: share('log'), server: share('server') };
  };
}

/**
 * Samples all that runs on the machine until it is stopped, which gives the percent of its samples that were in
 * functions of locks; undefined where `perf` (Debian’s linux-perf) is missing or not allowed.
 */
function watchLocking() {
  if (!existsSync(PERF)) return async () => undefined;
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-bench-'));
  const file = join(folder, 'perf.data');
  const recorder = spawn(PERF, ['record', '-a', '-F', String(SAMPLES_A_SECOND), '-o', file], {
    stdio: 'ignore',
  });
  const ended = once(recorder, 'exit');
  return async (): Promise<number | undefined> => {
    recorder.kill('SIGINT');
    await ended;
    const args = ['report', '-i', file, '--stdio', '--sort', 'symbol', '--percent-limit', '0'];
    const { status, stdout } = spawnSync(PERF, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
    rmSync(folder, { recursive: true, force: true });
    if (status !== 0) return undefined;
    const shares = [...stdout.matchAll(/^\s+([\d.]+)%\s+\[.\] (\S+)/gm)];
    return shares.reduce(
      (sum, [, share, symbol = '']) => sum + (LOCKING.test(symbol) ? Number(share) : 0),
      0,
    );
  };
}
