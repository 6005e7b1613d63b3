import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, sumNote } from '#server/features/changes/index.ts';
import {
  endedByHand,
  findEarned,
  findOrder,
  freeTransaction,
  isByHand,
  logPayment,
  moveOrder,
  notifyAttention,
  type OrderRow,
  type Payments,
} from '#server/features/orders/index.ts';
import { deleteSelectionOf } from '#server/features/selections/index.ts';
import { notifyOfEnrolment } from './letters/notify-of-enrolment.ts';
import { findOpen, notifyCancelled } from './letters/notify-payer.ts';
import { deleteEnrolment } from './queries.ts';

type Ending = {
  reason: string;
  /** Whether money came that goes back now; `expired` where none ever came. */
  to?: 'refund_due' | 'expired';
  /** Whether the school keeps what it earned by lessons that were held. */
  isByLessons?: boolean;
  /** The admin who does it, and what the log calls it; a student's own cancellation is not logged. */
  by?: { actor: Actor; action: 'cancelled' | 'repaired' };
};

/**
 * Takes an enrolment out of every list; its seat goes to the waiting list, or is free. Gives the order as it
 * is then.
 */
export async function endEnrolment(payments: Payments, order: OrderRow, ending: Ending): Promise<OrderRow> {
  const { db, now, changed } = payments;
  const ended = await transact(
    db,
    async (tx) =>
      (await endEnrolmentIn(payments, tx, order, { ...ending, now: now() })) ??
      (await findOrder(tx, order._id)) ??
      order,
  );
  changed();
  return ended;
}

/** The same in the caller's transaction; undefined when it has ended before. */
export async function endEnrolmentIn(
  payments: Pick<Payments, 'seats'>,
  tx: Db,
  { _id, amount, currency, paidby }: Pick<OrderRow, '_id' | 'amount' | 'currency' | 'paidby'>,
  { reason, to = 'refund_due', isByLessons = false, by, now }: Ending & { now: number },
): Promise<OrderRow | undefined> {
  const byCard = { state: to, workat: to === 'refund_due' ? now : null };
  const paid = isByHand({ paidby }) ? endedByHand({ paidby }) : byCard;
  const earned = isByLessons && paidby !== 'due' ? await findEarned(tx, _id, now) : 0;
  const change = amount > earned ? paid : { state: 'refunded' as const, refundid: freeTransaction({ _id }) };
  const moved = await moveOrder(tx, _id, ['enrolled'], { attention: null, ...change, earned, reason, now });
  if (!moved) return undefined;
  await freeSeatOf(payments, tx, moved, now);
  const note = moved.state === 'expired' ? null : sumNote(await findOpen(tx, moved), currency);
  if (by) await logPayment(tx, moved, { ...by, note, now });
  if (moved.attention)
    await notifyAttention(tx, [{ order: moved, returned: 0 }], {
      attention: moved.attention,
      cause: '',
      now,
    });
  return moved;
}

/** Gives back the seat of an order that was enrolled, in the transaction that says it no longer is. */
export async function freeSeatOf({ seats }: Pick<Payments, 'seats'>, tx: Db, order: OrderRow, now: number) {
  const { _id, classid, learnerid } = order;
  if (classid === null) return;
  await deleteEnrolment(tx, _id);
  await deleteSelectionOf(tx, { learnerid, classid });
  await seats.free(tx, { classid, now });
  await notifyOfEnrolment(tx, 'cancelled', order, now);
  await notifyCancelled(tx, order, now);
}
