import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { ensure } from '#server/errors.ts';
import { findUserByUid, lockUser } from '#server/features/users/queries.ts';
import * as queries from './queries.ts';

/** Orders that may still move money. */
const UNSETTLED = new Set(['held', 'intent', 'expiring', 'refund_due']);

/**
 * Deletes a person's records; gives whether there were any, so that it can be repeated. Throws why not: paid classes that still
 * run, a payment under way, classes they teach, the last admin.
 */
export async function deleteAccount(db: Db, { uid, now }: { uid: string; now: number }): Promise<boolean> {
  return transact(db, async (tx) => {
    const user = await findUserByUid(tx, uid);
    if (!user) return false;
    // A payment that begins in this moment has begun before, and stops this, or finds nobody to begin it.
    if (!(await lockUser(tx, user._id))) return false;
    // The school's own: the identity service may know a newer address, under which nothing stands here yet.
    const { email } = user;
    const enrolments = await queries.findEnrolmentsOf(tx, email);
    ensure(
      enrolments.every(({ deletedat }) => deletedat !== null),
      'account-has-classes',
    );
    const orders = await queries.findOrdersOf(tx, email);
    ensure(!orders.some(({ state }) => UNSETTLED.has(state)), 'account-has-payments');
    ensure(!(await queries.teaches(tx, email)), 'account-teaches');
    ensure(await queries.deleteUser(tx, user, now), 'last-admin');
    return true;
  });
}
