import { newId } from '#server/database/ids.ts';
import type { Db } from '#server/database/schema.ts';
import type { Identity } from '#server/services/identity-provider.ts';

/** In how many browsers a person may be signed in; past that the one not seen for longest is signed out. */
export const SIGN_INS_MAX = 20;

const SECOND_MS = 1000;
const DAY_MS = 24 * 60 * 60_000;
/**
 * How long after a proof its first sign-in may be opened. Later it must be one the school knows, so ended
 * ones may be forgotten.
 */
const NEW_PROOF_MS = DAY_MS;
/** A browser that has not been seen for this long has to sign in again; the identity service's own rule. */
const IDLE_MS = 400 * DAY_MS;

/**
 * An authentication at the identity service; one may be carried to several browsers, each of which is a
 * sign-in.
 */
type Proof = { userid: string; authtime: number };

/**
 * Whether a proof may open a sign-in: one whose sign-ins were never ended, in whatever browser (its ID token
 * may have been carried to another), and that is known or new. `authtime` counts whole seconds, so that
 * anyone who signs out and in again within one counts as signed in.
 */
export async function mayOpenSignIn(db: Db, { userid, authtime }: Proof, now: number): Promise<boolean> {
  const known = await db
    .selectFrom('signins')
    .select('endedat')
    .where('userid', '=', userid)
    .where('authtime', '=', authtime)
    .execute();
  if (known.some(({ endedat }) => endedat !== null && endedat >= authtime + SECOND_MS)) return false;
  return known.length > 0 || now - authtime <= NEW_PROOF_MS;
}

/**
 * Whether the school has ended the sign-ins of a proof: its ID token and those renewed from it are then
 * refused. One that has asked for its account to be deleted, by which they end, may ask again.
 */
export async function hasEnded(
  db: Db,
  { uid, authTime: authtime }: Pick<Identity, 'uid' | 'authTime'>,
): Promise<boolean> {
  const ended = db
    .selectFrom('signins')
    .innerJoin('users', 'users._id', 'signins.userid')
    .select('signins._id')
    .where('users.uid', '=', uid)
    .where('users.leavesat', 'is', null)
    .where('signins.authtime', '=', authtime)
    .where('signins.endedat', '>=', authtime + SECOND_MS)
    .limit(1);
  return (await ended.executeTakeFirst()) !== undefined;
}

/**
 * The sign-in of a proof in one browser: made when new, seen again otherwise. Gives its id, undefined when it
 * was ended.
 */
export async function upsertSignIn(
  db: Db,
  signIn: Proof & { useragent: string; now: number },
): Promise<string | undefined> {
  const { now, ...fields } = signIn;
  const row = await db
    .insertInto('signins')
    .values({ ...fields, _id: newId(now), createdat: now, seenat: now, endedat: null })
    .onConflict((c) =>
      c
        .columns(['userid', 'authtime', 'useragent'])
        .doUpdateSet({ seenat: now, endedat: null })
        .where((where) =>
          where.or([
            where('signins.endedat', 'is', null),
            where('signins.endedat', '<', signIn.authtime + SECOND_MS),
          ]),
        ),
    )
    .returning('_id')
    .executeTakeFirst();
  return row?._id;
}

/**
 * Deletes a person's sign-ins, but the one they use, that were last seen before the identity service ended
 * them.
 */
export async function deleteSignInsBefore(
  db: Db,
  { userid, id, validSince }: { userid: string; id: string; validSince: number },
) {
  await db
    .deleteFrom('signins')
    .where('userid', '=', userid)
    .where('_id', '<>', id)
    .where('seenat', '<', validSince)
    .execute();
}

/**
 * Deletes what goes beyond `SIGN_INS_MAX` open sign-ins of a person, the ones not seen for longest, never the
 * one they use.
 */
export async function deleteSurplusSignIns(db: Db, { userid, id }: { userid: string; id: string }) {
  const kept = db
    .selectFrom('signins')
    .select('_id')
    .where('userid', '=', userid)
    .where('endedat', 'is', null)
    .where('_id', '<>', id)
    .orderBy('seenat', 'desc')
    .orderBy('_id', 'desc')
    .limit(SIGN_INS_MAX - 1);
  await db
    .deleteFrom('signins')
    .where('userid', '=', userid)
    .where('endedat', 'is', null)
    .where('_id', '<>', id)
    .where('_id', 'not in', kept)
    .execute();
}

/**
 * Deletes sign-ins that nothing has to be remembered of: long ended, or not seen for as long as a browser
 * stays signed in.
 */
export async function deleteSpentSignIns(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('signins')
    .where('endedat', '<', now - NEW_PROOF_MS)
    .execute();
  await db
    .deleteFrom('signins')
    .where('seenat', '<', now - IDLE_MS)
    .execute();
}

type Ending = {
  userid: string;
  id?: string;
  now: number;
  /**
   * Whether the proof counts no more though it was given in this very second; who signs out may sign in again
   * within it.
   */
  isFinal?: boolean;
};

/** Ends one sign-in of an account, or all; gives how many ended. */
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

/** Deletes every sign-in of an account. */
export async function deleteSignIns(tx: Db, userid: string) {
  await tx.deleteFrom('signins').where('userid', '=', userid).execute();
}

/** The account's sign-ins, the latest seen first. */
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

/** Tells which of an account's sign-ins is the one that asks. */
export const markCurrent = <S extends { _id: string }>(signIns: readonly S[], signinid: string) =>
  signIns.map((signIn) => ({ ...signIn, current: signIn._id === signinid }));
