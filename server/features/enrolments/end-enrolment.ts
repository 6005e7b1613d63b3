import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { endBilledLessons, endRest } from '#server/features/billing/index.ts';
import { endNotices } from '#server/features/catchups/index.ts';
import { type Actor, sumNote } from '#server/features/changes/index.ts';
import { payByCredit } from '#server/features/ledger/index.ts';
import {
  endedByHand,
  findAllEarned,
  findOrder,
  findRestsEarned,
  freeTransaction,
  isByHand,
  isTrial,
  logPayment,
  moveOrder,
  notifyAttention,
  type OrderRow,
  type Payments,
} from '#server/features/orders/index.ts';
import { deleteSelectionOf } from '#server/features/selections/index.ts';
import { notifyOfEnrolment } from './letters/notify-of-enrolment.ts';
import { findOpen, notifyCancelled } from './letters/notify-payer.ts';
import { notifyBelow } from './letters/reservations.ts';
import { freePlace } from './place-of-order.ts';
import { deleteEnrolment } from './queries.ts';
import { notifyTrialEnded } from './trials/letters.ts';

/** What it earned by lessons that were held, or all. */
export type Kept = 'lessons' | 'all';

type Ending = {
  reason: string;
  /** Whether money came that goes back now; `expired` where none ever came. */
  to?: 'refund_due' | 'expired';
  /** What the school keeps; nothing where it is not named. */
  keeps?: Kept;
  /** The admin who does it, and what the log calls it; a student's own cancellation is not logged. */
  by?: { actor: Actor; action: 'cancelled' | 'repaired' };
  /** Whether the caller tells people, of several places at once. */
  isQuiet?: boolean;
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
  // The workers do the same, where the process dies here.
  if (ended.restamount > 0) await payByCredit(db, { userid: ended.userid, now: now() });
  changed();
  return ended;
}

/** The same in the caller's transaction; undefined when it has ended before. */
export async function endEnrolmentIn(
  payments: Pick<Payments, 'seats'>,
  tx: Db,
  order: PaidPlace & Pick<OrderRow, 'currency'>,
  { reason, to = 'refund_due', keeps, by, isQuiet = false, now }: Ending & { now: number },
): Promise<OrderRow | undefined> {
  const { _id, amount, currency, paidby } = order;
  const byCard = { state: to, workat: to === 'refund_due' ? now : null };
  const paid = isByHand({ paidby }) ? endedByHand({ paidby }) : byCard;
  const earned = (await findKept(tx, [order], { keeps, now })).get(_id) ?? 0;
  const change = amount > earned ? paid : { state: 'refunded' as const, refundid: freeTransaction({ _id }) };
  const moved = await moveOrder(tx, _id, ['enrolled'], { attention: null, ...change, earned, reason, now });
  if (!moved) return undefined;
  const keptRest = (await findKeptRests(tx, [order], { keeps, now })).get(_id) ?? 0;
  await freeSeatOf(payments, tx, moved, { isQuiet, keepsAll: keeps === 'all', keptRest, now });
  const note = moved.state === 'expired' ? null : sumNote(await findOpen(tx, moved), currency);
  if (by) await logPayment(tx, moved, { ...by, note, now });
  if (moved.attention && !isQuiet)
    await notifyAttention(tx, [{ order: moved, returned: 0 }], {
      attention: moved.attention,
      cause: '',
      now,
    });
  return moved;
}

type PaidPlace = Pick<OrderRow, '_id' | 'amount' | 'restamount' | 'goodwill' | 'paidby'>;

/** What the school keeps of the money of places that end at a moment, in cents by the id of their orders. */
export async function findKept(
  tx: Db,
  orders: readonly PaidPlace[],
  { keeps, now }: { keeps: Kept | undefined; now: number },
): Promise<ReadonlyMap<string, number>> {
  const paid = keeps === undefined ? [] : orders.filter(({ paidby }) => paidby !== 'due');
  if (keeps === 'all') return new Map(paid.map(({ _id, amount, goodwill }) => [_id, amount - goodwill]));
  return findAllEarned(
    tx,
    paid.map(({ _id }) => _id),
    now,
  );
}

/** The same of what was charged of them beside their amounts. */
export async function findKeptRests(
  tx: Db,
  orders: readonly Pick<OrderRow, '_id' | 'restamount'>[],
  { keeps, now }: { keeps: Kept | undefined; now: number },
): Promise<ReadonlyMap<string, number>> {
  const charged = keeps === undefined ? [] : orders.filter(({ restamount }) => restamount > 0);
  if (keeps === 'all') return new Map(charged.map(({ _id, restamount }) => [_id, restamount]));
  return findRestsEarned(
    tx,
    charged.map(({ _id }) => _id),
    now,
  );
}

/** Gives back the seat of an order that was enrolled, or the place of a guest that a trial had, in the transaction that says it no longer is. */
export async function freeSeatOf(
  { seats }: Pick<Payments, 'seats'>,
  tx: Db,
  order: OrderRow,
  {
    isQuiet = false,
    keepsAll = false,
    keptRest = 0,
    now,
  }: {
    isQuiet?: boolean;
    keepsAll?: boolean;
    /** What the school keeps of what was charged of the place beside its amount, in cents. */
    keptRest?: number;
    now: number;
  },
) {
  const { _id, classid, learnerid } = order;
  if (classid === null) return;
  const credited = await endRest(tx, order, { kept: keptRest, now });
  if (isTrial(order)) {
    await freePlace({ seats }, tx, { ...order, classid }, now);
    if (!isQuiet) await notifyTrialEnded(tx, order, now);
    return;
  }
  await endBilledLessons(tx, { _id, learnerid, classid }, { isKept: keepsAll, now });
  await deleteEnrolment(tx, { id: _id, now });
  await deleteSelectionOf(tx, { learnerid, classid });
  await freePlace({ seats }, tx, { ...order, classid }, now);
  // The class is locked here.
  await endNotices(tx, { learnerid, classid, now });
  await notifyOfEnrolment(tx, 'cancelled', order, now);
  await notifyBelow(tx, { classid, now });
  if (!isQuiet) await notifyCancelled(tx, order, { credited, now });
}
