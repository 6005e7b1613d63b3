import { newId } from '#server/database/ids.ts';
import type { Db, Row } from '#server/database/schema.ts';

/** Adds the row; false where there is one already. */
export async function insertSchool(tx: Db, row: Row<'school'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('school')
    .values(row)
    .onConflict((conflict) => conflict.column('_id').doNothing())
    .executeTakeFirstOrThrow();
  return Boolean(numInsertedOrUpdatedRows);
}

export async function insertFacts(tx: Db, facts: readonly Omit<Row<'facts'>, '_id'>[], now: number) {
  await tx
    .insertInto('facts')
    .values(facts.map((fact) => ({ _id: newId(now), ...fact })))
    .execute();
}
