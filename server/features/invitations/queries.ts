import type { LinkEnd } from '#contract/mailed-links.ts';
import { hashOf, LINK_TOLD_MS } from '#server/auth/mailed-links.ts';
import type { Db, NewRow, Row } from '#server/database/schema.ts';

export type InvitationRow = Row<'invitations'>;

export async function insertInvitation(tx: Db, invitation: NewRow<'invitations'>): Promise<void> {
  await tx.insertInto('invitations').values(invitation).execute();
}

export async function findInvitation(db: Db, token: string): Promise<InvitationRow | undefined> {
  return db.selectFrom('invitations').selectAll().where('hash', '=', hashOf(token)).executeTakeFirst();
}

/** The invitation of a token, or with an id, locked until the transaction ends. */
export async function lockInvitation(
  tx: Db,
  which: { token: string } | { id: string },
): Promise<InvitationRow | undefined> {
  const invitations = tx.selectFrom('invitations').selectAll();
  const one =
    'token' in which
      ? invitations.where('hash', '=', hashOf(which.token))
      : invitations.where('_id', '=', which.id);
  return one.forNoKeyUpdate('invitations').executeTakeFirst();
}

/** Those that are open with who invited, the newest first: all, or an account's. */
export async function findOpen(db: Db, { now, byid }: { now: number; byid?: string }) {
  return db
    .selectFrom('invitations')
    .innerJoin('users', 'users._id', 'invitations.byid')
    .selectAll('invitations')
    .select('users.name as byname')
    .where('invitations.until', '>', now)
    .$if(byid !== undefined, (own) => own.where('byid', '=', byid ?? ''))
    .orderBy('invitations._id', 'desc')
    .execute();
}

/** One, or all to an address, or all of an admin. */
export type Invited = { _id: string } | { email: string } | { byid: string };

/** Ends those that are open; gives what they were. */
export async function endInvitations(
  tx: Db,
  { now, ended, ...which }: Invited & { ended: LinkEnd; now: number },
): Promise<InvitationRow[]> {
  return tx
    .updateTable('invitations')
    .set({ until: now, ended })
    .where('until', '>', now)
    .where(({ eb, and }) =>
      and([
        ...('_id' in which ? [eb('_id', '=', which._id)] : []),
        ...('email' in which ? [eb('email', '=', which.email)] : []),
        ...('byid' in which ? [eb('byid', '=', which.byid)] : []),
      ]),
    )
    .returningAll()
    .execute();
}

/**
 * When an account invited, or an address was invited, since a moment: the earliest first, no more than
 * `limit`.
 */
export async function findInvited(
  db: Db,
  { since, limit, ...whose }: ({ byid: string } | { email: string }) & { since: number; limit: number },
): Promise<number[]> {
  const invited = await db
    .selectFrom('invitations')
    .select('createdat')
    .$if('byid' in whose, (own) => own.where('byid', '=', 'byid' in whose ? whose.byid : ''))
    .$if('email' in whose, (some) => some.where('email', '=', 'email' in whose ? whose.email : ''))
    .where('createdat', '>', since)
    .orderBy('createdat', 'desc')
    .limit(limit)
    .execute();
  return invited.map(({ createdat }) => createdat).toReversed();
}

/** Deletes what has been over for a month: until then a link can say why it works no more. */
export async function deleteOldInvitations(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('invitations')
    .where('until', '<', now - LINK_TOLD_MS)
    .execute();
}

/** What an account that is deleted was invited to. */
export async function deleteInvitationsTo(tx: Db, email: string): Promise<void> {
  await tx.deleteFrom('invitations').where('email', '=', email).execute();
}

/** The classes that an instructor is to be given. */
export const classidsOf = ({ classids }: Pick<InvitationRow, 'classids'>): string[] =>
  classids.split(' ').filter(Boolean);
