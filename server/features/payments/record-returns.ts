import type { PaymentAttention } from '#contract/reconciliation.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import type { CardDispute, CardRefund } from '#server/services/card-payments.ts';
import { freeSeatOf } from './end-enrolment.ts';
import { findMovements, insertMovement, keptOf, type Movement, sumMovements } from './ledger-queries.ts';
import { findOrder, moveOrder, type OrderChange, type OrderRow } from './order-queries.ts';
import { isPaid, PAID } from './order-states.ts';
import type { Payments } from './payments.ts';
import { tellAttention } from './tell-attention.ts';
import { tellOfRefund } from './tell-of-enrolment.ts';
import { tellRefunded } from './tell-payer.ts';

/** How often a refund that is under way is asked about. */
const PENDING_MS = 10 * 60_000;

/** What the provider says went back of a payment; disputes only where they were asked for. */
export type Returns = { refunds: readonly CardRefund[]; disputes: readonly CardDispute[] };

/**
 * Asks the provider for all that went back of an order's payment, sent by anyone in any way, and brings the ledger and the order to
 * where that leads. Idempotent; safe to call concurrently. Throws `provider-unavailable`.
 */
export async function settleReturns(
  payments: Payments,
  order: OrderRow,
  { disputed }: { disputed: boolean },
): Promise<OrderRow> {
  const { cards, checkpoint } = payments;
  if (!order.intentid || !isPaid(order)) return order;
  const refunds = await cards.listRefunds(order.intentid);
  const disputes = disputed ? await cards.listDisputes(order.intentid) : [];
  checkpoint('returns-read');
  return recordReturns(payments, order, { refunds, disputes });
}

/** Writes down what went back. Only the ledger's sum decides what it means: no refund counts for more than its amount. */
export async function recordReturns(
  payments: Payments,
  order: OrderRow,
  returns: Returns,
): Promise<OrderRow> {
  const { db, now, checkpoint, changed } = payments;
  const settled = await transact(db, async (tx) => {
    // The row is locked first: the second sees what the first has written.
    const locked = await moveOrder(tx, order._id, PAID, { now: now() });
    if (!locked) return (await findOrder(tx, order._id)) ?? order;
    const sentBack = await insertReturns(tx, locked, returns, now());
    const moved = await applyReturns(payments, tx, locked, returns, now());
    for (const refund of sentBack) await tellRefunded(tx, moved, refund, now());
    checkpoint('inside-returns');
    return moved;
  });
  if (settled.state !== order.state) {
    checkpoint('returns-committed');
    changed();
  }
  return settled;
}

/** Adds to the ledger what is not yet in it; gives the refunds that are news to the payer. */
async function insertReturns(
  tx: Db,
  order: OrderRow,
  returns: Returns,
  now: number,
): Promise<readonly CardRefund[]> {
  const { _id: orderid, classid } = order;
  const known = await findMovements(tx, [orderid]);
  let kept = keptOf(known);
  const note = async (kind: Movement['kind'], { id: ref, amount }: { id: string; amount: number }) => {
    if (known.some((movement) => movement.kind === kind && movement.ref === ref)) return false;
    const before = kept;
    kept += kind === 'refund_failed' ? amount : -amount;
    // The seat is paid for while the school holds anything of the money.
    const seats = classid === null ? 0 : Number(kept > 0) - Number(before > 0);
    await insertMovement(tx, { orderid, kind, ref, amount, seats, createdat: now });
    if (kind === 'refund' || kind === 'chargeback') await tellOfRefund(tx, order, { kind, ref, amount, now });
    return true;
  };
  const sentBack: CardRefund[] = [];
  for (const refund of returns.refunds) {
    const isNews = await note('refund', refund);
    if (refund.status === 'failed') await note('refund_failed', refund);
    else if (isNews) sentBack.push(refund);
  }
  for (const dispute of returns.disputes) if (dispute.status === 'lost') await note('chargeback', dispute);
  return sentBack;
}

const OUTSIDE = 'The payment was sent back at the card service.';
const LOST = 'The bank gave the money back to the cardholder.';
const REFUSED_BY_BANK = 'The bank did not accept the refund.';
const REFUSED = 'The card service refused the refund.';
const DISPUTED = 'The payment is disputed at the bank, so that it cannot be refunded now.';

/** What the order is, now that this much came and that much went back. */
async function applyReturns(
  payments: Payments,
  tx: Db,
  order: OrderRow,
  returns: Returns,
  now: number,
): Promise<OrderRow> {
  const { state, attention, goodwill } = order;
  const { received, returned, withdrawn, lastref } = await sumMovements(tx, order._id);
  const isAllBack = received > 0 && returned >= received;
  const open = returns.disputes.filter(({ status }) => status === 'open');
  const isDisputed = open.length > 0;
  const isPending = returns.refunds.some(({ status }) => status === 'pending');
  const change = { withdrawn, now };
  const back = {
    ...change,
    state: 'refunded' as const,
    refundid: order.refundid ?? lastref,
    workat: isPending ? now + PENDING_MS : null,
  };

  if (state === 'enrolled' && isAllBack) {
    const ended =
      withdrawn > 0
        ? await raise(tx, order, 'dispute-lost', { ...back, reason: LOST })
        : await raise(tx, order, 'refunded-outside', { ...back, reason: OUTSIDE });
    await freeSeatOf(payments, tx, ended, now);
    return ended;
  }
  if (isDisputed) return raise(tx, order, 'disputed', change, open.map(({ id }) => id).join());
  switch (state) {
    case 'enrolled':
      return raise(tx, order, returned > goodwill ? 'partly-refunded' : null, change);
    case 'refunded':
      if (!isAllBack && received > 0) return failRefund(tx, order, { ...change, reason: REFUSED_BY_BANK });
      return raise(tx, order, attention === 'disputed' ? null : attention, {
        ...change,
        workat: back.workat,
      });
    case 'refund_failed':
      return isAllBack ? raise(tx, order, null, back) : raise(tx, order, 'refund-failed', change);
    default:
      return isAllBack ? raise(tx, order, null, back) : order;
  }
}

/** Changes an order and what an admin has to look at; tells the admins of what is new to them, once for each `cause`. */
async function raise(
  tx: Db,
  order: OrderRow,
  attention: PaymentAttention | null,
  change: OrderChange & { now: number },
  cause = '',
): Promise<OrderRow> {
  const moved = (await moveOrder(tx, order._id, [order.state], { ...change, attention })) ?? order;
  if (attention && attention !== order.attention)
    await tellAttention(tx, moved, { attention, cause, now: change.now });
  return moved;
}

const failRefund = (tx: Db, order: OrderRow, change: OrderChange & { now: number }) =>
  raise(tx, order, order.attention === 'disputed' ? 'disputed' : 'refund-failed', {
    ...change,
    state: 'refund_failed',
    refundid: null,
    // Under the same key the service would repeat its answer for a day.
    refundattempt: order.refundattempt + 1,
    workat: null,
  });

/** Notes that money still owed could not be sent back: it lies with the school, and an admin is shown so. */
export async function markRefundFailed({ db, now }: Payments, { _id }: OrderRow): Promise<OrderRow> {
  return transact(db, async (tx) => {
    const owing = await moveOrder(tx, _id, ['refund_due'], { now: now() });
    if (!owing) return (await findOrder(tx, _id)) as OrderRow;
    const reason = owing.attention === 'disputed' ? DISPUTED : REFUSED;
    return failRefund(tx, owing, { reason, now: now() });
  });
}
