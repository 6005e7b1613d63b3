import type { Db } from '#server/database/schema.ts';
import type { OrderRow } from '#server/features/orders/index.ts';
import { notifyWebhooks } from '#server/features/webhooks/index.ts';

/** What webhooks are told of an order: ids and money, no names. */
const dataOf = ({ _id: enrolmentid, classid, learnerid, userid, amount, currency }: OrderRow) => ({
  enrolmentid,
  classid,
  learnerid,
  userid,
  amount,
  currency,
});

/** Tells webhooks, in the transaction in which it happens, that an enrolment began or ended. */
export async function notifyOfEnrolment(
  tx: Db,
  type: 'enrolled' | 'cancelled',
  order: OrderRow,
  timestamp: number,
): Promise<void> {
  const { _id: ref, userid } = order;
  await notifyWebhooks(tx, { type, timestamp, data: dataOf(order) }, { ref, userid });
}

/** Tells webhooks that a place went from one learner to another. */
export async function notifyOfMove(
  tx: Db,
  order: OrderRow,
  { from, ref, now }: { from: string; ref: string; now: number },
): Promise<void> {
  const data = { ...dataOf(order), previouslearnerid: from };
  await notifyWebhooks(tx, { type: 'moved', timestamp: now, data }, { ref, userid: order.userid });
}

type RefundKind = 'refund' | 'chargeback' | 'cash_refund' | 'transfer_refund';
type Refund = { kind: RefundKind; ref: string; amount: number; now: number };

/** Tells webhooks that money went back of an order, all of it or a part; one refund may be of several. */
export async function notifyOfRefund(tx: Db, order: OrderRow, { kind, ref: refundid, amount, now }: Refund) {
  const { _id, checkoutid, userid } = order;
  const data = { ...dataOf(order), amount, refundid, kind };
  const ref = checkoutid === null ? refundid : `${refundid}-${_id}`;
  await notifyWebhooks(tx, { type: 'refunded', timestamp: now, data }, { ref, userid });
}
