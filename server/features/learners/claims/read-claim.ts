import type * as z from 'zod';
import type { Claim } from '#contract/learners/schema.ts';
import { ensureLinkOpen, stepOf } from '#server/auth/mailed-links.ts';
import { type Caller, findUserByEmail, isEnabled } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import type { LearnerRow } from '#server/features/learners/queries.ts';
import { ensure } from '#server/http/errors.ts';
import type { IdentityProvider } from '#server/services/identity-provider.ts';
import type { ClaimRow } from './queries.ts';
import * as queries from './queries.ts';

/** As `IdentityProvider.currentEpoch`. */
export type CurrentEpoch = IdentityProvider['currentEpoch'];
/** What links of claims are opened with. */
export type Claims = {
  db: Db;
  now: () => number;
  currentEpoch: CurrentEpoch;
  byAddress: IdentityProvider['byAddress'];
};
/** The reader of a claim's link; signed in or not. */
export type Opening = { token: string; caller: Caller | null };

/**
 * What the recipient of a mail is asked, and what they do next: the link proves that the mailbox is theirs.
 * Throws `claim-not-found`, how it ended, and `claim-other-address` for a caller who is signed in with
 * another.
 */
export async function readClaim(claims: Claims, opening: Opening): Promise<z.output<typeof Claim>> {
  const { db, byAddress } = claims;
  const { caller } = opening;
  const claim = await openLink(claims, opening);
  const { userid, ...learner } = await findAsked(db, claim);
  const by = await db.selectFrom('users').select('name').where('_id', '=', claim.byid).executeTakeFirst();
  const own = await queries.findOwnLearners(db, userid);
  const meant = own.filter(({ _id, self }) =>
    claim.kind === 'family' ? self === 0 : _id === claim.learnerid,
  );
  const names = meant.map(({ learnername }) => learnername);
  return {
    ...claim,
    byname: by?.name ?? '',
    learnernames: names,
    step: await stepOf({ email: claim.email, caller, byAddress }),
    name: await nameOf(db, claim, { ...learner, learnername: names[0] }),
  };
}

/**
 * What who accepts is called, as far as the school knows it from who asks or from an import, and not from the
 * account that signed up with the address.
 */
async function nameOf(
  db: Db,
  { kind, email }: ClaimRow,
  { learnername }: { learnername: string | undefined },
): Promise<string | null> {
  if (kind === 'takeover') return learnername ?? null;
  const user = await findUserByEmail(db, email);
  return user?.uid === null ? user.name : null;
}

/** The claim of a link, as far as its reader may see it. */
export async function openLink(
  { db, now, currentEpoch }: Claims,
  { token, caller }: Opening,
): Promise<ClaimRow> {
  const claim = ensureLinkOpen(await queries.findClaim(db, token), now());
  ensure(!caller || caller.email === claim.email, 'claim-other-address');
  await ensureEnabled(db, claim, currentEpoch);
  return claim;
}

/** Throws where the asking account can no longer be signed in to. */
export async function ensureEnabled(db: Db, { byid }: ClaimRow, currentEpoch: CurrentEpoch): Promise<void> {
  ensure(await isEnabled(db, byid, currentEpoch), 'claim-withdrawn');
}

/** The learner that a claim is about, while it is about one. */
export async function findAsked(db: Db, claim: ClaimRow) {
  const learner = await db
    .selectFrom('learners')
    .selectAll()
    .where('_id', '=', claim.learnerid)
    .executeTakeFirst();
  const recipient = await findUserByEmail(db, claim.email);
  return ensureAsked(claim, learner, recipient?._id);
}

/**
 * Whose the learner is must be as it was when the recipient was asked: a parent who has given the child away
 * makes no guardian of it.
 */
export function ensureAsked(
  { kind, byid }: ClaimRow,
  learner: LearnerRow | undefined,
  recipientid: string | undefined,
) {
  ensure(learner && learner.userid !== null, 'claim-withdrawn');
  const { userid } = learner;
  const isAsked = kind === 'family' ? userid === recipientid : userid === byid && userid !== recipientid;
  ensure(isAsked, 'claim-withdrawn');
  return { ...learner, userid };
}
