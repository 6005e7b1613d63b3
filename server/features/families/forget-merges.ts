import type { RawBuilder } from 'kysely';
import { MERGE_UNDO_MS } from '#contract/families/calls.ts';
import { countRole } from '#server/database/rows/role-counts.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import type { Rows } from '#server/features/feature.ts';
import { deleteLearnersOf, isEmptyAccount } from '#server/features/learners/index.ts';
import { deleteUser } from '#server/features/users/index.ts';
import { deleteDropped, KEPT_NOTHING } from './merge-queries.ts';

const AT_ONCE = 100;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Ends merges that can be undone no more: what was kept to put them apart goes, and with it what was left of
 * who was dropped. Idempotent; safe to call concurrently. Gives how many ended.
 */
export async function forgetMerges(db: Db, { rows, now }: { rows: Rows; now: number }): Promise<number> {
  const final = await db
    .selectFrom('merges')
    .selectAll()
    .where('undo', '<>', KEPT_NOTHING)
    .where('createdat', '<=', now - MERGE_UNDO_MS)
    .orderBy('createdat')
    .limit(AT_ONCE)
    .execute();
  for (const merge of final)
    await transact(db, async (tx) => {
      if (merge.undoneat === null) {
        if (merge.kind === 'user') await deleteAccount(tx, merge, isEmptyAccount(rows, now));
        else await deleteDropped(tx, merge);
      }
      await tx.updateTable('merges').set({ undo: '{}' }).where('_id', '=', merge._id).execute();
    });
  return final.length;
}

/**
 * Deletes merges a day after they could be undone no more, some at a time, and gives how many went. One stays
 * while it still says something: that an account whose address is not proved has what came from another, that
 * the account that was dropped is empty, or that an imported child is no longer the import’s alone.
 */
export async function deleteMerges(db: Db, now: number): Promise<number> {
  const over = db
    .selectFrom('merges')
    .select('_id')
    .where('undo', '=', KEPT_NOTHING)
    .where('createdat', '<=', now - MERGE_UNDO_MS - DAY_MS)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users')
            .select('users._id')
            .where('users.provedat', 'is', null)
            .whereRef('users._id', '=', 'merges.keptid'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('learners')
            .innerJoin('users', 'users._id', 'learners.userid')
            .select('learners._id')
            .where('users.provedat', 'is', null)
            .whereRef('learners._id', '=', 'merges.keptid'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom, or, eb }) =>
      or([
        eb('merges.undoneat', 'is not', null),
        not(
          exists(
            selectFrom('learners')
              .select('learners._id')
              .where('learners.importid', 'is not', null)
              .whereRef('learners._id', '=', 'merges.keptid'),
          ),
        ),
      ]),
    )
    .where(({ not, exists, selectFrom, or, eb }) =>
      or([
        eb('merges.undoneat', 'is not', null),
        not(exists(selectFrom('users').select('users._id').whereRef('users._id', '=', 'merges.droppedid'))),
      ]),
    )
    .orderBy('createdat')
    .limit(AT_ONCE);
  const gone = await db.deleteFrom('merges').where('_id', 'in', over).executeTakeFirstOrThrow();
  return Number(gone.numDeletedRows);
}

/**
 * An account that was never signed in to, as from an import, is of no use once it is empty. One with a
 * sign-in is its owner's.
 */
async function deleteAccount(tx: Db, { droppedid }: Row<'merges'>, isEmpty: RawBuilder<boolean>) {
  // An admin may have enrolled a learner for it, or given it children, since.
  const user = await tx
    .selectFrom('users')
    .select(['_id', 'role'])
    .where('_id', '=', droppedid)
    .where('uid', 'is', null)
    .where(isEmpty)
    .executeTakeFirst();
  if (!user) return;
  await deleteLearnersOf(tx, user._id);
  await deleteUser(tx, user._id);
  await countRole(tx, user.role, -1);
}
