import type { Words } from '#server/jobs/letter.ts';
import { goesBackOf, type OrderChange, type OrderRow } from './queries.ts';

type Paid = Pick<OrderRow, 'paidby'>;

/** Whether the card service has nothing to do with an order: it was paid at the school, or is owed to it. */
export const isByHand = ({ paidby }: Paid) => paidby !== 'card';

/** How an order is paid, where the wire says so; undefined for a card or a free place. */
export const paidByHandOf = ({ paidby }: Paid) => (paidby === 'card' ? undefined : paidby);

/**
 * What becomes of an order by hand whose place ends: what was never paid is over, what was paid an admin
 * gives back.
 */
export const endedByHand = ({ paidby }: Paid) =>
  paidby === 'due'
    ? ({ state: 'expired', workat: null, attention: null } as const satisfies OrderChange)
    : ({ state: 'refund_due', workat: null, attention: 'owed-back' } as const satisfies OrderChange);

/** What stands in the place of a transaction id where no money moved. */
export const freeTransaction = ({ _id }: Pick<OrderRow, '_id'>) => `free_${_id}`;

/** What an order is known by: the card service's payment, or what stands in its place where there is none. */
export const transactionOf = (order: Pick<OrderRow, '_id' | 'intentid' | 'paidby'>) =>
  order.intentid ?? (isByHand(order) ? `hand_${order._id}` : freeTransaction(order));

/** How it is said that money came or goes back. */
export const HAND_WAYS = { cash: 'in cash', transfer: 'by bank transfer' } as const;

/**
 * What a mail about a new place says of the money, and the fact beside it; undefined where it came by card,
 * or is free.
 */
export function enrolledByHand({
  paidby,
  amount: cents,
  currency,
}: OrderRow): { sentence: Words; fact: [string, Words] } | undefined {
  const sum = { cents, currency };
  if (paidby === 'card') return undefined;
  if (paidby === 'due')
    return {
      sentence: ['You pay ', sum, ' at the school; nothing is charged to a card.'],
      fact: ['To pay at the school', sum],
    };
  return {
    sentence: ['Thank you for paying ', sum, ` ${HAND_WAYS[paidby]}.`],
    fact: [`Paid ${HAND_WAYS[paidby]}`, sum],
  };
}

/** What a mail about a place that ended says of the money, where it came by hand or never came. */
export function endedByHandWords(order: OrderRow): Words[] {
  const { paidby, state, currency } = order;
  const sum = { cents: goesBackOf(order), currency };
  if (state === 'refund_due') return [['The school will refund you ', sum, '. Please ask at the office.']];
  return paidby === 'due' ? [['You no longer owe the school ', sum, ' for it.']] : [];
}
