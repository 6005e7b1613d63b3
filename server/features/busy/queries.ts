import { chunksOf } from '#server/database/lists/batches.ts';
import type { Db, Row } from '#server/database/schema.ts';
import type { Lease } from '#server/jobs/leases.ts';
import type { Span } from './read-times.ts';

export type BusyCalendarRow = Row<'busycalendars'>;

/** So many rows at once: a statement takes only so many values. */
const ROWS_AT_ONCE = 300;

export async function findBusyCalendar(db: Db, userid: string): Promise<BusyCalendarRow | undefined> {
  return db.selectFrom('busycalendars').selectAll().where('userid', '=', userid).executeTakeFirst();
}

/** Keeps a calendar in place of the one before. */
export async function saveBusyCalendar(tx: Db, { userid, ...calendar }: BusyCalendarRow): Promise<void> {
  await tx
    .insertInto('busycalendars')
    .values({ userid, ...calendar })
    .onConflict((c) => c.column('userid').doUpdateSet(calendar))
    .execute();
}

/** Forgets a calendar with all that was read of it; gives how many there were. */
export async function deleteBusyCalendar(tx: Db, userid: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('busycalendars')
    .where('userid', '=', userid)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Calendars that are to be read now, those that wait longest first. */
export async function findDueCalendars(
  db: Db,
  { now, limit }: { now: number; limit: number },
): Promise<BusyCalendarRow[]> {
  const due = db.selectFrom('busycalendars').selectAll().where('workat', '<=', now);
  return due.orderBy('workat').limit(limit).execute();
}

/** Takes a calendar; undefined where another process was first, or it is gone or another since. */
export async function leaseCalendar(db: Db, { userid, workat }: BusyCalendarRow, lease: Lease) {
  return db
    .updateTable('busycalendars')
    .set(lease)
    .where('userid', '=', userid)
    .where('workat', '=', workat)
    .returningAll()
    .executeTakeFirst();
}

type Noted = Partial<Pick<BusyCalendarRow, 'readat' | 'problem'>> & Pick<BusyCalendarRow, 'workat'>;

/** Writes down what became of a calendar that is still leased; false where it is not. */
export async function updateLeased(
  tx: Db,
  { userid, workat, lease }: BusyCalendarRow,
  noted: Noted,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('busycalendars')
    .set({ ...noted, lease: null })
    .where('userid', '=', userid)
    .where('workat', '=', workat)
    .where('lease', '=', lease)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Keeps these times of a teacher instead of those of before; what is as it was is not written. */
export async function replaceTimes(tx: Db, userid: string, times: readonly Span[]): Promise<void> {
  const before = await tx
    .selectFrom('busytimes')
    .select(['startsat', 'endsat'])
    .where('userid', '=', userid)
    .orderBy('startsat')
    .execute();
  const isAsBefore = ({ startsat, endsat }: Span, at: number) =>
    before[at]?.startsat === startsat && before[at].endsat === endsat;
  if (before.length === times.length && times.every(isAsBefore)) return;
  await tx.deleteFrom('busytimes').where('userid', '=', userid).execute();
  for (const some of chunksOf(times, ROWS_AT_ONCE))
    await tx
      .insertInto('busytimes')
      .values(some.map((time) => ({ userid, ...time })))
      .execute();
}

/**
 * When teachers, or one of them, are busy at any moment of a span, in order. Each name is found by its key: a
 * join may read all users for a few times.
 */
export async function findBusyTimes(
  db: Db,
  { from, to, userid }: { from: number; to: number; userid?: string | undefined },
) {
  return db
    .selectFrom('busytimes')
    .select(['userid as teacherid', 'startsat', 'endsat'])
    .select(({ selectFrom }) =>
      selectFrom('users')
        .select('name')
        .whereRef('users._id', '=', 'busytimes.userid')
        .$asScalar()
        .$notNull()
        .as('teacher'),
    )
    .where('endsat', '>', from)
    .where('startsat', '<', to)
    .$if(userid !== undefined, (times) => times.where('userid', '=', userid ?? ''))
    .orderBy('startsat')
    .orderBy('userid')
    .execute();
}
