import type { Db } from '#server/database/schema.ts';
import type { PersonRows, RecoveryRules, SetUp } from '#server/features/feature.ts';
import { findUser } from '#server/features/users/index.ts';
import { isFinal } from './merge.ts';
import { findMergesBy, lockMerge, type NamedMerge } from './merge-queries.ts';
import { undoMergeIn } from './undo-merge.ts';

const setUpOf = ({ _id: id, kind, kept, dropped, createdat }: NamedMerge): SetUp => ({
  kind: 'merge',
  id,
  title:
    kind === 'user'
      ? `You merged the account of ${dropped.name} into that of ${kept.name}`
      : `You merged two entries of a child: ${dropped.name} and ${kept.name}`,
  detail: kept.email === dropped.email ? kept.email : `${dropped.email} and ${kept.email}`,
  createdat,
});

/** Only an admin undoes merges, those of their own too. */
async function findUndoableBy(db: Db, { userid, now }: { userid: string; now: number }) {
  if ((await findUser(db, userid))?.role !== 'admin') return [];
  return findMergesBy(db, { actorid: userid, now });
}

/** Merges are listed and do not end unasked: an honest one of the same day would part a family that knows of it. */
export const mergeRecovery = (rows: readonly PersonRows[]): RecoveryRules => ({
  merges: {
    list: async (db, of) => (await findUndoableBy(db, of)).map(setUpOf),
    async endOne(tx, { userid, id, now }) {
      const merge = await lockMerge(tx, id);
      if (merge?.undoneat !== null || isFinal(merge.createdat, now)) return false;
      await undoMergeIn(tx, merge, { actor: (await findUser(tx, userid)) ?? null, rows, now });
      return true;
    },
  },
});
