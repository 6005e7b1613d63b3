import type { Caller } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { findLearner } from '#server/features/learners/index.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { isSelected } from '#server/features/selections/index.ts';
import { ensure } from '#server/http/errors.ts';
import type { Purchase } from './open-orders.ts';

type Place = { learnerid: string; classid?: string };

/**
 * The caller as the payer of these places; whether they may is asked now, and again in the transaction that
 * opens the orders. Who may pay for a child and not choose for it pays for what another has chosen: what is
 * selected for it, or a seat that it is offered. Throws `learner-not-found`.
 */
export async function payerFor(
  payments: Pick<Payments, 'db' | 'seats' | 'now'>,
  caller: Caller,
  places: readonly Place[],
): Promise<Pick<Purchase, 'userid' | 'checkAccess'>> {
  const checkAccess = async (on: Db) => {
    for (const place of places) {
      // Who takes themself over may be another learner by then.
      if (place.learnerid === caller.learnerid && !on.isTransaction) continue;
      const { mayenrol } = await findLearner(on, caller, place.learnerid, 'pay');
      ensure(mayenrol || (await isChosen(payments, on, place)), 'learner-not-found');
    }
  };
  await checkAccess(payments.db);
  return { userid: caller._id, checkAccess };
}

async function isChosen(
  { seats, now }: Pick<Payments, 'seats' | 'now'>,
  on: Db,
  { learnerid, classid }: Place,
) {
  if (classid === undefined) return false;
  const place = { learnerid, classid };
  return (await isSelected(on, place)) || (await seats.findOffer(on, { ...place, now: now() })) !== undefined;
}
