import type { OrderChange, OrderRow } from './order-queries.ts';

type Paid = Pick<OrderRow, 'paidby'>;

/** Whether the card service has nothing to do with an order: it was paid at the school, or is owed to it. */
export const isByHand = ({ paidby }: Paid) => paidby !== 'card';

/** How an order is paid, where the wire says so; undefined for a card or a free place. */
export const paidByHandOf = ({ paidby }: Paid) => (paidby === 'card' ? undefined : paidby);

/** What becomes of an order by hand whose place ends: what was never paid is over, what was paid an admin gives back. */
export const endedByHand = ({ paidby }: Paid) =>
  paidby === 'due'
    ? ({ state: 'expired', workat: null, attention: null } as const satisfies OrderChange)
    : ({ state: 'refund_due', workat: null, attention: 'owed-back' } as const satisfies OrderChange);

/** What stands in the place of a transaction id where no money moved. */
export const freeTransaction = ({ _id }: Pick<OrderRow, '_id'>) => `free_${_id}`;

/** What an order is known by: the card service's payment, or what stands in its place where there is none. */
export const transactionOf = (order: Pick<OrderRow, '_id' | 'intentid' | 'paidby'>) =>
  order.intentid ?? (isByHand(order) ? `hand_${order._id}` : freeTransaction(order));
