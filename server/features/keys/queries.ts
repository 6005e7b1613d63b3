import { type CallingKey, rangesOf, scopesOf } from '#server/auth/api-keys.ts';
import { newId } from '#server/database/ids.ts';
import { type InZone, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db, Row } from '#server/database/schema.ts';

export type KeyRow = Row<'apikeys'>;

type NewKey = Pick<KeyRow, 'name' | 'prefix' | 'hash' | 'ownerid' | 'until'> &
  Pick<CallingKey, 'scopes' | 'addresses'>;

export async function insertKey(
  tx: Db,
  { scopes, addresses, now, ...key }: NewKey & { now: number },
): Promise<KeyRow> {
  return tx
    .insertInto('apikeys')
    .values({
      ...key,
      _id: newId(now),
      scopes: scopes.join(' '),
      addresses: addresses.join(' '),
      createdat: now,
      usedat: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Every key with who made it, the newest first. */
export async function findKeys(db: Db, school: InZone) {
  const keys = await db
    .selectFrom('apikeys')
    .innerJoin('users', 'users._id', 'apikeys.ownerid')
    .selectAll('apikeys')
    .select('users.name as madeby')
    .orderBy('apikeys._id', 'desc')
    .execute();
  return keys.map((key) => ({ ...key, ...shownKey(key, school) }));
}

/** A key as it is shown; `until` is the last day on which it opens anything. */
export const shownKey = <K extends KeyRow>(key: K, school: InZone) => ({
  ...key,
  scopes: [...scopesOf(key)],
  addresses: [...rangesOf(key)],
  until: schoolDay(school, key.until - 1),
});

/** A key by its id. */
export const findKey = async (db: Db, id: string): Promise<KeyRow | undefined> =>
  db.selectFrom('apikeys').selectAll().where('_id', '=', id).executeTakeFirst();

export async function countKeys(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('apikeys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes one key, or all that an account made; gives what it deleted. */
export async function deleteKeys(tx: Db, which: { _id: string } | { ownerid: string }) {
  return tx
    .deleteFrom('apikeys')
    .$if('_id' in which, (keys) => keys.where('_id', '=', '_id' in which ? which._id : ''))
    .$if('ownerid' in which, (keys) => keys.where('ownerid', '=', 'ownerid' in which ? which.ownerid : ''))
    .returning(['_id', 'name'])
    .execute();
}

/** The keys that an account made. */
export async function findKeysOf(db: Db, ownerid: string): Promise<KeyRow[]> {
  return db.selectFrom('apikeys').selectAll().where('ownerid', '=', ownerid).orderBy('_id').execute();
}

/** Keys that expire before a moment. */
export async function findKeysUntil(db: Db, moment: number): Promise<KeyRow[]> {
  return db.selectFrom('apikeys').selectAll().where('until', '<=', moment).execute();
}

const MINUTE_MS = 60_000;

/** Notes that a key is used, once a minute at most. */
export async function noteUse(db: Db, { _id, usedat }: CallingKey, now: number): Promise<void> {
  const before = now - MINUTE_MS;
  if (usedat !== null && usedat > before) return;
  await db
    .updateTable('apikeys')
    .set({ usedat: now })
    .where('_id', '=', _id)
    .where((eb) => eb.or([eb('usedat', 'is', null), eb('usedat', '<=', before)]))
    .execute();
}
