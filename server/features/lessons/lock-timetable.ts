import { chunksOf } from '#server/database/lists/batches.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Db } from '#server/database/schema.ts';
import { locked } from '#statements/lock.ts';

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
 * Locks what lessons take the time of until the transaction ends, always in this order and by id, so that no two wait for each other:
 * classes, rooms, teachers, learners. Who has locked a class keeps its lessons and who is in it as they are; who has locked a room, a teacher
 * or a learner keeps others from giving them a lesson.
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
    locked(tx, tx.selectFrom(table).select('_id').where('_id', 'in', ids).orderBy('_id'), table),
  );

const lockers = {
  classes: lockerOf('classes'),
  rooms: lockerOf('rooms'),
  users: lockerOf('users'),
  learners: lockerOf('learners'),
};
