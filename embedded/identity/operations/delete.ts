import type * as z from 'zod';
import type { DeleteAnswer, WithIdToken } from '#contract/protocols/identity.ts';
import type { Identity } from '#embedded/identity/options.ts';
import { authenticate, ensureRecentSignIn } from '#embedded/identity/tokens.ts';

/** Deletes the account an ID token belongs to, with its providers and codes; its refresh tokens open nothing any more. */
export async function deleteAccount(
  identity: Identity,
  { idToken }: z.output<typeof WithIdToken>,
): Promise<z.input<typeof DeleteAnswer>> {
  const { account, signIn } = await authenticate(identity, idToken);
  ensureRecentSignIn(identity, signIn);
  await identity.db.deleteFrom('identity_accounts').where('localid', '=', account.localid).execute();
  return { kind: 'identitytoolkit#DeleteAccountResponse' };
}
