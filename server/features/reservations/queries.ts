import type { Db } from '#server/database/schema.ts';
import type { OrderRow } from '#server/features/orders/index.ts';

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

/**
 * Classes on the list, or with reserved places, of which the last day on which learners join is before this one.
 */
export const findDue = (db: Db, today: string, limit: number): Promise<{ _id: string; decideby: string }[]> =>
  db
    .selectFrom('classes')
    .select(['_id', 'decideby'])
    .where('decideby', '<', today)
    .where('decideby', 'is not', null)
    .where('decided', 'is', null)
    .where('deletedat', 'is', null)
    .where((of) =>
      of.or([
        of('status', '=', 'approved'),
        of.exists(
          of
            .selectFrom('orders')
            .select('orders._id')
            .whereRef('orders.classid', '=', 'classes._id')
            .where('orders.state', '=', 'held')
            .where('orders.reservedat', 'is not', null),
        ),
      ]),
    )
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
