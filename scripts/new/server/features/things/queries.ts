import { sql } from 'kysely';
import { newId } from '#server/database/ids.ts';
import type { Db, Row } from '#server/database/schema.ts';

export type ThingRow = Row<'things'>;
export type ThingFields = Pick<ThingRow, 'name'>;

export const findThings = (db: Db): Promise<ThingRow[]> =>
  db.selectFrom('things').selectAll().orderBy(sql`lower(name)`).orderBy('_id').execute();

/** Locked until the transaction ends. */
export const lockThing = (tx: Db, id: string): Promise<ThingRow | undefined> =>
  tx.selectFrom('things').selectAll().where('_id', '=', id).forNoKeyUpdate('things').executeTakeFirst();

export async function insertThing(tx: Db, fields: ThingFields, now: number): Promise<ThingRow> {
  const thing = { _id: newId(now), ...fields, version: 1, createdat: now };
  await tx.insertInto('things').values(thing).execute();
  return thing;
}

export async function updateThingRow(tx: Db, id: string, fields: ThingFields): Promise<void> {
  const version = sql<number>`version + 1`;
  await tx
    .updateTable('things')
    .set({ ...fields, version })
    .where('_id', '=', id)
    .execute();
}

export async function deleteThingRow(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('things').where('_id', '=', id).execute();
}
