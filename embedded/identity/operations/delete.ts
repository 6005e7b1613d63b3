import type * as z from 'zod';
import type { DeleteAnswer, WithIdToken } from '#contract/protocols/identity.ts';
import { deleteMailsOf } from '#embedded/identity/codes/mails.ts';
import type { Identity } from '#embedded/identity/options.ts';
import type { AccountRow } from '#embedded/identity/tables.ts';
import { authenticate, ensureRecentSignIn } from '#embedded/identity/tokens/tokens.ts';

/**
 * Deletes the account an ID token belongs to, with its providers, its codes and the mails about it that have
 * not been sent; its refresh tokens open nothing any more.
 */
export async function deleteAccount(
  identity: Identity,
  { idToken }: z.output<typeof WithIdToken>,
): Promise<z.input<typeof DeleteAnswer>> {
  const { account, signIn } = await authenticate(identity, idToken);
  ensureRecentSignIn(identity, signIn);
  await forgetAccount(identity, account);
  return { kind: 'identitytoolkit#DeleteAccountResponse' };
}

/** The same for an account whose owner is not signed in. */
export async function forgetAccount(
  identity: Pick<Identity, 'db' | 'deleteUnsentMails'>,
  account: AccountRow,
): Promise<void> {
  await identity.db.transaction().execute(async (tx) => {
    await deleteMailsOf(tx, identity, account);
    await tx.deleteFrom('identity_accounts').where('localid', '=', account.localid).execute();
  });
}
