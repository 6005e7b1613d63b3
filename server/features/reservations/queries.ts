import type { Db } from '#server/database/schema.ts';
import { ALONE, type OrderRow } from '#server/features/orders/index.ts';

/** How many learners have joined a class that is locked: with a place, or one that is reserved. */
export async function countJoined(
  tx: Db,
  { _id, enrolledstudents }: { _id: string; enrolledstudents: number },
) {
  const reserved = await tx
    .selectFrom('orders')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('classid', '=', _id)
    .where('state', '=', 'held')
    .where('reservedat', 'is not', null)
    .executeTakeFirstOrThrow();
  return enrolledstudents + Number(reserved.count);
}

type Decision = { decided: 'runs' | 'not'; decidedkey: string; now: number };

/** Writes down what is decided of a class that is locked, with what follows from it to be done. */
export async function writeDecision(
  tx: Db,
  id: string,
  { decided, decidedkey, now }: Decision,
): Promise<void> {
  await tx
    .updateTable('classes')
    .set((of) => ({
      ...{ decided, decidedkey, decisionworkat: now },
      version: of('version', '+', 1),
      editversion: of('version', '+', 1),
    }))
    .where('_id', '=', id)
    .execute();
}

/** Classes of which the last day on which learners join is before this one. */
export const findDue = (db: Db, today: string, limit: number): Promise<{ _id: string; decideby: string }[]> =>
  db
    .selectFrom('classes')
    .select(['_id', 'decideby'])
    .where('decideby', '<', today)
    .where('decideby', 'is not', null)
    .where('decided', 'is', null)
    .where('deletedat', 'is', null)
    .orderBy('decideby')
    .limit(limit)
    .$narrowType<{ decideby: string }>()
    .execute();

/** Classes of which not all is done that follows from what was decided. */
export const findFollowing = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('classes')
    .select(['_id', 'classname', 'decided'])
    .where('decisionworkat', '<=', now)
    .where('decisionworkat', 'is not', null)
    .orderBy('decisionworkat')
    .limit(limit)
    .execute();

/** Nothing more follows. */
export async function closeDecision(db: Db, id: string): Promise<void> {
  await db.updateTable('classes').set({ decisionworkat: null }).where('_id', '=', id).execute();
}

/** Has the cards of the reserved places of a class charged. */
export async function dueReserved(tx: Db, { classid, now }: { classid: string; now: number }): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ ...ALONE, workat: now, updatedat: now })
    .where('classid', '=', classid)
    .where('state', '=', 'held')
    .where('reservedat', 'is not', null)
    .where('workat', 'is', null)
    .execute();
}

/** Who has a place in a class. */
export async function findEnrolled(tx: Db, classid: string): Promise<string[]> {
  const enrolled = tx.selectFrom('enrolments').select('learnerid').where('classid', '=', classid);
  return (await enrolled.execute()).map(({ learnerid }) => learnerid);
}

/** Reserved places of these learners, or that an account pays for; the newest first. */
export const findReservations = (
  db: Db,
  { userid, learnerids }: { userid: string; learnerids: readonly string[] },
): Promise<OrderRow[]> =>
  db
    .selectFrom('orders')
    .selectAll('orders')
    .where((of) => of.or([of('orders.userid', '=', userid), of('orders.learnerid', 'in', learnerids)]))
    .where('orders.state', 'in', ['held', 'intent'])
    .where('orders.reservedat', 'is not', null)
    .orderBy('orders._id', 'desc')
    .execute();
