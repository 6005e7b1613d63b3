import { sql } from 'kysely';
import type { Role } from '#contract/endpoint.ts';
import { COUNT_MAX } from '#contract/pages.ts';
import type { FactKind } from '#contract/school/calls.ts';
import type { ListName } from '#contract/school/lists.ts';
import { newId } from '#server/database/ids.ts';
import { countUpTo } from '#server/database/lists/pagination.ts';
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

type FactRow = Row<'facts'>;

/** Adds the row; false where there is one already. */
export async function insertSchool(tx: Db, row: Row<'school'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('school')
    .values(row)
    .onConflict((conflict) => conflict.column('_id').doNothing())
    .executeTakeFirstOrThrow();
  return Boolean(numInsertedOrUpdatedRows);
}

/** The row, locked until the transaction ends. */
export const lockSchool = (tx: Db): Promise<Row<'school'>> =>
  tx.selectFrom('school').selectAll().forNoKeyUpdate('school').executeTakeFirstOrThrow();

export async function updateSchoolRow(tx: Db, row: Row<'school'>): Promise<void> {
  await tx.updateTable('school').set(row).where('_id', '=', 'school').execute();
}

/** Null before the first order, charge or movement. */
const firstOrder = sql<
  string | null
>`coalesce((select min(_id) from orders), (select min(_id) from charges), (select min(_id) from ledger))`.as(
  'firstorder',
);

/** Whether there ever was an order or a charge. */
export async function hasOrders(tx: Db): Promise<boolean> {
  const { firstorder } = await tx.selectNoFrom(firstOrder).executeTakeFirstOrThrow();
  return firstorder !== null;
}

/**
 * The school's currency, locked until the transaction ends, and the id of the first order, charge or movement
 * in it, if there is one.
 */
export const holdCurrency = (tx: Db) =>
  tx.selectFrom('school').select(['currency', firstOrder]).forShare('school').executeTakeFirst();

export async function insertFacts(tx: Db, facts: readonly Omit<FactRow, '_id'>[], now: number) {
  await tx
    .insertInto('facts')
    .values(facts.map((fact) => ({ _id: newId(now), ...fact })))
    .execute();
}

/** Those of one kind, in their order. */
export const findFactsOfKind = (tx: Db, kind: FactKind): Promise<FactRow[]> =>
  tx.selectFrom('facts').selectAll().where('kind', '=', kind).orderBy('position').orderBy('_id').execute();

export const findFact = (tx: Db, id: string): Promise<FactRow | undefined> =>
  tx.selectFrom('facts').selectAll().where('_id', '=', id).executeTakeFirst();

export async function insertFact(tx: Db, fact: FactRow): Promise<void> {
  await tx.insertInto('facts').values(fact).execute();
}

export async function updateFactRow(tx: Db, { _id, ...fact }: Partial<FactRow> & Pick<FactRow, '_id'>) {
  await tx.updateTable('facts').set(fact).where('_id', '=', _id).execute();
}

export async function deleteFactRow(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('facts').where('_id', '=', id).execute();
}

/** Whether a class that is not deleted, or a post, has a value of a list. */
export async function isValueUsed(tx: Db, name: ListName, value: string): Promise<boolean> {
  if (name === 'categories') {
    const posts = tx.selectFrom('blogs').select('_id').where('category', '=', value);
    return (await posts.limit(1).executeTakeFirst()) !== undefined;
  }
  const classes = tx
    .selectFrom('classes')
    .select('_id')
    .where('deletedat', 'is', null)
    .where(name === 'levels' ? 'level' : 'group', '=', value);
  return (await classes.limit(1).executeTakeFirst()) !== undefined;
}

/** What a class is called that is billed by the term or month, if there is one. */
export async function findBilledClass(tx: Db): Promise<string | undefined> {
  const billed = tx
    .selectFrom('classes')
    .select('classname')
    .where(sql<boolean>`billing <> 'once' and deletedat is null`)
    .orderBy('_id')
    .limit(1);
  return (await billed.executeTakeFirst())?.classname;
}
