import { sql } from 'kysely';
import type { Db } from '#server/database/schema.ts';
import type { FeatureRows, SetUp } from '#server/features/feature.ts';
import { findUser } from '#server/features/users/index.ts';
import { plainName, say } from '#server/jobs/letter.ts';
import { isFinal } from './merge.ts';
import { deleteDropped, findMergesBy, findMergesFrom, lockMerge, type NamedMerge } from './merge-queries.ts';
import { undoMergeIn } from './undo-merge.ts';

const setUpOf = ({ _id: id, kind, kept, dropped, createdat }: NamedMerge): SetUp => ({
  kind: 'merge',
  id,
  title:
    kind === 'user'
      ? say('families.set_up_merged_accounts', { dropped: dropped.name, kept: kept.name })
      : say('families.set_up_merged_children', { dropped: dropped.name, kept: kept.name }),
  detail:
    kept.email === dropped.email
      ? kept.email
      : say('families.set_up_emails', {
          dropped: dropped.email ?? plainName(dropped.name),
          kept: kept.email ?? plainName(kept.name),
        }),
  createdat,
});

/** Only an admin undoes merges, those of their own too. */
async function findUndoableBy(db: Db, { userid, now }: { userid: string; now: number }) {
  if ((await findUser(db, userid))?.role !== 'admin') return [];
  return findMergesBy(db, { actorid: userid, now });
}

const SWEPT = 'A merge is swept once it can be undone no more; the ids are no account’s any more.';
const NAMES_TWO = 'A merge names the two that it was made of.';

export const familyRows = {
  merges: {
    columns: {
      keptid: {
        account: { stays: NAMES_TWO },
        learner: { stays: NAMES_TWO },
        // What its family had entered of the child is gone, but for this entry.
        inUse: {
          says: 'imports.in_use_merged',
          where: () => sql`kind = 'learner' and undoneat is null`,
        },
      },
      droppedid: {
        account: { stays: NAMES_TWO },
        learner: { stays: NAMES_TWO },
        inUse: {
          says: 'imports.in_use_merged_today',
          where: () => sql`kind = 'learner' and undo <> '{}'`,
        },
      },
      actorid: { account: { stays: 'Only accounts of students are dropped.' } },
    },
    export: { none: 'What the office merged stands in the log.' },
    stillNames: { keptid: SWEPT, droppedid: SWEPT },
    /** Entries of children that were merged away wait a day for their parent, and go with them. */
    async erase(tx, { _id }) {
      for (const merge of await findMergesFrom(tx, _id)) await deleteDropped(tx, merge);
    },
    example: ({ now, id, userid, learnerid, childid, otherid, otherlearner }) =>
      [
        { _id: id('kept'), kind: 'learner' as const, keptid: learnerid, droppedid: id('gone') },
        { _id: id('dropped'), kind: 'learner' as const, keptid: otherlearner, droppedid: childid },
        { _id: id('of-two'), kind: 'user' as const, keptid: userid, droppedid: otherid },
        { _id: id('of-others'), kind: 'user' as const, keptid: otherid, droppedid: userid },
      ].map((merge) => ({
        ...merge,
        undo: JSON.stringify({ userid: otherid, learners: [] }),
        actorid: userid,
        createdat: now,
        undoneat: null,
      })),
    /**
     * Merges are listed and do not end unasked: an honest one of the same day would part a family that knows
     * of it.
     */
    recovery: {
      list: async (db, of) => (await findUndoableBy(db, of)).map(setUpOf),
      async endOne(tx, { userid, id, rows, now }) {
        const merge = await lockMerge(tx, id);
        if (merge?.undoneat !== null || isFinal(merge.createdat, now)) return false;
        await undoMergeIn(tx, merge, { actor: (await findUser(tx, userid)) ?? null, rows, now });
        return true;
      },
    },
  },
} satisfies FeatureRows;
