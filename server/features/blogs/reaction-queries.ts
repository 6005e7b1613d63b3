import type { Db } from '#server/database/schema.ts';

type Of = { blogid: string; userid: string };

/** Whether a person likes a post. */
export async function hasReaction(db: Db, { blogid, userid }: Of): Promise<boolean> {
  const found = await db
    .selectFrom('reactions')
    .select('blogid')
    .where('blogid', '=', blogid)
    .where('userid', '=', userid)
    .executeTakeFirst();
  return found !== undefined;
}

/** Adds a person's reaction; false where it is there already. */
export async function insertReaction(
  tx: Db,
  { blogid, userid, now }: Of & { now: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('reactions')
    .values({ blogid, userid, createdat: now })
    .onConflict((conflict) => conflict.columns(['blogid', 'userid']).doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) === 1;
}

/** Takes it back; false where there was none. */
export async function deleteReaction(tx: Db, { blogid, userid }: Of): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('reactions')
    .where('blogid', '=', blogid)
    .where('userid', '=', userid)
    .executeTakeFirst();
  return Number(numDeletedRows) === 1;
}

/** Keeps a post's count with its reactions: `by` of them came or went. */
export async function addToCount(tx: Db, blogid: string, by: 1 | -1): Promise<void> {
  await tx
    .updateTable('blogs')
    .set((of) => ({ reactionscount: of('reactionscount', '+', by) }))
    .where('_id', '=', blogid)
    .execute();
}

/** Which posts a person likes, since when. */
export async function findReactionsOf(db: Db, userid: string) {
  return db
    .selectFrom('reactions')
    .innerJoin('blogs', 'blogs._id', 'reactions.blogid')
    .select(['reactions.blogid', 'blogs.title', 'reactions.createdat'])
    .where('reactions.userid', '=', userid)
    .orderBy('reactions.blogid')
    .execute();
}
