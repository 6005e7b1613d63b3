import { sql } from 'kysely';
import { newId } from '#server/database/ids.ts';
import type { Db, Row } from '#server/database/schema.ts';

export type SiteRow = Row<'sites'>;
export type SiteFields = Pick<SiteRow, 'name' | 'street' | 'postcode' | 'town' | 'directions'>;

/** Every building by name, with the rooms in use that are in it. */
export async function findSites(db: Db): Promise<(SiteRow & { roomids: string[] })[]> {
  const sites = await db.selectFrom('sites').selectAll().orderBy(sql`lower(name)`).orderBy('_id').execute();
  if (sites.length === 0) return [];
  const rooms = await db
    .selectFrom('rooms')
    .select(['_id', 'siteid'])
    .where('siteid', 'is not', null)
    .where('retiredat', 'is', null)
    .orderBy('_id')
    .execute();
  const inSite = Map.groupBy(rooms, ({ siteid }) => siteid);
  return sites.map((site) => ({ ...site, roomids: (inSite.get(site._id) ?? []).map(({ _id }) => _id) }));
}

/** Whether a room that is in use is in it. */
export async function hasRooms(tx: Db, siteid: string): Promise<boolean> {
  const rooms = tx.selectFrom('rooms').select('_id').where('siteid', '=', siteid);
  return (await rooms.where('retiredat', 'is', null).limit(1).executeTakeFirst()) !== undefined;
}

/** Locked until the transaction ends. */
export const lockSite = (tx: Db, id: string): Promise<SiteRow | undefined> =>
  tx.selectFrom('sites').selectAll().where('_id', '=', id).forNoKeyUpdate('sites').executeTakeFirst();

export async function insertSite(tx: Db, fields: SiteFields, now: number): Promise<SiteRow> {
  const site = { _id: newId(now), ...fields, version: 1, createdat: now };
  await tx.insertInto('sites').values(site).execute();
  return site;
}

export async function updateSiteRow(tx: Db, id: string, fields: SiteFields): Promise<void> {
  const version = sql<number>`version + 1`;
  await tx
    .updateTable('sites')
    .set({ ...fields, version })
    .where('_id', '=', id)
    .execute();
}

export async function deleteSiteRow(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('sites').where('_id', '=', id).execute();
}
