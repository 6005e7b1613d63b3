import type { Db } from '#server/database/schema.ts';
import type { Merging, Moved } from '#server/features/feature.ts';

/** `ids` are days; `both` those that both had noted. */
type MovedDays = Moved & { both: { day: string; createdat: number }[] };

/** Days on which two learners practised who become one: each is noted once. */
export const practisedMerging: Merging<MovedDays> = {
  async move(tx, { from, to }) {
    const both = await tx
      .deleteFrom('practised')
      .where('learnerid', '=', from)
      .where('day', 'in', daysOf(tx, to))
      .returning(['day', 'createdat'])
      .execute();
    const moved = await tx
      .updateTable('practised')
      .set({ learnerid: to })
      .where('learnerid', '=', from)
      .returning('day')
      .execute();
    return { ids: moved.map(({ day }) => day), both };
  },

  async moveBack(tx, { ids, both }, { from, to }) {
    const rows = both.map((one) => ({ ...one, learnerid: from }));
    if (rows.length > 0)
      await tx
        .insertInto('practised')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    if (ids.length === 0) return 0;
    const back = tx
      .updateTable('practised')
      .set({ learnerid: from })
      .where('learnerid', '=', to)
      .where('day', 'in', ids)
      .where('day', 'not in', daysOf(tx, from));
    return Number((await back.executeTakeFirstOrThrow()).numUpdatedRows);
  },
};

const daysOf = (tx: Db, learnerid: string) =>
  tx.selectFrom('practised').select('day').where('learnerid', '=', learnerid);
