import type { Db } from '#server/database/schema.ts';

/** Notes that an account is gone here, until it is gone at the identity service too. */
export async function insertErasure(tx: Db, erasure: { uid: string; createdat: number }) {
  await tx
    .insertInto('erasures')
    .values(erasure)
    .onConflict((c) => c.column('uid').doNothing())
    .execute();
}

export async function isErased(db: Db, uid: string): Promise<boolean> {
  const erasure = db.selectFrom('erasures').select('uid').where('uid', '=', uid);
  return (await erasure.executeTakeFirst()) !== undefined;
}

export async function deleteErasure(db: Db, uid: string) {
  await db.deleteFrom('erasures').where('uid', '=', uid).execute();
}

export async function findErasures(db: Db): Promise<string[]> {
  const erasures = await db.selectFrom('erasures').select('uid').orderBy('uid').limit(100).execute();
  return erasures.map(({ uid }) => uid);
}
