import { sql } from 'kysely';
import { inChunks } from '#server/database/lists/batches.ts';
import { TRIAL_DAY } from '#server/database/rows/lessons.ts';
import type { Db } from '#server/database/schema.ts';

const placed = (db: Db) =>
  db
    .selectFrom('orders')
    .leftJoin('users', 'users._id', 'orders.userid')
    .leftJoin('learners', 'learners._id', 'orders.learnerid')
    .leftJoin('users as parents', 'parents._id', 'learners.userid')
    .leftJoin('classes', 'classes._id', 'orders.classid')
    .select(['orders._id', 'orders.checkoutid', 'orders.currency', 'orders.lessonid'])
    .select((of) => [
      of.fn.coalesce('users._id', 'parents._id').as('userid'),
      of.fn.coalesce('users.name', 'parents.name').as('name'),
    ])
    .select(['classes._id as classid', 'classes.classname', TRIAL_DAY.as('trialday')])
    .select(
      sql<
        string | null
      >`coalesce(nullif(trim(coalesce(learners.firstname, '') || ' ' || coalesce(learners.lastname, '')), ''), parents.name)`.as(
        'learnername',
      ),
    );

export type Placed = Awaited<ReturnType<typeof findPlaced>>[number];

/** These orders, and all of these checkouts, with who pays, who learns, and which class it is. */
export async function findPlaced(
  db: Db,
  { orderids, checkoutids }: { orderids: readonly string[]; checkoutids: readonly string[] },
) {
  const alone = await inChunks(orderids, (ids) => placed(db).where('orders._id', 'in', ids).execute());
  const shared = await inChunks(checkoutids, (ids) =>
    placed(db).where('orders.checkoutid', 'in', ids).execute(),
  );
  return [...new Map([...alone, ...shared].map((one) => [one._id, one])).values()];
}

/** What accounts are called, by their ids. */
export async function findFamilies(db: Db, userids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await inChunks([...new Set(userids)], (ids) =>
    db.selectFrom('users').select(['_id', 'name']).where('_id', 'in', ids).execute(),
  );
  return new Map(found.map(({ _id, name }) => [_id, name]));
}
