import { PostgresAdapter, sql } from 'kysely';
import { chunksOf } from '#server/database/lists/batches.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Db } from '#server/database/schema.ts';

/**
 * The zone of the school's clocks (an IANA name), which stays what it is until the transaction ends; for who
 * makes moments of days and times. Before any class is locked: a change of the zone locks it first, too.
 */
export async function holdZone(tx: Db): Promise<string> {
  const school = await tx.selectFrom('school').select('timezone').forShare('school').executeTakeFirst();
  return school?.timezone ?? 'UTC';
}

/**
 * Keeps closing days as they are until the transaction ends, for who writes lessons by them; any number may
 * do so at once. Before anything else is locked. SQLite writes one transaction at a time.
 */
export const holdClosures = (tx: Db): Promise<void> => lockTable(tx, 'share');

/**
 * The same for who changes closing days: alone, and after every lesson that was written by those of before is
 * there to be seen.
 */
export const lockClosures = (tx: Db): Promise<void> => lockTable(tx, 'share row exclusive');

async function lockTable(tx: Db, mode: 'share' | 'share row exclusive') {
  if (tx.getExecutor().adapter instanceof PostgresAdapter)
    await sql`lock table closures in ${sql.raw(mode)} mode`.execute(tx);
}

/** How many rows a statement names. */
const AT_ONCE = 500;

/** Whose time a transaction gives away. */
export type Timetable = {
  classids?: readonly string[];
  roomids?: readonly string[];
  /** Accounts. */
  teacherids?: readonly string[];
  learnerids?: readonly string[];
};

/**
 * Locks what lessons take the time of until the transaction ends, always in this order and by id, so that no
 * two wait for each other: classes, rooms, teachers, learners. Who has locked a class keeps its lessons and
 * who is in it as they are; who has locked a room, a teacher or a learner keeps others from giving them a
 * lesson.
 */
export async function lockTimetable(
  tx: Db,
  { classids = [], roomids = [], teacherids = [], learnerids = [] }: Timetable,
): Promise<void> {
  // Asked for in this order, and answered so.
  await Promise.all([
    ...lockRows(tx, 'classes', classids),
    ...lockRows(tx, 'rooms', roomids),
    ...lockRows(tx, 'users', teacherids),
    ...lockRows(tx, 'learners', learnerids),
  ]);
}

type Table = 'classes' | 'rooms' | 'users' | 'learners';

const lockRows = (tx: Db, table: Table, ids: readonly string[]) =>
  chunksOf([...new Set(ids)].sort(), AT_ONCE).map((some) => lockers[table](tx, { ids: some }));

const lockerOf = (table: Table) =>
  prepared((tx, { ids }: { ids: readonly string[] }) =>
    tx.selectFrom(table).select('_id').where('_id', 'in', ids).orderBy('_id').forNoKeyUpdate(table),
  );

const lockers = {
  classes: lockerOf('classes'),
  rooms: lockerOf('rooms'),
  users: lockerOf('users'),
  learners: lockerOf('learners'),
};
