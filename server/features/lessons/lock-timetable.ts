import { chunksOf } from '#server/database/batches.ts';
import { locked } from '#server/database/lock.ts';
import type { Db } from '#server/database/schema.ts';

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
  await lockRows(tx, 'classes', classids);
  await lockRows(tx, 'rooms', roomids);
  await lockRows(tx, 'users', teacherids);
  await lockRows(tx, 'learners', learnerids);
}

async function lockRows(tx: Db, table: 'classes' | 'rooms' | 'users' | 'learners', ids: readonly string[]) {
  for (const some of chunksOf([...new Set(ids)].sort(), AT_ONCE)) {
    const rows = tx.selectFrom(table).select('_id').where('_id', 'in', some).orderBy('_id');
    await locked(tx, rows, table).execute();
  }
}
