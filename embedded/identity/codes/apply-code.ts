import { findAccount, isTaken } from '#embedded/identity/accounts/accounts.ts';
import { bringBack, moveAccount } from '#embedded/identity/accounts/credentials.ts';
import { ensure, refuse } from '#embedded/identity/errors.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';
import type { AccountRow, CodeRow, IdentityDb } from '#embedded/identity/tables.ts';
import { consumeCode, ensureCurrent, findCode, isWayBack } from './codes.ts';

const APPLICABLE = [
  'VERIFY_EMAIL',
  'VERIFY_AND_CHANGE_EMAIL',
  'RECOVER_EMAIL',
  'REVERT_SECOND_FACTOR_ADDITION',
] as const;

/**
 * Applies a mailed code about an address or a second factor; returns the account that it belongs to. Throws the refusals of a
 * code.
 */
export async function applyCode(
  identity: Identity,
  oobCode: string | undefined,
  caller: Caller,
): Promise<AccountRow> {
  const { db, now } = identity;
  const code = await findCode(db, now(), oobCode, APPLICABLE);
  const account = await findAccount(db, code.localid ?? '');
  // The account a way back belongs to may have changed any number of times.
  if (!isWayBack(code.kind)) ensureCurrent(code, account);
  ensure(account, 'INVALID_OOB_CODE');
  ensure(!account.disabled, 'USER_DISABLED');

  const applied = await db
    .transaction()
    .execute((tx) => {
      if (code.kind === 'VERIFY_EMAIL') return verify(tx, account, code);
      if (isWayBack(code.kind)) return bringBack(tx, identity, account, code);
      const email = code.newemail ?? refuse('INVALID_OOB_CODE');
      return moveAccount(tx, identity, caller, account, { email }, code);
    })
    .catch((error) => (isTaken(error) ? refuse('EMAIL_EXISTS') : Promise.reject(error)));
  return applied ?? refuse('INVALID_OOB_CODE');
}

async function verify(tx: IdentityDb, account: AccountRow, code: CodeRow): Promise<AccountRow | undefined> {
  const verified = await tx
    .updateTable('identity_accounts')
    .set({ emailverified: 1 })
    .where('localid', '=', account.localid)
    .where('epoch', '=', account.epoch)
    .returningAll()
    .executeTakeFirst();
  await consumeCode(tx, code);
  return verified;
}
