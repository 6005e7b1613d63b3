import { ensure } from '#server/http/errors.ts';
import { type Claims, findAsked, type Opening, openLink } from './read-claim.ts';

/**
 * Gives the recipient of a mail an account with a password: the link in it proves the mailbox, as a
 * confirmation mail would. One that stood there unproved becomes theirs, and what was set up in it ends with
 * its sessions. Throws what `readClaim` throws, and `claim-sign-in` where the account is proved: a link never
 * sets its password.
 */
export async function openClaimedAccount(
  claims: Claims,
  { password, name, ...opening }: Opening & { password: string; name: string },
): Promise<{ email: string }> {
  const claim = await openLink(claims, opening);
  await findAsked(claims.db, claim);
  const { email } = claim;
  ensure(await claims.byAddress?.open({ email, password, name }), 'claim-sign-in');
  return { email };
}
