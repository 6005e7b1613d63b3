import { sql } from 'kysely';
import type { Db, Row } from '#server/database/schema.ts';

/** The acting user of a call, and the sign-in it belongs to. */
export type Caller = Pick<Row<'users'>, '_id' | 'email' | 'name' | 'photoURL' | 'role' | 'emailverified'> & {
  sessionid: string;
};

/** The user of a running session, with the role of this very moment; null when another account has become theirs since. */
export async function findCaller(
  db: Db,
  { userid, sessionid, uid }: { userid: string; sessionid: string; uid: string },
): Promise<Caller | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users._id', 'sessions.userid')
    .select([
      'users._id',
      'users.email',
      'users.name',
      'users.photoURL',
      'users.role',
      'users.emailverified',
      'sessions._id as sessionid',
    ])
    .where('sessions._id', '=', sessionid)
    .where('sessions.userid', '=', userid)
    .where('sessions.endedat', 'is', null)
    .where('users.uid', '=', uid)
    .executeTakeFirst();
  return row ?? null;
}

export async function findUserByUid(db: Db, uid: string) {
  return db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst();
}

export async function findUserByEmail(db: Db, email: string) {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

/** A user's row as it is now, locked until the transaction ends; `for update` is PostgreSQL's alone. */
export async function lockUser(tx: Db, id: string) {
  return tx
    .updateTable('users')
    .set({ role: sql.ref('role') })
    .where('_id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** The same by address; undefined when nobody has it (any more). */
export async function lockUserByEmail(tx: Db, email: string) {
  return tx
    .updateTable('users')
    .set({ role: sql.ref('role') })
    .where('email', '=', email)
    .returningAll()
    .executeTakeFirst();
}

/** Keeps what the identity service says of the address. */
export async function updateEmailVerified(tx: Db, id: string, emailverified: 0 | 1) {
  await tx.updateTable('users').set({ emailverified }).where('_id', '=', id).execute();
}
