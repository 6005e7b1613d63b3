import type { Db, Row } from '#server/database/schema.ts';
import type { Lease } from '#server/jobs/leases.ts';

type NewEvent = { id: string; type: string; intentid: string | null; now: number };

/** Keeps events of the provider; says of each whether it was told before. */
export async function insertEvents(db: Db, events: readonly NewEvent[]): Promise<{ isNew: boolean }[]> {
  const rows = events.map(({ id, type, intentid, now }) => ({
    _id: id,
    type,
    intentid,
    receivedat: now,
    workat: intentid === null ? null : now,
  }));
  const added = await db
    .insertInto('webhookevents')
    .values(rows)
    .onConflict((c) => c.column('_id').doNothing())
    .returning('_id')
    .execute();
  const ids = new Set(added.map(({ _id }) => _id));
  return events.map(({ id }) => ({ isNew: ids.has(id) }));
}

export async function findDueEvents(db: Db, now: number, limit: number) {
  return db
    .selectFrom('webhookevents')
    .selectAll()
    .where('workat', '<=', now)
    .orderBy('workat')
    .limit(limit)
    .execute();
}

export async function claimEvent(db: Db, event: Row<'webhookevents'>, lease: Lease): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhookevents')
    .set(lease)
    .where('_id', '=', event._id)
    .where('workat', '=', event.workat)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Notes that events have been worked on. */
export async function closeEvents(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return;
  await db.updateTable('webhookevents').set({ workat: null }).where('_id', 'in', ids).execute();
}

/**
 * Forgets events from before `moment` that were worked on; the provider tells none again after three days.
 */
export async function deleteOldEvents(db: Db, moment: number) {
  await db.deleteFrom('webhookevents').where('receivedat', '<', moment).where('workat', 'is', null).execute();
}

/** Makes due at once what is due after `moment`: written while the clock was ahead. */
export async function boundEventWork(db: Db, { moment, now }: { moment: number; now: number }) {
  await db.updateTable('webhookevents').set({ workat: now }).where('workat', '>', moment).execute();
}

const CAUGHT_UP = 'card-events-listed';

/**
 * Takes it upon this worker to list the provider's events; gives when that was last done, null for never.
 * Undefined when it is not yet due or another worker was first. A moment ahead of now, from a clock that was
 * set back, counts as due.
 */
export async function claimCatchUp(
  db: Db,
  { now, everyMs }: { now: number; everyMs: number },
): Promise<number | null | undefined> {
  const known = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', CAUGHT_UP)
    .executeTakeFirst();
  if (!known) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('settings')
      .values({ key: CAUGHT_UP, value: String(now) })
      .onConflict((c) => c.column('key').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows ? null : undefined;
  }
  const last = Number(known.value);
  if (last <= now && now - last < everyMs) return undefined;
  return (await setCaughtUp(db, known.value, now)) ? Math.min(last, now) : undefined;
}

/** Gives the task back when it did not succeed. */
export async function returnCatchUp(db: Db, { claimed, last }: { claimed: number; last: number | null }) {
  if (last !== null) return void (await setCaughtUp(db, String(claimed), last));
  await db.deleteFrom('settings').where('key', '=', CAUGHT_UP).where('value', '=', String(claimed)).execute();
}

async function setCaughtUp(db: Db, from: string, to: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('settings')
    .set({ value: String(to) })
    .where('key', '=', CAUGHT_UP)
    .where('value', '=', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
