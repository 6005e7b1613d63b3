import { findUserByEmail } from '#server/auth/queries.ts';
import { selfLearner } from '#server/database/rows/learners.ts';
import { countRole } from '#server/database/rows/role-counts.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { insertLearners } from '#server/features/learners/index.ts';
import { ensure } from '#server/http/errors.ts';
import { notifyOfAccounts } from './notify-of-accounts.ts';
import { insertUser, type NewUser, type UserRow } from './queries.ts';

/**
 * Adds an account and its own learner, unless the address is taken; then gives the account that has it.
 * `admit` keeps what goes with a new account, in the same transaction, and may refuse it by a throw. Throws
 * `session-ended` where the same person came under another address at the same moment.
 */
export const addUser = (db: Db, user: NewUser, admit?: Admit): Promise<UserRow> =>
  transact(db, (tx) => addUserIn(tx, user, admit));

type Admit = (tx: Db, added: UserRow) => Promise<void>;

/** The same in the caller's transaction. */
export async function addUserIn(tx: Db, user: NewUser, admit?: Admit): Promise<UserRow> {
  const added = await insertUser(tx, user);
  if (added) {
    await insertLearners(tx, [selfLearner(added)]);
    await countRole(tx, added.role, 1);
    await notifyOfAccounts(tx, 'account.added', { userids: [added._id], now: user.createdat });
    await admit?.(tx, added);
  }
  const known = added ?? (user.email == null ? undefined : await findUserByEmail(tx, user.email));
  ensure(known, 'session-ended');
  return known;
}
