import type { LinkEnd } from '#contract/mailed-links.ts';
import type { Db } from '#server/database/schema.ts';
import { type Actor, INVITED, insertChange } from '#server/features/changes/index.ts';
import { deleteUnsentMails } from '#server/jobs/outbox.ts';
import * as queries from './queries.ts';

export const INVITATION_MAIL = 'invitation';

/**
 * Ends what is open, and takes the mail back where it has not been sent; gives what it was. Its link works no
 * more, and says why.
 */
export async function withdrawInvitations(
  tx: Db,
  { ended = 'withdrawn', ...which }: queries.Invited & { ended?: LinkEnd; now: number },
): Promise<queries.InvitationRow[]> {
  const invitations = await queries.endInvitations(tx, { ...which, ended });
  for (const { hash: ref } of invitations) await deleteUnsentMails(tx, { kind: INVITATION_MAIL, ref });
  return invitations;
}

type Logged = Pick<queries.InvitationRow, '_id' | 'role'> & {
  action: 'invited' | 'invited-again' | 'invitation-withdrawn';
  actor: Actor;
  now: number;
};

/** Adds a line to the log: of who is invited it holds the id, and the name is joined when it is read. */
export const logInvitation = (tx: Db, { _id, role, action, actor, now }: Logged): Promise<void> =>
  insertChange(tx, {
    about: 'user',
    subjectid: _id,
    subjectname: INVITED,
    action,
    after: role,
    actor,
    now,
  });
