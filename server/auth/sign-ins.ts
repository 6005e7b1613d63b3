import { newId } from '#server/database/ids.ts';
import type { Db } from '#server/database/schema.ts';

/** In how many browsers a person may be signed in; past that the one not seen for longest is signed out. */
export const SESSIONS_MAX = 20;

const SECOND_MS = 1000;
const DAY_MS = 24 * 60 * 60_000;
/** How long after a sign-in its first session may be opened. Later it must be one the school knows, so ended ones may be forgotten. */
const NEW_SIGN_IN_MS = DAY_MS;
/** A browser that has not been seen for this long has to sign in again; the identity service's own rule. */
const IDLE_MS = 400 * DAY_MS;

export type SignIn = { userid: string; authtime: number };

/**
 * Whether a sign-in may have a session: one that was never ended, in whatever browser (its ID token may have been carried to
 * another), and that is known or new. `authtime` counts whole seconds, so that whoever signs out and in again within one counts as
 * signed in.
 */
export async function isSignInOpen(db: Db, { userid, authtime }: SignIn, now: number): Promise<boolean> {
  const known = await db
    .selectFrom('sessions')
    .select('endedat')
    .where('userid', '=', userid)
    .where('authtime', '=', authtime)
    .execute();
  if (known.some(({ endedat }) => endedat !== null && endedat >= authtime + SECOND_MS)) return false;
  return known.length > 0 || now - authtime <= NEW_SIGN_IN_MS;
}

/** The session of a sign-in in one browser: made when new, seen again otherwise. Gives its id, undefined when it was ended. */
export async function upsertSession(
  db: Db,
  session: SignIn & { useragent: string; now: number },
): Promise<string | undefined> {
  const { now, ...signIn } = session;
  const row = await db
    .insertInto('sessions')
    .values({ ...signIn, _id: newId(now), createdat: now, seenat: now, endedat: null })
    .onConflict((c) =>
      c
        .columns(['userid', 'authtime', 'useragent'])
        .doUpdateSet({ seenat: now, endedat: null })
        .where((where) =>
          where.or([
            where('sessions.endedat', 'is', null),
            where('sessions.endedat', '<', signIn.authtime + SECOND_MS),
          ]),
        ),
    )
    .returning('_id')
    .executeTakeFirst();
  return row?._id;
}

/** Deletes a person's sessions, but the one they use, that were last seen before the identity service ended them. */
export async function deleteSessionsBefore(
  db: Db,
  { userid, id, validSince }: { userid: string; id: string; validSince: number },
) {
  await db
    .deleteFrom('sessions')
    .where('userid', '=', userid)
    .where('_id', '<>', id)
    .where('seenat', '<', validSince)
    .execute();
}

/** Deletes what goes beyond `SESSIONS_MAX` open sessions of a person, the ones not seen for longest, never the one they use. */
export async function deleteSurplusSessions(db: Db, { userid, id }: { userid: string; id: string }) {
  const kept = db
    .selectFrom('sessions')
    .select('_id')
    .where('userid', '=', userid)
    .where('endedat', 'is', null)
    .where('_id', '<>', id)
    .orderBy('seenat', 'desc')
    .orderBy('_id', 'desc')
    .limit(SESSIONS_MAX - 1);
  await db
    .deleteFrom('sessions')
    .where('userid', '=', userid)
    .where('endedat', 'is', null)
    .where('_id', '<>', id)
    .where('_id', 'not in', kept)
    .execute();
}

/** Deletes sessions that nothing has to be remembered of: long ended, or not seen for as long as a browser stays signed in. */
export async function deleteSpentSessions(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('endedat', '<', now - NEW_SIGN_IN_MS)
    .execute();
  await db
    .deleteFrom('sessions')
    .where('seenat', '<', now - IDLE_MS)
    .execute();
}
