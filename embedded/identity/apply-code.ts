import { findAccount, isTaken, updateAndEndSessions } from './accounts.ts';
import { findCode, spendCode } from './codes.ts';
import { ensure, refuse } from './errors.ts';
import type { Identity } from './options.ts';
import type { AccountRow, CodeKind } from './tables.ts';

const APPLICABLE: readonly CodeKind[] = ['VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL', 'RECOVER_EMAIL'];

/** Does what a mailed code about an address stands for; gives the account it belongs to. Throws the refusals of a code. */
export async function applyCode(identity: Identity, oobCode: string | undefined): Promise<AccountRow> {
  const { db, now } = identity;
  const code = await findCode(db, now(), oobCode, APPLICABLE);
  const account = await findAccount(db, code.localid ?? '');
  // A code is bound to the address it was made for.
  const bound = code.kind === 'RECOVER_EMAIL' ? code.newemail : code.email;
  ensure(account && account.email === bound, 'INVALID_OOB_CODE');
  ensure(!account.disabled, 'USER_DISABLED');

  return db
    .transaction()
    .execute(async (tx) => {
      await spendCode(tx, code);
      if (code.kind === 'VERIFY_EMAIL') {
        const verified = await tx
          .updateTable('identity_accounts')
          .set({ emailverified: 1 })
          .where('localid', '=', account.localid)
          .where('email', '=', code.email)
          .returningAll()
          .executeTakeFirst();
        return verified ?? refuse('INVALID_OOB_CODE');
      }
      const email = code.kind === 'RECOVER_EMAIL' ? code.email : code.newemail;
      ensure(email, 'INVALID_OOB_CODE');
      // The mail with the code reached this very address. Whoever takes a change back did not trust who made it.
      const changes = {
        email,
        emailverified: 1 as const,
        ...(code.kind === 'RECOVER_EMAIL' && { passwordhash: null }),
      };
      const changed = await updateAndEndSessions(tx, now(), account, changes);
      return changed ?? refuse('INVALID_OOB_CODE');
    })
    .catch((error) => (isTaken(error) ? refuse('EMAIL_EXISTS') : Promise.reject(error)));
}
