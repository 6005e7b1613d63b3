import type { Db } from '#server/database/schema.ts';

/** Identity services tell the moment of a proof in whole seconds. */
const SECOND_MS = 1000;

/** Where somebody is signed in, the latest seen first. */
export async function findOpenSignIns(db: Db, userid: string) {
  return db
    .selectFrom('signins')
    .select(['_id', 'useragent', 'createdat', 'seenat'])
    .where('userid', '=', userid)
    .where('endedat', 'is', null)
    .orderBy('seenat', 'desc')
    .orderBy('_id', 'desc')
    .execute();
}

type Ending = {
  userid: string;
  id?: string;
  now: number;
  /** Whether the proof counts no more though it was given in this very second; who signs out may sign in again within it. */
  isFinal?: boolean;
};

/** Ends one sign-in of a person's, or all; gives how many ended. */
export async function endSignIns(db: Db, { userid, id, now, isFinal = false }: Ending): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('signins')
    .set((eb) => ({
      endedat: isFinal
        ? eb
            .case()
            .when('authtime', '>', now - SECOND_MS)
            .then(eb('authtime', '+', SECOND_MS))
            .else(now)
            .end()
        : now,
    }))
    .where('userid', '=', userid)
    .where('endedat', 'is', null)
    .$if(id !== undefined, (update) => update.where('_id', '=', id ?? ''))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Sign-ins before `now` count no longer. An ID token tells its moment in whole seconds, so this does too. */
export async function refuseOlderSignIns(db: Db, { userid, now }: { userid: string; now: number }) {
  const validsince = Math.floor(now / 1000) * 1000;
  await db.updateTable('users').set({ validsince }).where('_id', '=', userid).execute();
}

/** Deletes every sign-in of a person's. */
export async function deleteSignIns(tx: Db, userid: string) {
  await tx.deleteFrom('signins').where('userid', '=', userid).execute();
}

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
