import { sql } from 'kysely';
import type { Db, NewRow } from '#server/database/schema.ts';

/* Statements on learners for what makes two families one, parts them, brings them in, or takes them back. */

export async function insertLearners(tx: Db, learners: readonly NewRow<'learners'>[]): Promise<void> {
  await tx.insertInto('learners').values(learners).execute();
}

/** Locks learners: a row that refers to one of them at this moment comes before this, or finds it gone. */
export async function lockLearnerRows(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('learners')
    .set({ _id: sql.ref('_id') })
    .where('_id', 'in', ids)
    .execute();
}

/** Makes the children of an account another's. */
export async function moveChildren(tx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  const children = tx.updateTable('learners').set({ userid: to }).where('userid', '=', from);
  await children.where('self', '=', 0).execute();
}

/** Makes some learners of an account another's, and gives how many still were that account's. */
export async function moveLearners(
  tx: Db,
  ids: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<number> {
  const moved = tx
    .updateTable('learners')
    .set({ userid: to })
    .where('_id', 'in', ids)
    .where('userid', '=', from);
  return Number((await moved.executeTakeFirstOrThrow()).numUpdatedRows);
}

/** Takes a learner from its account: another entry of the same child stays. */
export async function dropLearner(tx: Db, id: string, now: number): Promise<void> {
  await tx.updateTable('learners').set({ userid: null, leftat: now }).where('_id', '=', id).execute();
}

/** Gives one back that was dropped. */
export async function takeInDropped(tx: Db, id: string, userid: string): Promise<void> {
  await tx.updateTable('learners').set({ userid, leftat: null }).where('_id', '=', id).execute();
}

/** Deletes one that was dropped and has no account. */
export async function deleteDroppedLearner(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('learners').where('_id', '=', id).where('userid', 'is', null).execute();
}

export async function deleteLearners(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('learners').where('_id', 'in', ids).execute();
}

/** Deletes what accounts are themselves. */
export async function deleteSelves(tx: Db, userids: readonly string[]): Promise<void> {
  await tx.deleteFrom('learners').where('userid', 'in', userids).where('self', '=', 1).execute();
}

export async function deleteLearnersOf(tx: Db, userid: string): Promise<void> {
  await tx.deleteFrom('learners').where('userid', '=', userid).execute();
}
