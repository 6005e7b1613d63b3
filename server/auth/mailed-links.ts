import { createHash, randomBytes } from 'node:crypto';
import type { LinkEnd, LinkStep } from '#contract/mailed-links.ts';
import { t } from '#languages/t.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import type { IdentityProvider } from '#server/services/identity-provider.ts';
import type { Caller } from './queries.ts';

/*
 * Links in mails by which what is asked is accepted. One proves the mailbox that it was sent to, so that its
 * reader needs no second mail; of its token a hash is kept.
 */

const TOKEN_BYTES = 32;

/** For so long after its end a link says why it works no more. */
export const LINK_TOLD_MS = 30 * 24 * 60 * 60_000;

/**
 * What the link of a mail carries, and what is kept of it. It is as random as a hash, so that one round of
 * SHA-256 hides it.
 */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: hashOf(token) };
}

export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

type Link = { email: string; until: number; ended: LinkEnd | null };

/** Throws for a link that there never was, and for one that works no more, with the reason. */
export function ensureLinkOpen<L extends Link>(link: L | undefined, now: number): L {
  ensure(link, 'claim-not-found');
  if (link.until > now) return link;
  throw new AppError(link.ended === null ? 'claim-expired' : `claim-${link.ended}`);
}

/** Throws unless the caller has the address that the mail went to, and has proved it. */
export function ensureRecipient<L extends Link>(
  link: L,
  { email, emailverified }: Pick<Caller, 'email' | 'emailverified'>,
): L {
  ensure(link.email === email, 'claim-other-address');
  if (emailverified === 0)
    throw new AppError('email-not-verified', {
      detail: () => t('errors.confirm_email_then_open'),
    });
  return link;
}

type Recipient = { email: string; caller: Caller | null; byAddress: IdentityProvider['byAddress'] };

/** What the reader of a link to this address does next. */
export async function stepOf({ email, caller, byAddress }: Recipient): Promise<LinkStep> {
  if (caller?.emailverified) return 'accept';
  if (!byAddress) return 'mail';
  return (await byAddress.isProved(email)) ? 'sign-in' : 'password';
}
