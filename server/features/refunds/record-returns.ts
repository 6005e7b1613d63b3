import type { PaymentAttention } from '#contract/reconciliation/calls.ts';
import { reasonOf } from '#server/database/rows/reasons.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { freeSeatOf, notifyOfRefund } from '#server/features/enrolments/index.ts';
import {
  type Balance,
  balanceOf,
  balancesOf,
  countPaidSeats,
  findBalance,
  findMovements,
  insertMovement,
  type Movement,
} from '#server/features/ledger/index.ts';
import {
  findOrder,
  findOrdersWith,
  freeTransaction,
  isPaid,
  lockOrders,
  moveOrder,
  notifyAttention,
  type OrderChange,
  type OrderRow,
  PAID,
  type Payments,
} from '#server/features/orders/index.ts';
import type { CardDispute, CardRefund } from '#server/services/card-payments.ts';
import { recordCreditRefunds } from './family/ask-card.ts';
import { notifyRefunded } from './notify-refunded.ts';

/** How often a refund that is under way is asked about. */
const PENDING_MS = 10 * 60_000;

/** What the provider says went back of a payment; disputes are null where they were not asked for. */
export type Returns = { refunds: readonly CardRefund[]; disputes: readonly CardDispute[] | null };

/**
 * Asks the provider for all that went back of a payment, sent by anyone in any way, and brings the ledger and
 * all the orders that it paid to where that leads. Gives the orders as they are then. Idempotent; safe to
 * call concurrently. Throws `provider-unavailable`.
 */
export async function settleReturns(
  payments: Payments,
  order: OrderRow,
  { disputed }: { disputed: boolean },
): Promise<readonly OrderRow[]> {
  const { cards, checkpoint } = payments;
  if (!order.intentid || !isPaid(order)) return [order];
  const refunds = await cards.listRefunds(order.intentid);
  const disputes = disputed ? await cards.listDisputes(order.intentid) : null;
  checkpoint('returns-read');
  return recordReturns(payments, order, { refunds, disputes });
}

/**
 * Writes down what went back. Only the ledger's sums decide what it means: no refund counts for more than its
 * amount. Gives all the orders of the payment.
 */
export async function recordReturns(
  payments: Payments,
  order: OrderRow,
  listed: Returns,
): Promise<readonly OrderRow[]> {
  const { db, now, checkpoint, changed } = payments;
  const returns = { ...listed, refunds: await recordCreditRefunds(payments, listed.refunds) };
  const { before, settled } = await transact(db, async (tx) => {
    // The rows are locked first: the second sees what the first has written.
    const orders = await lockPaid(tx, order, now());
    if (orders.length === 0) return { before: orders, settled: await findOrdersWith(tx, order) };
    const sentBack = await insertReturns(tx, orders, returns, now());
    const moved = await applyReturns(payments, tx, orders, returns, now());
    for (const { refund, of } of sentBack) await notifyRefunded(tx, pick(moved, of), refund, now());
    checkpoint('inside-returns');
    return { before: orders, settled: moved };
  });
  if (settled.some(({ state }, at) => state !== before[at]?.state)) {
    checkpoint('returns-committed');
    changed();
  }
  return settled;
}

/** The orders of a payment that came, locked; none where it did not. */
async function lockPaid(tx: Db, order: OrderRow, now: number): Promise<OrderRow[]> {
  if (order.checkoutid !== null) {
    const orders = await lockOrders(tx, order);
    return orders.some(isPaid) ? orders : [];
  }
  const locked = await moveOrder(tx, order._id, PAID, { now });
  return locked ? [locked] : [];
}

/** A refund that is news to the payer, and the ids of the orders that it is of. */
type SentBack = { refund: CardRefund; of: ReadonlySet<string> };

const pick = (orders: readonly OrderRow[], ids: ReadonlySet<string>) =>
  orders.filter(({ _id }) => ids.has(_id));

/** Adds to the ledger what is not yet in it; gives the refunds that are news to the payer. */
async function insertReturns(
  tx: Db,
  orders: readonly OrderRow[],
  returns: Returns,
  now: number,
): Promise<readonly SentBack[]> {
  const [first] = orders;
  if (!first) return [];
  const { checkoutid } = first;
  const known = await findMovements(tx, orders);
  let balances = balancesOf(orders, known);

  const note = async (kind: Movement['kind'], moved: CardRefund | CardDispute) => {
    const { id: ref, amount } = moved;
    if (known.some((movement) => movement.kind === kind && movement.ref === ref)) return undefined;
    const movement = { orderid: ownerOf(orders, moved), checkoutid, kind, ref, amount, createdat: now };
    const before = balances;
    balances = balancesOf(orders, [...known, { ...movement, _id: '', seats: 0 }]);
    // A seat is paid for while the school holds anything of its money; whose that is may have changed since
    // the last movement.
    const seats = countPaidSeats(orders, balances) - known.reduce((total, one) => total + one.seats, 0);
    known.push({ ...movement, _id: '', seats });
    await insertMovement(tx, { ...movement, seats });
    const parts = orders.flatMap((order) => {
      const part = balanceOf(balances, order).returned - balanceOf(before, order).returned;
      return part > 0 ? [{ order, part }] : [];
    });
    if (kind === 'refund' || kind === 'chargeback')
      for (const { order, part } of parts) await notifyOfRefund(tx, order, { kind, ref, amount: part, now });
    return new Set(parts.map(({ order }) => order._id));
  };

  const sentBack: SentBack[] = [];
  for (const refund of returns.refunds) {
    const of = await note('refund', refund);
    if (refund.status === 'failed') await note('refund_failed', refund);
    else if (of) sentBack.push({ refund, of });
  }
  for (const dispute of returns.disputes ?? [])
    if (dispute.status === 'lost') await note('chargeback', dispute);
  return sentBack;
}

/** The order that a movement is of, null where it is of all orders of a checkout. */
function ownerOf(orders: readonly OrderRow[], moved: CardRefund | CardDispute): string | null {
  const [first] = orders;
  if (first?.checkoutid === null) return first._id;
  const named = 'orderid' in moved ? moved.orderid : null;
  return orders.some(({ _id }) => _id === named) ? named : null;
}

const OUTSIDE = reasonOf('orders.card_service_refunded');
const LOST = reasonOf('orders.bank_gave_back');
const REFUSED_BY_BANK = reasonOf('orders.bank_refused_refund');
const REFUSED = reasonOf('orders.refund_refused');
const WON = reasonOf('orders.dispute_won');
const DISPUTED = reasonOf('orders.disputed');

/** What an order is to be, and what an admin is to be told of it, once for each `cause`. */
type Change = OrderChange & { attention: PaymentAttention | null; cause?: string };

/** What the orders of a payment are, now that this much came and that much went back. */
async function applyReturns(
  payments: Payments,
  tx: Db,
  orders: readonly OrderRow[],
  returns: Returns,
  now: number,
): Promise<OrderRow[]> {
  const balances = balancesOf(orders, await findMovements(tx, orders));
  const raised: Raised[] = [];
  const moved: OrderRow[] = [];
  for (const order of orders) {
    const balance = balanceOf(balances, order);
    const change = isPaid(order) ? changeOf(order, balance, returns, now) : undefined;
    if (!change) {
      moved.push(order);
      continue;
    }
    const { cause = '', ...fields } = change;
    const { attention } = fields;
    const changed = (await moveOrder(tx, order._id, [order.state], { ...fields, now })) ?? order;
    moved.push(changed);
    if (attention && attention !== order.attention)
      raised.push({ order: changed, attention, cause, returned: balance.returned });
    if (order.state === 'enrolled' && changed.state !== 'enrolled')
      await freeSeatOf(payments, tx, changed, { now });
  }
  await notifyRaised(tx, raised, now);
  return moved;
}

/** What becomes of an order whose money came; undefined where nothing does. */
function changeOf(order: OrderRow, balance: Balance, returns: Returns, now: number): Change | undefined {
  const { state, attention, goodwill } = order;
  const { received, returned, isAllBack, withdrawn } = balance;
  const open = returns.disputes?.filter(({ status }) => status === 'open') ?? [];
  const wasDisputed = attention === 'disputed' && returns.disputes === null;
  const isPending = returns.refunds.some(({ status }) => status === 'pending');
  const workat = isPending ? now + PENDING_MS : null;
  const refundid = order.refundid ?? balance.lastref ?? freeTransaction(order);
  const back = { withdrawn, state: 'refunded' as const, refundid, workat };

  if (state === 'enrolled' && isAllBack)
    return withdrawn > 0
      ? { ...back, attention: 'dispute-lost', reason: LOST }
      : { ...back, attention: 'refunded-outside', reason: OUTSIDE };
  if (open.length > 0) return { withdrawn, attention: 'disputed', cause: open.map(({ id }) => id).join() };
  switch (state) {
    case 'enrolled':
      if (wasDisputed) return { withdrawn, attention };
      return { withdrawn, attention: returned > goodwill ? 'partly-refunded' : null };
    case 'refunded':
      if (!isAllBack && received > 0) return { ...failed(order), withdrawn, reason: REFUSED_BY_BANK };
      return { withdrawn, workat, attention: attention === 'disputed' && !wasDisputed ? null : attention };
    case 'refund_failed':
      if (isAllBack) return { ...back, attention: null };
      if (wasDisputed) return { withdrawn, attention };
      return {
        withdrawn,
        attention: 'refund-failed',
        reason: order.reason === DISPUTED ? WON : order.reason,
      };
    default:
      return isAllBack ? { ...back, attention: null } : undefined;
  }
}

const failed = ({ attention, refundattempt }: OrderRow) => ({
  attention: attention === 'disputed' ? attention : ('refund-failed' as const),
  state: 'refund_failed' as const,
  refundid: null,
  // Under the same key the service would repeat its answer for a day.
  refundattempt: refundattempt + 1,
  refundamount: null,
  workat: null,
});

type Raised = { order: OrderRow; attention: PaymentAttention; cause: string; returned: number };

/** Tells the admins what is new to them of a payment, the same of several orders at once. */
async function notifyRaised(tx: Db, raised: readonly Raised[], now: number) {
  const kinds = Map.groupBy(raised, ({ attention }) => attention);
  for (const [attention, of] of kinds)
    await notifyAttention(tx, of, { attention, cause: of[0]?.cause ?? '', now });
}

/**
 * After what `order` asked for left something owed. Where the provider made the refund, the bank has refused
 * another meanwhile, and the rest is asked for next; so is the sum still owed where it is less than was asked
 * for. Else the refund was refused: the money lies with the school, and an admin is shown so. Gives the order
 * as it is then.
 */
export async function endRefundAttempt(
  { db, now }: Payments,
  order: OrderRow,
  made: CardRefund | undefined,
): Promise<OrderRow> {
  const isRefusedByBank = made?.status === 'failed';
  return transact(db, async (tx) => {
    const owing = await moveOrder(tx, order._id, ['refund_due'], { now: now() });
    if (!owing) return (await findOrder(tx, order._id)) ?? order;
    // Another process asks for the next already.
    if (owing.refundattempt !== order.refundattempt) return owing;
    const { open, returned } = await findBalance(tx, owing);
    const isLess = owing.refundamount !== null && open < owing.refundamount;
    if (made ? !isRefusedByBank : isLess) {
      const again = { refundattempt: owing.refundattempt + 1, refundamount: null, now: now() };
      return (await moveOrder(tx, owing._id, ['refund_due'], again)) ?? owing;
    }
    const refused = isRefusedByBank ? REFUSED_BY_BANK : REFUSED;
    const change = { ...failed(owing), reason: owing.attention === 'disputed' ? DISPUTED : refused };
    const moved = (await moveOrder(tx, owing._id, ['refund_due'], { ...change, now: now() })) ?? owing;
    const { attention } = change;
    if (attention !== owing.attention)
      await notifyRaised(tx, [{ order: moved, attention, cause: '', returned }], now());
    return moved;
  });
}
