import { sql } from 'kysely';
import { newId } from '#server/database/ids.ts';
import type { Db, Row } from '#server/database/schema.ts';

export type InstrumentRow = Row<'instruments'>;
export type InstrumentFields = Pick<InstrumentRow, 'name' | 'image'>;

export const findInstruments = (db: Db): Promise<InstrumentRow[]> =>
  db.selectFrom('instruments').selectAll().orderBy(sql`lower(name)`).orderBy('_id').execute();

/** Those of some instruments that are there, by name. */
export const findInstrumentsById = (tx: Db, ids: readonly string[]): Promise<InstrumentRow[]> =>
  tx.selectFrom('instruments').selectAll().where('_id', 'in', ids).orderBy(sql`lower(name)`).execute();

/** Locked until the transaction ends. */
export const lockInstrument = (tx: Db, id: string): Promise<InstrumentRow | undefined> =>
  tx
    .selectFrom('instruments')
    .selectAll()
    .where('_id', '=', id)
    .forNoKeyUpdate('instruments')
    .executeTakeFirst();

export async function insertInstrument(
  tx: Db,
  fields: InstrumentFields,
  now: number,
): Promise<InstrumentRow> {
  const instrument = { _id: newId(now), ...fields, version: 1, createdat: now };
  await tx.insertInto('instruments').values(instrument).execute();
  return instrument;
}

export async function updateInstrumentRow(tx: Db, id: string, fields: InstrumentFields): Promise<void> {
  const version = sql<number>`version + 1`;
  await tx
    .updateTable('instruments')
    .set({ ...fields, version })
    .where('_id', '=', id)
    .execute();
}

export async function deleteInstrumentRow(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('instruments').where('_id', '=', id).execute();
}
