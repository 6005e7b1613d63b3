import { transact } from '#server/database/transact.ts';
import type { Job } from '#server/jobs/jobs.ts';
import type { Leases } from '#server/jobs/leases.ts';
import { openUnderWay } from '#server/jobs/under-way.ts';
import { keepProblem } from '#server/services/outside/problems.ts';
import * as queries from './queries.ts';
import { type BusyOptions, EVERY_MS, readCalendar } from './read-calendar.ts';

const LOOK_MS = 15_000;
const PATIENCE_MS = 1000;
/** Longer than it takes to fetch and read as many as are under way together. */
const LEASE_MS = 3 * 60_000;
const AT_ONCE = 5;

type Options = BusyOptions & { lease: Leases; logError: (error: unknown) => void };

/**
 * Reads each calendar every quarter of an hour. One that cannot be read keeps the times of before, with the
 * problem; a calendar that was given anew or taken away meanwhile is left alone.
 */
export function readBusyJob(options: Options): Job {
  const { db, now, logError } = options;
  const { begin, count, signal, stop } = openUnderWay({ logError, patienceMs: PATIENCE_MS });
  return {
    name: 'busy',
    everyMs: LOOK_MS,
    run: async () => {
      const due = await queries.findDueCalendars(db, { now: now(), limit: AT_ONCE - count() });
      return begin(due, {
        idOf: ({ userid }) => userid,
        work: (calendar) => readOne({ ...options, signal }, calendar),
      });
    },
    stop,
  };
}

async function readOne(
  options: Options & { signal: AbortSignal },
  due: queries.BusyCalendarRow,
): Promise<void> {
  const { db, now, lease, signal } = options;
  const calendar = await queries.leaseCalendar(db, due, lease(now() + LEASE_MS));
  if (!calendar) return;
  const outcome = await readCalendar(options, calendar.url);
  // The process ends: the lease brings it back.
  if (signal.aborted) return;
  const workat = now() + EVERY_MS;
  await transact(db, async (tx) => {
    if ('problem' in outcome) {
      await queries.updateLeased(tx, calendar, { workat, problem: keepProblem(outcome.problem) });
      return;
    }
    const isOurs = await queries.updateLeased(tx, calendar, { workat, readat: now(), problem: null });
    if (isOurs) await queries.replaceTimes(tx, calendar.userid, outcome.times);
  });
}
