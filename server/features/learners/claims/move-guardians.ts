import type { Db, NewRow, Row } from '#server/database/schema.ts';

/* Statements on guardians for what makes two families one, or parts them. */

type Guard = Pick<Row<'guardians'>, 'learnerid' | 'userid'>;

/** Adds a guardian who is none yet. */
export async function insertGuardian(tx: Db, row: NewRow<'guardians'>): Promise<void> {
  await tx.insertInto('guardians').values(row).execute();
}

/** Adds a guardian again, where the account does not look after the learner as it is. */
export async function restoreGuardian(tx: Db, row: Row<'guardians'>): Promise<void> {
  await tx
    .insertInto('guardians')
    .values(row)
    .onConflict((c) => c.doNothing())
    .execute();
}

/** Makes the guardians of a learner another's. */
export async function moveGuardiansOf(tx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.updateTable('guardians').set({ learnerid: to }).where('learnerid', '=', from).execute();
}

/** Lets an account look after the learners that another does; gives whom. */
export async function moveGuardiansBy(tx: Db, { from, to }: { from: string; to: string }): Promise<string[]> {
  const moved = await tx
    .updateTable('guardians')
    .set({ userid: to })
    .where('userid', '=', from)
    .returning('learnerid')
    .execute();
  return moved.map(({ learnerid }) => learnerid);
}

/** Makes one guardian another account's or another learner's; gives how many there were. */
export async function moveGuardian(
  tx: Db,
  { learnerid, userid }: Guard,
  to: Partial<Guard>,
): Promise<number> {
  const moved = tx
    .updateTable('guardians')
    .set(to)
    .where('learnerid', '=', learnerid)
    .where('userid', '=', userid);
  return Number((await moved.executeTakeFirstOrThrow()).numUpdatedRows);
}
