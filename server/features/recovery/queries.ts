import type { Db } from '#server/database/schema.ts';
import type { SetUp } from '#server/features/feature.ts';

const ENDED_MAX = 100;

type Kept = { createdat: number; ended: SetUp[] };

export async function findRecovery(db: Db, userid: string): Promise<Kept | undefined> {
  const found = await db.selectFrom('recoveries').selectAll().where('userid', '=', userid).executeTakeFirst();
  return found && { createdat: found.createdat, ended: JSON.parse(found.ended) };
}

/** Keeps what ended, after what had ended before and was not looked at. */
export async function noteRecovery(
  tx: Db,
  { userid, ended, now }: { userid: string; ended: readonly SetUp[]; now: number },
): Promise<void> {
  const before = (await findRecovery(tx, userid))?.ended ?? [];
  const kept = { ended: JSON.stringify([...ended, ...before].slice(0, ENDED_MAX)), createdat: now };
  await tx
    .insertInto('recoveries')
    .values({ userid, ...kept })
    .onConflict((c) => c.column('userid').doUpdateSet(kept))
    .execute();
}

export async function deleteRecovery(db: Db, userid: string): Promise<number> {
  const deleted = await db.deleteFrom('recoveries').where('userid', '=', userid).executeTakeFirstOrThrow();
  return Number(deleted.numDeletedRows);
}

/** Whether the owner has something to look at. */
export async function isRecovered(db: Db, userid: string): Promise<boolean> {
  const recovery = db.selectFrom('recoveries').select('userid').where('userid', '=', userid);
  return (await recovery.executeTakeFirst()) !== undefined;
}
