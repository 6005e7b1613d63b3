import { sql } from 'kysely';
import { inChunks } from '#server/database/lists/batches.ts';
import type { Db } from '#server/database/schema.ts';
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

/**
 * Of accounts that were one: gives each charge to the account of the invoice that says it, and with it what takes it
 * back, or what it takes back, so that no invoice asks for what its payer does not owe.
 */
export async function keepWithInvoices(tx: Db, userids: readonly string[]): Promise<void> {
  const said = await tx
    .selectFrom('charges')
    .innerJoin('invoicelines', (join) =>
      join.onRef('invoicelines.chargeid', '=', 'charges._id').on('invoicelines.stands', '=', 1),
    )
    .innerJoin('invoices', 'invoices._id', 'invoicelines.invoiceid')
    .leftJoin('charges as reversals', 'reversals.reverses', 'charges._id')
    .select(['charges._id', 'charges.reverses', 'reversals._id as reversal'])
    .select(sql<string>`invoices.userid`.as('userid'))
    .where('invoices.userid', 'in', userids)
    .execute();
  const byInvoice = new Map(said.map(({ _id, userid }) => [_id, userid]));
  for (const userid of userids) {
    const own = said.filter((one) => one.userid === userid);
    const beside = own
      .flatMap(({ reverses, reversal }) => [reverses, reversal])
      .filter((id) => id !== null && !byInvoice.has(id));
    const ids = [...own.map(({ _id }) => _id), ...beside].filter((id) => id !== null);
    await inChunks(ids, async (some) => {
      await tx
        .updateTable('charges')
        .set({ userid })
        .where('_id', 'in', some)
        .where('userid', 'in', userids)
        .where('userid', '<>', userid)
        .execute();
      return [];
    });
  }
}
