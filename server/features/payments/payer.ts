import type { Caller } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { findLearner, type LearnerRight } from '#server/features/learners/index.ts';
import type { Purchase } from './open-orders.ts';

/**
 * The caller as who pays for these learners, for themselves where none is named; whether they may is asked now, and again in the transaction that
 * opens the orders. Throws `learner-not-found`.
 */
export async function payerFor(
  db: Db,
  caller: Caller,
  learnerids: readonly (string | undefined)[],
  right: LearnerRight,
): Promise<Pick<Purchase, 'userid' | 'checkAccess'>> {
  const others = new Set(learnerids.filter((id) => id !== undefined && id !== caller.learnerid));
  const checkAccess = async (on: Db) => {
    for (const id of others) await findLearner(on, caller, id, right);
  };
  await checkAccess(db);
  return { userid: caller._id, checkAccess };
}
