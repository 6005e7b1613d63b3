import type { Caller } from '#server/auth/queries.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { CardRefusal } from '#server/services/card-payments.ts';
import { endEnrolment } from './end-enrolment.ts';
import { findEnrolment } from './enrolment-queries.ts';
import { findOrder, type OrderRow } from './order-queries.ts';
import { isPaid } from './order-states.ts';
import { cancelUntil, type Payments } from './payments.ts';
import { markRefundFailed, recordReturns } from './record-returns.ts';
import { STUDENT_CANCELLED } from './tell-payer.ts';

/**
 * Ends an enrolment and sends the money back: a student's own until the deadline, any for an admin. The seat is free at once; where
 * the provider does not answer, the workers finish the refund. Throws `enrolment-not-found` and `cancel-too-late`.
 */
export async function cancelEnrolment(
  payments: Payments,
  id: string,
  caller: Pick<Caller, '_id' | 'name' | 'role'>,
): Promise<OrderRow> {
  const order = await findOrder(payments.db, id);
  const isAdmin = caller.role === 'admin';
  ensure(order?.classid && isPaid(order), 'enrolment-not-found');
  if (order.state === 'enrolled') {
    const enrolment = await findEnrolment(payments.db, id);
    const isInTime = enrolment && payments.now() < cancelUntil(await payments.terms(), enrolment);
    ensure(isAdmin || isInTime, 'cancel-too-late');
  }
  const ending = isAdmin
    ? {
        reason: 'The school cancelled the enrolment.',
        by: { actor: caller, action: 'cancelled' as const },
      }
    : { reason: STUDENT_CANCELLED };
  const owing = await endEnrolment(payments, order, ending);
  return refundOrder(payments, owing).catch((error) => {
    if (error instanceof AppError && error.code === 'provider-unavailable') return owing;
    throw error;
  });
}

/** Sends the money of an order that owes it back, once however often it is asked. Throws `provider-unavailable`. */
export async function refundOrder(payments: Payments, order: OrderRow): Promise<OrderRow> {
  const { cards, checkpoint } = payments;
  const { intentid } = order;
  if (order.state !== 'refund_due' || !intentid) return order;
  const made = await cards.refund(intentid, refundKey(order)).catch(refusedAsNone);
  checkpoint('refund-made');
  // It may be a part only, of what others have not sent back before; or it is refused since they have sent all.
  const refunds = await cards.listRefunds(intentid).catch(refusedAsNone);
  const disputes = made ? [] : await cards.listDisputes(intentid).catch(refusedAsNone);
  const known = refunds ?? [];
  const all = made && !known.some(({ id }) => id === made.id) ? [made, ...known] : known;
  const settled = await recordReturns(payments, order, { refunds: all, disputes: disputes ?? [] });
  if (settled.state !== 'refund_due') return settled;
  return markRefundFailed(payments, settled);
}

function refusedAsNone(error: unknown): undefined {
  if (!(error instanceof CardRefusal)) throw error;
}

const refundKey = ({ _id, refundattempt }: OrderRow) =>
  refundattempt === 0 ? `refund:${_id}` : `refund:${_id}:${refundattempt}`;
