import {
  findAttention,
  findBalances,
  type Payments,
  transactionOf,
} from '#server/features/payments/index.ts';
import { describePairs, type Pair } from './payment-pairs.ts';

const ATTENTION_MAX = 200;

/** Every payment that an admin has to look at, as the school's own ledger has it. */
export async function listAttention(payments: Payments) {
  const { db } = payments;
  const orders = await findAttention(db, ATTENTION_MAX);
  const balances = await findBalances(db, orders);
  const pairs = [...Map.groupBy(orders, ({ _id, checkoutid }) => checkoutid ?? _id).values()].map(
    (paid): Pair => {
      const [first] = paid;
      if (!first) return { orders: paid, intent: undefined };
      const { cardlast4, currency, createdat, checkoutid, _id } = first;
      const id = transactionOf(first);
      const moved = paid.flatMap((order) => balances.get(order._id) ?? []);
      const received = moved.reduce((total, balance) => total + balance.received, 0);
      const refunded = moved.reduce((total, { returned, withdrawn }) => total + returned - withdrawn, 0);
      const orderid = checkoutid ?? _id;
      return { orders: paid, intent: { id, cardlast4, currency, createdat, orderid, received, refunded } };
    },
  );
  return describePairs(payments, pairs);
}
