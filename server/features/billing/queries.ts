import type { Db, Row } from '#server/database/schema.ts';

type SettingsRow = Row<'billingsettings'>;

/** Absent until an admin has said any. */
export const findSettings = (db: Db): Promise<SettingsRow | undefined> =>
  db.selectFrom('billingsettings').selectAll().where('_id', '=', 'school').executeTakeFirst();

/** Adds the row unless it is there. */
export async function insertSettings(tx: Db, row: SettingsRow): Promise<void> {
  await tx
    .insertInto('billingsettings')
    .values(row)
    .onConflict((conflict) => conflict.column('_id').doNothing())
    .execute();
}

/** The row, locked until the transaction ends. */
export const lockSettings = (tx: Db): Promise<SettingsRow> =>
  tx
    .selectFrom('billingsettings')
    .selectAll()
    .where('_id', '=', 'school')
    .forNoKeyUpdate('billingsettings')
    .executeTakeFirstOrThrow();

export async function updateSettingsRow(tx: Db, row: SettingsRow): Promise<void> {
  await tx.updateTable('billingsettings').set(row).where('_id', '=', 'school').execute();
}

export const nameOfSchool = async (tx: Db): Promise<string> =>
  (await tx.selectFrom('school').select('name').executeTakeFirstOrThrow()).name;
