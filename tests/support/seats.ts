import { sql } from 'kysely';
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

/** Makes a class's seats what nothing in the school made them; its capacity stays the sum. */
export async function setSeats(
  db: Db,
  classid: string,
  seats: { free: number; held: number; taken: number },
) {
  const { free, held, taken } = seats;
  await sql`update classes set availableseat = ${free}, heldseats = ${held}, enrolledstudents = ${taken},
    capacity = ${free + held + taken} where _id = ${classid}`.execute(db);
}
