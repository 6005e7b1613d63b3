import type * as z from 'zod';
import type { SignInWithPasswordAnswer } from '#contract/protocols/identity.ts';
import { ensure, refuse } from '#embedded/identity/errors.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';
import type { AccountRow, IdentityDb, PendingSignInRow, SecondFactorRow } from '#embedded/identity/tables.ts';
import {
  hashOf,
  openSignedInSession,
  randomSecret,
  type SignIn,
  tokenPair,
} from '#embedded/identity/tokens/tokens.ts';
import { findFactor, mfaInfoOf } from './factors.ts';

/** Long enough to find the phone. */
const PENDING_MS = 10 * 60_000;
const TRIES = 5;

/** What the first factor opens: a session, or the way to the second factor. */
export type Entry = { refreshToken: string } | { pending: string; factor: SecondFactorRow };

/**
 * Lets a person in who has shown the first factor of an account, as far as it goes. The account must have been
 * read before, so that neither a session nor a pending sign-in outlives a change of the second factor.
 */
export async function enter(
  tx: IdentityDb,
  now: number,
  account: AccountRow,
  signIn: SignIn,
): Promise<Entry> {
  const { localid, epoch } = account;
  const factor = await findFactor(tx, localid);
  if (!factor) return { refreshToken: await openSignedInSession(tx, now, account, signIn) };
  const pending = randomSecret();
  const { provider } = signIn;
  const row = { hash: hashOf(pending), localid, provider, epoch, tries: 0, expiresat: now + PENDING_MS };
  await tx.insertInto('identity_pending_sign_ins').values(row).execute();
  return { pending, factor };
}

type Answer = Pick<
  z.input<typeof SignInWithPasswordAnswer>,
  'idToken' | 'refreshToken' | 'expiresIn' | 'mfaPendingCredential' | 'mfaInfo'
>;

/** What a client gets for it: tokens, or what the SDK asks for the second factor with. */
export async function answerTo(
  identity: Identity,
  caller: Caller,
  account: AccountRow,
  signIn: SignIn,
  entry: Entry,
): Promise<Answer> {
  if ('refreshToken' in entry) return tokenPair(identity, caller, account, signIn, entry.refreshToken);
  return { mfaPendingCredential: entry.pending, mfaInfo: [mfaInfoOf(entry.factor)] };
}

/** Reads what a pending sign-in stands for. Throws INVALID_MFA_PENDING_CREDENTIAL. */
export async function findPending(
  db: IdentityDb,
  now: number,
  credential: string,
): Promise<PendingSignInRow> {
  const row = await db
    .selectFrom('identity_pending_sign_ins')
    .selectAll()
    .where('hash', '=', hashOf(credential))
    .executeTakeFirst();
  ensure(row && now < row.expiresat, 'INVALID_MFA_PENDING_CREDENTIAL');
  return row;
}

/** Takes one of its tries, before anything is compared: parallel ones cannot slip through. */
export async function takeTry(db: IdentityDb, { hash }: PendingSignInRow): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('identity_pending_sign_ins')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('hash', '=', hash)
    .where('tries', '<', TRIES)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) refuse('INVALID_MFA_PENDING_CREDENTIAL');
}

/** Uses it up; of several at once one succeeds. */
export async function consumePending(tx: IdentityDb, { hash }: PendingSignInRow): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('identity_pending_sign_ins')
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (numDeletedRows !== 1n) refuse('INVALID_MFA_PENDING_CREDENTIAL');
}
