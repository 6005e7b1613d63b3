import { sql } from 'kysely';
import type { Db, Row } from '#server/database/schema.ts';
import type { Job } from './jobs.ts';

/*
 * A process claims a piece of work by a lease: while it lasts, no other process does the same. What a dead
 * process had claimed is due at once; what belongs to one that is only slow, or whose state is unknown, waits
 * until its lease ends.
 */

/** What a claim writes into its row. */
export type Lease = { workat: number; lease: string };

/**
 * Gives the lease of one process until a moment (epoch milliseconds). Any later change of `workat` makes it
 * void.
 */
export type Leases = (until: number) => Lease;

export const leasesOf =
  (process: string): Leases =>
  (until) => ({ workat: until, lease: `${process} ${until}` });

/** Whether a process works on a row in this moment, or died over it. */
export const isLeased = ({ workat, lease }: { workat: number | null; lease: string | null }): boolean =>
  workat !== null && lease?.endsWith(` ${workat}`) === true;

const LEASED = [
  'orders',
  'webhookevents',
  'mails',
  'webhookmessages',
  'calloffs',
  'billingruns',
  'mandates',
  'familypayments',
  'instalments',
  'familyrefunds',
  'openaccounts',
  'busycalendars',
] as const;
/** Longer than any lease. */
const LEASE_MAX_MS = 10 * 60_000;
const LOOK_MS = 1500;
/**
 * So many looks in a row at which a process has no connection and has not said that it lives: one that was
 * cut off comes back sooner.
 */
const LOOKS = 3;

type Options = {
  db: Db;
  now: () => number;
  /** The id of this process. */
  process: string;
  /**
   * The ids of the processes that hold a connection now, whether they work or stand still; this one's among
   * them where that can be told.
   */
  findConnected: () => Promise<ReadonlySet<string>>;
};

/**
 * Makes due what dead processes had claimed. Their connections are closed by their kernel, while those of a
 * process that stands still stay open: time alone cannot tell the two apart, and a mail would be sent twice.
 * Looks are counted, not time, so that no leap of a clock declares a live process dead.
 */
export function takeOverJob({ db, now, process, findConnected }: Options): Job {
  let known: ReadonlyMap<string, { beats: number; looks: number }> = new Map();

  return {
    name: 'takeover',
    everyMs: LOOK_MS,
    run: async () => {
      const before = known;
      // Looks count in a row only: one that fails, as while the database is away, begins anew.
      known = new Map();
      const connected = await findConnected();
      if (!connected.has(process)) {
        // Processes cannot see each other here.
        await deleteProcess(db, process);
        return 0;
      }
      const processes = await db.selectFrom('processes').selectAll().execute();
      // A single process has no others to tell, and writes nothing.
      const isAlone = processes.length === 1 && processes[0]?._id === process;
      if (!isAlone) await beat(db, process);
      const looksInVain = ({ _id, beats }: Row<'processes'>) => {
        const last = before.get(_id);
        return last?.beats === beats && !connected.has(_id) ? last.looks + 1 : 0;
      };
      known = new Map(processes.map((row) => [row._id, { beats: row.beats, looks: looksInVain(row) }]));
      for (const [id, { looks }] of known) if (looks >= LOOKS) await release(db, id, now());
      return 0;
    },
  };
}

async function beat(db: Db, process: string) {
  await db
    .insertInto('processes')
    .values({ _id: process, beats: 1 })
    .onConflict((c) => c.column('_id').doUpdateSet((eb) => ({ beats: eb('processes.beats', '+', 1) })))
    .execute();
}

const deleteProcess = (db: Db, process: string) =>
  db.deleteFrom('processes').where('_id', '=', process).execute();

/**
 * Makes due at once what a process still holds, and forgets the process. What was finished, postponed or
 * claimed by another is not touched.
 */
async function release(db: Db, process: string, now: number) {
  for (const table of LEASED) {
    await sql`update ${sql.table(table)} set workat = ${now} where workat > ${now} and workat < ${now + LEASE_MAX_MS}
      and lease = ${process} || ' ' || cast(workat as text)`.execute(db);
  }
  await deleteProcess(db, process);
}
