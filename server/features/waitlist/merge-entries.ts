import type { Db } from '#server/database/schema.ts';
import type { Merge, Merging, Moved, Parting } from '#server/features/feature.ts';
import { OPEN } from './queries.ts';

/** `ids` are of what was asked for by name; offers for wishes, of which the office reads nothing, stand apart. */
type MovedEntries = Moved & { wished: string[] };

/** Entries of two learners who become one. */
export const waitlistMerging: Merging<MovedEntries> = {
  async move(tx, merge) {
    await endShared(tx, merge);
    const moved = await tx
      .updateTable('waitlist')
      .set({ learnerid: merge.to })
      .where('learnerid', '=', merge.from)
      // One that has ended stays with the learner that is dropped.
      .where((of) => of.or([of('offeruntil', 'is', null), of('offeruntil', '>', AT_ONCE)]))
      .returning(['_id', 'wishid'])
      .execute();
    const idsOf = (isWished: boolean) =>
      moved.filter(({ wishid }) => (wishid !== null) === isWished).map(({ _id }) => _id);
    return { ids: idsOf(false), wished: idsOf(true) };
  },

  async moveBack(tx, { ids, wished }, parting) {
    await giveBack(tx, wished, parting);
    return giveBack(tx, ids, parting);
  },
};

async function giveBack(tx: Db, ids: readonly string[], { from, to, isShared }: Parting): Promise<number> {
  if (ids.length === 0 || isShared) return 0;
  const back = tx
    .updateTable('waitlist')
    .set({ learnerid: from })
    .where('_id', 'in', ids)
    .where('learnerid', '=', to);
  return Number((await back.executeTakeFirstOrThrow()).numUpdatedRows);
}

/** The end of an offer that the workers take back in their next turn, whose seat goes on then. */
const AT_ONCE = 0;

/**
 * Ends offers for wishes of the learner who is dropped in classes in which the other has something, too: a learner has
 * one place. Their seats go to the next. Orders have become the kept learner's before.
 */
async function endShared(tx: Db, { from, to }: Pick<Merge, 'from' | 'to'>): Promise<void> {
  const waits = tx
    .selectFrom('waitlist')
    .select('classid')
    .where('learnerid', '=', to)
    .where('state', 'in', OPEN);
  const ordered = tx
    .selectFrom('orders')
    .select('classid')
    .where('learnerid', '=', to)
    .where('lessonid', 'is', null)
    .where('state', 'in', ['held', 'intent', 'expiring', 'enrolled']);
  const has = new Set(
    [...(await waits.execute()), ...(await ordered.execute())].map(({ classid }) => classid),
  );
  if (has.size === 0) return;
  await tx
    .updateTable('waitlist')
    .set({ offeruntil: AT_ONCE })
    .where('learnerid', '=', from)
    .where('state', '=', 'offered')
    .where('wishid', 'is not', null)
    .where(
      'classid',
      'in',
      [...has].flatMap((classid) => classid ?? []),
    )
    .execute();
}
