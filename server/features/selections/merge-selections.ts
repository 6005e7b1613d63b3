import type { Db, Row } from '#server/database/schema.ts';
import type { Merge, Merging, Moved, Parting } from '#server/features/feature.ts';

type SelectionRow = Row<'selections'>;
type MovedSelections = Moved & { takenaway: SelectionRow[] };

/** Selections of two learners who become one: a class stays selected once. */
export const selectionMerging: Merging<MovedSelections> = {
  async move(tx, { from, to }) {
    const takenaway = await takeAway(tx, { from, to });
    const moved = tx.updateTable('selections').set({ learnerid: to }).where('learnerid', '=', from);
    return { ids: idsOf(await moved.returning('_id').execute()), takenaway };
  },

  async moveBack(tx, { ids, takenaway }, parting) {
    const count = await giveBack(tx, ids, parting);
    for (const selection of takenaway)
      await tx
        .insertInto('selections')
        .values(selection)
        .onConflict((c) => c.doNothing())
        .execute();
    return count;
  },
};

const idsOf = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id);

async function giveBack(tx: Db, ids: readonly string[], { from, to, isShared }: Parting): Promise<number> {
  if (ids.length === 0 || isShared) return 0;
  const moved = tx
    .updateTable('selections')
    .set({ learnerid: from })
    .where('_id', 'in', ids)
    .where('learnerid', '=', to);
  return Number((await moved.executeTakeFirstOrThrow()).numUpdatedRows);
}

/**
 * Of two selections of one class the one without an enrolment goes, and with it what is selected and enrolled
 * in. Places are the kept learner's by now.
 */
async function takeAway(tx: Db, { from, to }: Pick<Merge, 'from' | 'to'>): Promise<SelectionRow[]> {
  const all = await tx.selectFrom('selections').selectAll().where('learnerid', 'in', [from, to]).execute();
  const enrolled = await tx.selectFrom('enrolments').select('classid').where('learnerid', '=', to).execute();
  const isTaken = new Set(enrolled.map(({ classid }) => classid));
  const kept = new Set<string>();
  const gone: SelectionRow[] = [];
  // Those that enrol a learner first, then those of the learner that is kept.
  const inOrder = all.sort(
    (one, other) =>
      other.enrolled - one.enrolled || Number(one.learnerid === from) - Number(other.learnerid === from),
  );
  for (const row of inOrder) {
    if (kept.has(row.classid) || (row.enrolled === 0 && isTaken.has(row.classid))) gone.push(row);
    else kept.add(row.classid);
  }
  if (gone.length > 0) await tx.deleteFrom('selections').where('_id', 'in', idsOf(gone)).execute();
  return gone;
}
