import type { Db } from '#server/database/schema.ts';

/** How many seats of a class are free, held for somebody who pays or was offered one, and taken. */
export async function seatsOf(db: Db, classid: string) {
  const { availableseat, heldseats, enrolledstudents } = await db
    .selectFrom('classes')
    .select(['availableseat', 'heldseats', 'enrolledstudents'])
    .where('_id', '=', classid)
    .executeTakeFirstOrThrow();
  return { free: availableseat, held: heldseats, taken: enrolledstudents };
}
