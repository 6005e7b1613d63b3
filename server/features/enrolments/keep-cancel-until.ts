import { sql } from 'kysely';
import { chunksOf } from '#server/database/lists/batches.ts';
import type { SchoolNow } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';

const HOUR_MS = 60 * 60_000;
const AT_ONCE = 500;

/**
 * Writes down, for places that can still be cancelled by these rules at a moment, until when, where nothing
 * later is written yet.
 */
export async function keepCancelUntil(
  tx: Db,
  { cancelUntilHours, cancelFrom }: Pick<SchoolNow, 'cancelUntilHours' | 'cancelFrom'>,
  now: number,
): Promise<void> {
  const ms = Math.round(cancelUntilHours * HOUR_MS);
  await tx
    .updateTable('enrolments')
    .set((of) => ({ canceluntil: of('date', '+', ms) }))
    .where('date', '>', now - ms)
    .where('canceluntil', 'is', null)
    .execute();
  if (cancelFrom === 'enrolling') return;
  const first = sql<number>`(select min(startsat) from lessons
    where lessons.classid = enrolments.classid and state <> 'cancelled' and startsat >= enrolments.date)`;
  const until = sql<number>`(${first} + ${ms})`;
  const underway = tx
    .selectFrom('lessons')
    .select('classid')
    .where('startsat', '>', now - ms);
  await tx
    .updateTable('enrolments')
    .set({ canceluntil: until })
    .where('classid', 'in', underway)
    .where(until, '>', now)
    .where(sql<boolean>`coalesce(canceluntil, 0) < ${until}`)
    .execute();
}

/** Lets these places be cancelled until a moment at least, whatever the rules say. */
export async function keepCancellable(tx: Db, ids: readonly string[], until: number): Promise<void> {
  for (const some of chunksOf(ids, AT_ONCE))
    await tx
      .updateTable('enrolments')
      .set({ canceluntil: until })
      .where('_id', 'in', some)
      .where(sql<boolean>`coalesce(canceluntil, 0) < ${until}`)
      .execute();
}
