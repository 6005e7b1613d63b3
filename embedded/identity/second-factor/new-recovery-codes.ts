import { findAccount } from '#embedded/identity/accounts/accounts.ts';
import { insertSecondFactorMail, type Mailing, type Seen } from '#embedded/identity/codes/mails.ts';
import type { IdentityDb } from '#embedded/identity/tables.ts';
import { makeCodes } from './recovery-codes.ts';

/**
 * Gives an account with a second factor ten new recovery codes in place of those before, and tells its mailbox;
 * undefined where it has none. The vendor knows no such codes, so no call of the protocol makes them: who shows
 * them has to see to it that only the owner does.
 */
export async function makeRecoveryCodes(
  tx: IdentityDb,
  mailing: Mailing,
  seen: Seen,
  localid: string,
): Promise<string[] | undefined> {
  const account = await findAccount(tx, localid);
  const codes = account && (await makeCodes(tx, localid));
  if (account && codes) await insertSecondFactorMail(tx, mailing, seen, account, 'codes');
  return codes;
}
