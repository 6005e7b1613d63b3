import { transactOrTry } from '#server/database/dry-run.ts';
import { ensureSeen, type Seen } from '#server/database/rows/seen.ts';
import type { Db } from '#server/database/schema.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { ensure } from '#server/http/errors.ts';
import * as queries from './queries.ts';

/** Who does it and when (epoch milliseconds); `isDry` asks only what would happen. */
type Acting = { actor: Actor; now: number; isDry: boolean };

/** Adds a term and gives its id, which a dry run has none of. */
export async function addTerm(
  db: Db,
  fields: queries.TermFields,
  { isDry, ...acting }: Acting,
): Promise<{ insertedId?: string }> {
  return transactOrTry(db, isDry, async (tx) => {
    const term = await queries.insertTerm(tx, fields, acting.now);
    await logTerm(tx, term, { ...acting, action: 'added' });
    return isDry ? {} : { insertedId: term._id };
  });
}

/** Changes a term; lessons stay as they are planned. Throws `term-not-found` and `changed-meanwhile`. */
export async function updateTerm(
  db: Db,
  { version, ...fields }: queries.TermFields & Seen,
  { id, isDry, ...acting }: Acting & { id: string },
): Promise<void> {
  await transactOrTry(db, isDry, async (tx) => {
    const term = await queries.lockTerm(tx, id);
    ensure(term, 'term-not-found');
    const { name, firstday, lastday } = fields;
    if (term.name === name && term.firstday === firstday && term.lastday === lastday) return;
    ensureSeen(term, { version });
    await queries.updateTermRow(tx, id, fields);
    await logTerm(tx, { _id: id, ...fields }, { ...acting, action: 'updated' });
  });
}

/** Deletes a term; lessons stay as they are planned. Throws `term-not-found` and `changed-meanwhile`. */
export async function deleteTerm(
  db: Db,
  seen: Seen,
  { id, isDry, ...acting }: Acting & { id: string },
): Promise<void> {
  await transactOrTry(db, isDry, async (tx) => {
    const term = await queries.lockTerm(tx, id);
    ensure(term, 'term-not-found');
    ensureSeen(term, seen);
    await queries.deleteTermRow(tx, id);
    await logTerm(tx, term, { ...acting, action: 'deleted' });
  });
}

export const logTerm = (
  tx: Db,
  { _id, name }: Pick<queries.TermRow, '_id' | 'name'>,
  change: Omit<Acting, 'isDry'> & { action: 'added' | 'updated' | 'deleted' },
) => insertChange(tx, { about: 'school', subjectid: _id, subjectname: name, note: 'term', ...change });
