import {
  findAttention,
  type Payments,
  sumMovementsOf,
  transactionOf,
} from '#server/features/payments/index.ts';
import { describePairs, type Pair } from './payment-pairs.ts';

const ATTENTION_MAX = 200;

/** Every payment that an admin has to look at, as the school's own ledger has it. */
export async function listAttention(payments: Payments) {
  const orders = await findAttention(payments.db, ATTENTION_MAX);
  const sums = await sumMovementsOf(
    payments.db,
    orders.map(({ _id }) => _id),
  );
  const pairs = orders.map((order): Pair => {
    const { cardlast4, currency, createdat, _id: orderid } = order;
    const id = transactionOf(order);
    const moved = sums.get(orderid);
    if (!moved) return { order, intent: undefined };
    const { received, returned, withdrawn } = moved;
    const refunded = returned - withdrawn;
    return { order, intent: { id, cardlast4, currency, createdat, orderid, received, refunded } };
  });
  return describePairs(payments, pairs);
}
