import { isOffice } from '#contract/users/calls.ts';
import { t } from '#languages/t.ts';
import type { Caller } from '#server/auth/queries.ts';
import { reasonOf } from '#server/database/rows/reasons.ts';
import { transact } from '#server/database/transact.ts';
import { lockClass } from '#server/features/classes/index.ts';
import { findLearner } from '#server/features/learners/index.ts';
import { findOrder, isReserved, lockOrders, type Payments } from '#server/features/orders/index.ts';
import { endReserved } from '#server/features/payments/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';

/**
 * Gives a reserved place back: by who reserved it, who may enrol its learner, or the office. Throws
 * `reservation-not-found`, and `already-decided` once its class runs or not.
 */
export async function giveUpReservation(payments: Payments, { id, caller }: { id: string; caller: Caller }) {
  await transact(payments.db, async (tx) => {
    const found = await findOrder(tx, id);
    ensure(found, 'reservation-not-found');
    if (found.userid !== caller._id && !isOffice(caller.role))
      await findLearner(tx, caller, found.learnerid, 'enrol').catch(() => {
        throw new AppError('reservation-not-found');
      });
    const order = (await lockOrders(tx, found)).find(({ _id }) => _id === id);
    ensure(order && isReserved(order) && order.classid !== null, 'reservation-not-found');
    const wanted = await lockClass(tx, order.classid);
    if (wanted && wanted.decided !== null)
      throw new AppError('already-decided', { detail: () => t('reservations.already_decided') });
    await endReserved(payments, tx, order, reasonOf('orders.reservation_given_up'));
  });
  payments.changed();
}
