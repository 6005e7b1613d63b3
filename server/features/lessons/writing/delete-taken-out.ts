import type { Db } from '#server/database/schema.ts';

/** Deletes the lessons of a class that were taken out. */
export async function deleteTakenOut(tx: Db, classid: string): Promise<void> {
  await tx.deleteFrom('lessons').where('classid', '=', classid).where('removedat', 'is not', null).execute();
}

/** Deletes the lessons that were taken out before a moment (epoch milliseconds), and gives how many. */
export async function deleteTakenOutBefore(db: Db, moment: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('lessons')
    .where('removedat', '<', moment)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
