import { type NotNull, sql } from 'kysely';
import type { Db } from '#server/database/schema.ts';
import { importedAs } from '#server/features/imports/imported-as.ts';
import { deleteSelves, lockLearnerRows } from '#server/features/learners/index.ts';
import { deleteUsers } from '#server/features/users/index.ts';

export type Batch = { importid: string; after: string; limit: number; now: number };

/**
 * Children that an import brought, locked, and whether there was a sign-in to an account that it also
 * brought, or to one whose child it says nothing of as it was.
 */
export async function lockChildren(tx: Db, { importid, after, limit }: Batch) {
  const ids = tx
    .selectFrom('learners')
    .select('_id')
    .where('importid', '=', importid)
    .where('self', '=', 0)
    .where('_id', '>', after)
    .orderBy('_id')
    .limit(limit);
  const found = (await ids.execute()).map(({ _id }) => _id);
  if (found.length === 0) return [];
  await lockLearnerRows(tx, found);
  // Read once they are locked: a family may have changed one meanwhile.
  return tx
    .selectFrom('learners')
    .leftJoin('users', 'users._id', 'learners.userid')
    .selectAll('learners')
    .select('users.email')
    .select(
      sql<boolean>`coalesce((users.importid = learners.importid or learners.importedas is null) and users.uid is not null, false)`.as(
        'isclaimed',
      ),
    )
    .where('learners._id', 'in', found)
    .orderBy('learners._id')
    .execute();
}

/** The accounts that it brought, locked with the learners that they are themselves. */
export async function lockAccounts(tx: Db, { importid, after, limit }: Batch) {
  const users = tx
    .selectFrom('users')
    .select(['_id', 'uid', 'name', 'email', 'role'])
    .$narrowType<{ email: NotNull }>()
    .where('importid', '=', importid)
    .where('_id', '>', after)
    .orderBy('_id')
    .limit(limit);
  const accounts = await users.forNoKeyUpdate('users').execute();
  if (accounts.length === 0) return [];
  const learners = await tx
    .selectFrom('learners')
    .select(['_id', 'userid', 'firstname', 'lastname', 'born', 'note', 'reminds', 'importedas'])
    .where(
      'userid',
      'in',
      accounts.map(({ _id }) => _id),
    )
    .where('self', '=', 1)
    .execute();
  await lockLearnerRows(
    tx,
    learners.map(({ _id }) => _id),
  );
  const selves = new Map(learners.map((learner) => [learner.userid, learner]));
  return accounts.map((account) => {
    const self = selves.get(account._id);
    return { ...account, learnerid: self?._id ?? '', isChanged: self !== undefined && isChanged(self) };
  });
}

/**
 * Whether a learner is not as its import brought it; unknown, and taken for as it was, of imports that kept
 * nothing to tell it by.
 */
export const isChanged = (learner: Parameters<typeof importedAs>[0] & { importedas: string | null }) =>
  learner.importedas !== null && learner.importedas !== importedAs(learner);

/** Which of these learners an invitation was mailed for. */
export async function findTold(tx: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const claims = await tx.selectFrom('claims').select('learnerid').where('learnerid', 'in', ids).execute();
  return claims.map(({ learnerid }) => learnerid);
}

/** Deletes accounts that nothing refers to, with the learners that they are themselves. */
export async function deleteAccounts(tx: Db, ids: readonly string[]) {
  if (ids.length === 0) return;
  await deleteSelves(tx, ids);
  await deleteUsers(tx, ids);
}
