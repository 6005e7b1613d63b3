import type * as z from 'zod';
import type { MailedInvitation } from '#contract/invitations/schema.ts';
import { ensureLinkOpen, stepOf } from '#server/auth/mailed-links.ts';
import { type Caller, isEnabled } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { ensure } from '#server/http/errors.ts';
import type { IdentityProvider } from '#server/services/identity-provider.ts';
import * as queries from './queries.ts';

/** What links of invitations are opened with. */
export type Links = {
  db: Db;
  now: () => number;
  /** As `IdentityProvider.currentEpoch`. */
  currentEpoch: IdentityProvider['currentEpoch'];
  byAddress: IdentityProvider['byAddress'];
};
/** The reader of a link; signed in or not. */
export type Opening = { token: string; caller: Caller | null };

/**
 * What the recipient of a mail is asked, and what they do next: the link proves that the mailbox is theirs.
 * Throws `claim-not-found`, how it ended, and `claim-other-address` for a caller who is signed in with
 * another.
 */
export async function readInvitation(
  links: Links,
  opening: Opening,
): Promise<z.output<typeof MailedInvitation>> {
  const { db, byAddress } = links;
  const { invitation, by } = await openLink(links, opening);
  const { email } = invitation;
  const [step, classes] = await Promise.all([
    stepOf({ email, caller: opening.caller, byAddress }),
    findClassesOf(db, invitation),
  ]);
  return {
    ...invitation,
    byname: by.name,
    step,
    classnames: classes.map(({ classname }) => classname),
  };
}

/** The invitation of a link, as far as its reader may see it, and who sent it. Throws as `readInvitation` does. */
export async function openLink({ db, now, currentEpoch }: Links, { token, caller }: Opening) {
  const invitation = ensureLinkOpen(await queries.findInvitation(db, token), now());
  ensure(!caller || caller.email === invitation.email, 'claim-other-address');
  return { invitation, by: await findInviting(db, invitation, currentEpoch) };
}

/** Who sent it. Throws `claim-withdrawn` where they are no admin any more, or cannot be signed in to. */
export async function findInviting(
  db: Db,
  { byid }: queries.InvitationRow,
  currentEpoch: Links['currentEpoch'],
) {
  const by = await db
    .selectFrom('users')
    .select(['_id', 'name'])
    .where('_id', '=', byid)
    .where('role', '=', 'admin')
    .executeTakeFirst();
  ensure(by && (await isEnabled(db, byid, currentEpoch)), 'claim-withdrawn');
  return by;
}

/** The classes of an invitation that are still there, as the admin chose them. */
export async function findClassesOf(db: Db, invitation: Pick<queries.InvitationRow, 'classids'>) {
  const ids = queries.classidsOf(invitation);
  const classes = new Map((await findClassesById(db, ids)).map((one) => [one._id, one]));
  return ids.flatMap((id) => classes.get(id) ?? []).filter(({ deletedat }) => deletedat === null);
}
