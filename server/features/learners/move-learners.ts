import { sql } from 'kysely';
import type { Db, NewRow } from '#server/database/schema.ts';
import { notifyOfLearners, notifyOfRemoval } from './notify-of-learners.ts';

/* Statements on learners for what makes two families one, parts them, brings them in, or takes them back. */

export async function insertLearners(tx: Db, learners: readonly NewRow<'learners'>[]): Promise<void> {
  await tx.insertInto('learners').values(learners).execute();
  const children = learners.flatMap(({ _id, userid, self, createdat }) =>
    self === 0 && userid ? [{ _id, userid, createdat }] : [],
  );
  const [first] = children;
  if (first) await notifyOfLearners(tx, 'child.added', { learners: children, now: first.createdat });
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

type Moving = { from: string; to: string; now: number };

/** Makes the children of an account another's. */
export async function moveChildren(tx: Db, { from, to, now }: Moving): Promise<void> {
  const children = tx.updateTable('learners').set({ userid: to }).where('userid', '=', from);
  const moved = await children.where('self', '=', 0).returning('_id').execute();
  await notifyOfMoved(tx, moved, { to, now });
}

const notifyOfMoved = (tx: Db, moved: readonly { _id: string }[], { to, now }: Omit<Moving, 'from'>) =>
  notifyOfLearners(tx, 'child.changed', { learners: moved.map(({ _id }) => ({ _id, userid: to })), now });

/** Makes some learners of an account another's, and gives how many still were that account's. */
export async function moveLearners(
  tx: Db,
  ids: readonly string[],
  { from, to, now }: Moving,
): Promise<number> {
  const moved = await tx
    .updateTable('learners')
    .set({ userid: to })
    .where('_id', 'in', ids)
    .where('userid', '=', from)
    .returning('_id')
    .execute();
  await notifyOfMoved(tx, moved, { to, now });
  return moved.length;
}

/** Takes a learner from its account: another entry of the same child stays. */
export async function dropLearner(tx: Db, id: string, now: number): Promise<void> {
  await tx.updateTable('learners').set({ userid: null, leftat: now }).where('_id', '=', id).execute();
  await notifyOfRemoval(tx, id, now);
}

/** Gives one back that was dropped. */
export async function takeInDropped(
  tx: Db,
  { _id, userid, now }: { _id: string; userid: string; now: number },
): Promise<void> {
  await tx.updateTable('learners').set({ userid, leftat: null }).where('_id', '=', _id).execute();
  await notifyOfLearners(tx, 'child.added', { learners: [{ _id, userid }], now });
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
