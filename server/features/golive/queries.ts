import type { Db } from '#server/database/schema.ts';

/** Whether visitors find a class. */
export async function hasApprovedClass(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('classes')
    .select('_id')
    .where('status', '=', 'approved')
    .where('deletedat', 'is', null)
    // In the order of an index, of which one row is enough.
    .orderBy('_id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
