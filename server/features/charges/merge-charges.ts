import type { Merging } from '#server/features/feature.ts';

/**
 * Charges of one account or learner become another's. When the merge is undone, a reversal that was made in the
 * meantime goes back with the charge that it takes back, so that neither family keeps half of the two.
 */
export const chargeMerging = (column: 'userid' | 'learnerid'): Merging => ({
  async move(tx, { from, to }) {
    const moved = tx
      .updateTable('charges')
      .set({ [column]: to })
      .where(column, '=', from);
    return { ids: (await moved.returning('_id').execute()).map(({ _id }) => _id) };
  },
  async moveBack(tx, { ids }, { from, to, stay }) {
    if (ids.length === 0) return 0;
    const { numUpdatedRows } = await tx
      .updateTable('charges')
      .set({ [column]: from })
      .where(column, '=', to)
      .where((of) => of.or([of('_id', 'in', ids), of('reverses', 'in', ids)]))
      .$if(stay.length > 0, (query) =>
        query.where((of) => of.or([of('learnerid', 'is', null), of('learnerid', 'not in', [...stay])])),
      )
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  },
});
