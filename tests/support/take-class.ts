import { newId } from '#server/database/ids.ts';
import type { Db } from '#server/database/schema.ts';
import { insertOrder, moveOrder } from '#server/features/orders/queries.ts';

/** Gives a learner a place in a class that counts one already, without a payment and without a mail. */
export async function takeClass(
  db: Db,
  { learnerid, classid }: { learnerid: string; classid: string },
): Promise<void> {
  const { userid } = await db
    .selectFrom('learners')
    .select('userid')
    .where('_id', '=', learnerid)
    .executeTakeFirstOrThrow();
  if (userid === null) throw new Error('Whoever has left takes no class.');
  const place = { userid, learnerid, classid, amount: 0, currency: 'usd', holduntil: 0, now: 0 };
  const { _id } = await insertOrder(db, place);
  await moveOrder(db, _id, ['held'], { state: 'enrolled', paidat: 0, workat: null, now: 0 });
  const paid = { transactionId: newId(), price: 0, currency: 'usd', date: 0, canceluntil: null };
  await db
    .insertInto('enrolments')
    .values({ _id, learnerid, classid, ...paid })
    .execute();
}
