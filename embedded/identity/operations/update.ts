import type * as z from 'zod';
import type { Update, UpdateAnswer } from '#contract/protocols/identity.ts';
import {
  checkNewPassword,
  deleteProviders,
  findAccount,
  findProviders,
  providerUserInfo,
  readEmailFor,
} from '#embedded/identity/accounts/accounts.ts';
import { changeCredentials, countChange, ensureMayTake } from '#embedded/identity/accounts/credentials.ts';
import { applyCode } from '#embedded/identity/codes/apply-code.ts';
import { ensure } from '#embedded/identity/errors.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';
import type { AccountRow } from '#embedded/identity/tables.ts';
import { authenticate, ensureRecentSignIn, type TokenPair } from '#embedded/identity/tokens/tokens.ts';

type Input = z.output<typeof Update>;
type Answer = z.input<typeof UpdateAnswer>;

/** Changes the account of an ID token, or applies a mailed code. */
export async function update(identity: Identity, input: Input, caller: Caller): Promise<Answer> {
  ensure(
    input.idToken !== undefined || input.oobCode !== undefined,
    'INVALID_REQ_TYPE : Unsupported request parameters.',
  );
  ensure(input.customAttributes === undefined, 'INSUFFICIENT_PERMISSION');
  if (input.idToken === undefined)
    return answerOf(identity, await applyCode(identity, input.oobCode, caller));
  return updateOwn(identity, input, caller);
}

async function updateOwn(identity: Identity, input: Input, caller: Caller): Promise<Answer> {
  const { account, signIn } = await authenticate(identity, input.idToken);
  ensure(input.disableUser === undefined, 'OPERATION_NOT_ALLOWED');
  // The vendor's emulator lets a user claim any person of a provider by this field, without proof.
  ensure(input.linkProviderUserInfo === undefined, 'OPERATION_NOT_ALLOWED');

  const { password } = input;
  const asked = input.email === undefined ? undefined : readEmailFor(account, input.email);
  const email = asked === account.email ? undefined : asked;
  // The password is checked before anything is looked up, so that a bad one reveals nothing of addresses.
  if (password !== undefined) checkNewPassword(password);
  const opensDifferently = email !== undefined || password !== undefined;
  const endsSessions = opensDifferently || input.validSince !== undefined;
  if (opensDifferently) await countChange(identity, account, signIn, caller);
  else if (input.deleteProvider?.length) ensureRecentSignIn(identity, signIn);
  if (email !== undefined) await ensureMayTake(identity, account, email);

  await updateProfile(identity, account, input);
  if (!endsSessions) return answerOf(identity, account);
  const changed = await changeCredentials(identity, account, signIn, { email, password }, caller);
  if (!opensDifferently && !input.returnSecureToken) return answerOf(identity, account);
  return { ...(await answerOf(identity, account, changed.tokens)), newEmail: email };
}

async function updateProfile(identity: Identity, account: AccountRow, input: Input): Promise<void> {
  const { displayName, photoUrl, deleteProvider } = input;
  const changes: Partial<AccountRow> = {
    ...(displayName !== undefined && { displayname: displayName || null }),
    ...(photoUrl !== undefined && { photourl: photoUrl || null }),
    ...(deleteProvider?.includes('password') && { passwordhash: null }),
  };
  await identity.db.transaction().execute(async (tx) => {
    if (Object.keys(changes).length > 0) {
      await tx.updateTable('identity_accounts').set(changes).where('localid', '=', account.localid).execute();
    }
    if (deleteProvider?.length) await deleteProviders(tx, account.localid, deleteProvider);
  });
}

async function answerOf({ db }: Identity, { localid }: AccountRow, tokens?: TokenPair): Promise<Answer> {
  const account = await findAccount(db, localid);
  ensure(account, 'USER_NOT_FOUND');
  return {
    kind: 'identitytoolkit#SetAccountInfoResponse',
    localId: account.localid,
    email: account.email,
    emailVerified: account.emailverified === 1,
    displayName: account.displayname ?? undefined,
    photoUrl: account.photourl ?? undefined,
    providerUserInfo: providerUserInfo(account, await findProviders(db, localid)),
    ...tokens,
  };
}
