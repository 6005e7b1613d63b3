import { type RawBuilder, sql } from 'kysely';
import { type PlainId, t } from '#languages/t.ts';
import type { Db } from '#server/database/schema.ts';
import type { Rows } from '#server/features/feature.ts';
import { columnsOf, isPlace, type NamedColumn, type Subject } from './person-columns.ts';

/**
 * Of these learners or accounts those that rows of others name, with the first reason that is declared, the
 * features' lists from their end. A look into an index for each: no table is read whole.
 */
export async function findInUse(
  tx: Db,
  subject: Subject,
  { rows, ids, now }: { rows: Rows; ids: readonly string[]; now: number },
): Promise<ReadonlyMap<string, string>> {
  const inUse = columnsOf(rows, subject).flatMap((one) => (one.inUse ? [{ ...one, inUse: one.inUse }] : []));
  if (ids.length === 0 || inUse.length === 0) return new Map();
  const id = SUBJECTS[subject];
  const cases = inUse
    .reverse()
    .map((one) => sql`when ${refersTo(one, id, now)} then ${sql.lit(one.inUse.says)}`);
  const found = await sql<{ _id: string; says: PlainId | null }>`
    select _id, case ${sql.join(cases, sql` `)} end as says
    from ${sql.table(subject === 'learner' ? 'learners' : 'users')} where _id in (${sql.join(ids)})`.execute(
    tx,
  );
  return new Map(found.rows.flatMap(({ _id, says }) => (says === null ? [] : [[_id, t(says)] as const])));
}

/**
 * A condition on an account: it has no children, places or payments, waits for nothing, has chosen nothing
 * and looks after no child. It is what keeps an account whose import is undone, and each place of the learner
 * that it is itself.
 */
export function isEmptyAccount(rows: Rows, now: number): RawBuilder<boolean> {
  const places = columnsOf(rows, 'learner').filter(({ merged }) => isPlace(merged));
  const own = columnsOf(rows, 'account').filter(({ inUse }) => inUse);
  const uses = [
    ...own.map((one) => refersTo(one, SUBJECTS.account, now)),
    ...places.map(({ table, column }) => {
      const name = sql.ref(`${table}.${column}`);
      return sql`exists (select 1 from learners as selves inner join ${sql.table(table)} on ${name} = selves._id
        where selves.userid = users._id)`;
    }),
  ];
  return sql<boolean>`not (${sql.join(uses, sql` or `)})`;
}

const SUBJECTS = { learner: sql.ref('learners._id'), account: sql.ref('users._id') };

/**
 * Whether a row of a column names the learner or the account of the statement around it. A subquery with a
 * limit is looked up row by row; PostgreSQL may read the whole table for `exists`.
 */
function refersTo({ table, column, inUse }: NamedColumn, id: RawBuilder<unknown>, now: number) {
  const only = inUse?.where ? sql`where ${inUse.where(now)}` : sql``;
  return sql`(select named.subject from (select ${sql.ref(column)} as subject from ${sql.table(table)} ${only}) as named
    where named.subject = ${id} limit 1) is not null`;
}
