import type { OrderRow } from '#server/features/orders/index.ts';

/** What decides how much of a payment is an order's. */
export type PaidOrder = Pick<OrderRow, '_id' | 'amount' | 'state' | 'goodwill' | 'earned' | 'refundamount'>;

/**
 * What moved of one payment, in cents: what came, what was sent back for one of its orders, by the order's
 * id, and what else went back.
 */
export type Moved = { received: number; own: ReadonlyMap<string, number>; shared: number };

/**
 * What came for an order and what went back of it, in cents; `own` of it was sent back for this order alone.
 */
export type Share = {
  received: number;
  returned: number;
  own: number;
  /** What is left of it that could go back: what the school earned does not. */
  open: number;
  /** Whether nothing is. */
  isAllBack: boolean;
};

/**
 * What each of the orders that one payment pays has received and got back, to the cent: whatever moved, the
 * shares add up to it.
 *
 * What was sent back for an order counts for it. What else went back counts first where an admin agreed to
 * it, so that no refund of another place and no bank that refuses one moves it, then for orders that have got
 * all back by it, then as much as a refund that is under way leaves out, then for every order that is
 * enrolled no more, the oldest first. The rest is spread over those still enrolled, so that none of them is
 * all back before everything is. What the school earned is the last to count.
 */
export function shareOut(orders: readonly PaidOrder[], moved: Moved): ReadonlyMap<string, Share> {
  const shares = receive(orders, moved.received);
  let rest = moved.shared;
  for (const share of shares) {
    const sent = moved.own.get(share.order._id) ?? 0;
    share.own = Math.min(sent, share.received);
    share.returned = share.own;
    rest += sent - share.own;
  }
  const give = (share: Counted, most: number) => {
    const part = Math.max(0, Math.min(most, rest, openOf(share)));
    share.returned += part;
    rest -= part;
  };
  const ended = shares.filter(({ order }) => order.state !== 'enrolled');
  // Of a place that has ended, what was sent for it came on top of what it kept before.
  for (const share of shares)
    give(share, share.order.goodwill - (share.order.state === 'enrolled' ? share.own : 0));
  for (const share of ended) if (share.order.state === 'refunded') give(share, openOf(share));
  for (const share of ended) {
    const { refundamount } = share.order;
    if (refundamount !== null) give(share, openOf(share) - refundamount);
  }
  for (const share of ended) give(share, openOf(share));

  const open = shares.filter((share) => openOf(share) > 0);
  const parts = spread(rest, open.map(openOf));
  for (const [at, share] of open.entries()) {
    const part = parts[at] ?? 0;
    share.returned += part;
    rest -= part;
  }
  for (const share of shares) {
    const part = Math.max(0, Math.min(rest, share.received - share.returned));
    share.returned += part;
    rest -= part;
  }
  // More went back than ever came: by a refund, say, and by a dispute that was lost.
  const last = shares.at(-1);
  if (last) last.returned += rest;

  const isOpen = new Set(shares.some((share) => openOf(share) > 0) ? open : []);
  return new Map(
    shares.map((share) => {
      const { order, received, returned, own } = share;
      const isOwed = received > 0 || (moved.received > 0 && order.state !== 'enrolled');
      const left = Math.max(0, openOf(share));
      const isAllBack = isOwed && left === 0 && !isOpen.has(share);
      return [order._id, { received, returned, own, open: left, isAllBack }];
    }),
  );
}

type Counted = Omit<Share, 'open' | 'isAllBack'> & { order: PaidOrder };

const openOf = ({ order, received, returned }: Counted) => received - order.earned - returned;

/** What came, order by order; it may have been another sum than was asked for. */
function receive(orders: readonly PaidOrder[], received: number): Counted[] {
  let left = received;
  return orders.map((order, at) => {
    const part = at === orders.length - 1 ? left : Math.min(left, order.amount);
    left -= part;
    return { order, received: part, returned: 0, own: 0 };
  });
}

/** Parts of `sum` in proportion to these amounts: the last cent of each goes only where it must. */
function spread(sum: number, amounts: readonly number[]): number[] {
  let weight = amounts.reduce((total, amount) => total + amount - 1, 0);
  let left = Math.min(sum, weight);
  let cents = sum - left;
  return amounts.map((amount) => {
    // The product of two sums of money may be more than a number holds exactly.
    const part = weight === 0 ? 0 : Number((BigInt(left) * BigInt(amount - 1)) / BigInt(weight));
    const cent = cents > 0 ? 1 : 0;
    left -= part;
    weight -= amount - 1;
    cents -= cent;
    return part + cent;
  });
}
