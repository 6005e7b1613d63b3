import { newId } from '#server/database/ids.ts';
import { locked } from '#server/database/lock.ts';
import type { Db, Row } from '#server/database/schema.ts';

export type TermRow = Row<'terms'>;
export type TermFields = Pick<TermRow, 'name' | 'firstday' | 'lastday'>;

export const findTerms = (db: Db): Promise<TermRow[]> =>
  db.selectFrom('terms').selectAll().orderBy('firstday').orderBy('_id').execute();

/** Locked until the transaction ends. */
export const lockTerm = (tx: Db, id: string): Promise<TermRow | undefined> =>
  locked(tx, tx.selectFrom('terms').selectAll().where('_id', '=', id), 'terms').executeTakeFirst();

export async function insertTerm(tx: Db, fields: TermFields, now: number): Promise<TermRow> {
  const term = { _id: newId(now), ...fields, createdat: now };
  await tx.insertInto('terms').values(term).execute();
  return term;
}

export async function updateTermRow(tx: Db, id: string, fields: TermFields): Promise<void> {
  await tx.updateTable('terms').set(fields).where('_id', '=', id).execute();
}

export async function deleteTermRow(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('terms').where('_id', '=', id).execute();
}
