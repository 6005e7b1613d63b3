import { type Label, say, type Words } from '#server/jobs/letter.ts';
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

const WITHOUT_CARD = /^(?:hand|free)_(.+)$/;

/** The order that a transaction id which is no card payment's stands for. */
export const orderOfTransaction = (id: string): string | undefined => WITHOUT_CARD.exec(id)?.[1];

/**
 * What a mail about a new place says of the money, and the fact beside it; undefined where it came by card,
 * or is free.
 */
export function enrolledByHand({
  paidby,
  amount: cents,
  currency,
}: OrderRow): { sentence: Words; fact: [Label, Words] } | undefined {
  const sum = { cents, currency };
  if (paidby === 'card') return undefined;
  if (paidby === 'due')
    return {
      sentence: say('orders.mail_pay_at_school', { sum }),
      fact: [say('orders.mail_to_pay_at_school'), sum],
    };
  return paidby === 'cash'
    ? { sentence: say('orders.mail_thanks_for_cash', { sum }), fact: [say('orders.mail_paid_cash'), sum] }
    : {
        sentence: say('orders.mail_thanks_for_transfer', { sum }),
        fact: [say('orders.mail_paid_transfer'), sum],
      };
}

/** What a mail about a place that ended says of the money, where it came by hand or never came. */
export function endedByHandWords(order: OrderRow): Words[] {
  const { paidby, state, currency } = order;
  const sum = { cents: goesBackOf(order), currency };
  if (state === 'refund_due') return [say('orders.mail_will_refund', { sum })];
  return paidby === 'due' ? [say('orders.mail_no_longer_owed', { sum })] : [];
}
