import type { Role } from '#contract/endpoint.ts';
import { COUNT_MAX } from '#contract/pages.ts';
import { newId } from '#server/database/ids.ts';
import { countUpTo } from '#server/database/pagination.ts';
import type { Db, Row } from '#server/database/schema.ts';

/** The numbers of students, teachers and approved classes. */
export async function countSchool(db: Db) {
  const roles = await db.selectFrom('rolecounts').selectAll().execute();
  const countOf = (role: Role) => roles.find((row) => row.role === role)?.count ?? 0;
  const onOffer = db
    .selectFrom('classes')
    .select('_id')
    .where('status', '=', 'approved')
    .where('deletedat', 'is', null);
  const programmes = Math.min(COUNT_MAX, await countUpTo(db, onOffer));
  return { students: countOf('student'), teachers: countOf('instructor'), programmes };
}

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
