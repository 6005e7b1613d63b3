import type { Db, Row } from '#server/database/schema.ts';
import {
  addSetting,
  deleteSettings,
  readSetting,
  replaceSetting,
} from '#server/database/settings/settings.ts';
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
  const known = await readSetting(db, CAUGHT_UP);
  if (known === undefined) return (await addSetting(db, CAUGHT_UP, String(now))) ? null : undefined;
  const last = Number(known);
  if (last <= now && now - last < everyMs) return undefined;
  const isOurs = await replaceSetting(db, CAUGHT_UP, { from: known, to: String(now) });
  return isOurs ? Math.min(last, now) : undefined;
}

/** Gives the task back when it did not succeed. */
export async function returnCatchUp(db: Db, { claimed, last }: { claimed: number; last: number | null }) {
  const from = String(claimed);
  if (last === null) await deleteSettings(db, [CAUGHT_UP], from);
  else await replaceSetting(db, CAUGHT_UP, { from, to: String(last) });
}
