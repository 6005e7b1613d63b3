import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange, sumNote } from '#server/features/changes/index.ts';
import type { Payments } from '#server/features/payments/index.ts';
import {
  endEnrolment,
  expireOrder,
  findOrder,
  findOrderByIntent,
  holdsSeat,
  logPayment,
  moveOrder,
  type OrderRow,
  refundOrder,
  settleIntent,
  settleReturns,
  sumMovements,
} from '#server/features/payments/index.ts';
import { ensure } from '#server/http/errors.ts';
import type { CardIntent } from '#server/services/card-payments.ts';
import { describePairs, findIntent, isStrange, keptOf, type Pair, verdictOf } from './payment-pairs.ts';

type Repair = {
  transactionId: string;
  /** What the admin was shown that the school still holds; refused when it has changed. */
  kept?: number;
  /** Instead of ending the place of somebody who got a part of the money back. */
  keepplace?: boolean;
  actor: Actor;
};

/**
 * Brings one payment and its enrolment together again: who paid is enrolled where that is still possible, else gets the money
 * back; an enrolment whose money is gone ends, or is kept as goodwill where only a part went back. What has only to be seen is noted.
 * Gives the payment's line as it is then. Throws `payment-not-found`, `money-moved`, `nothing-to-repair` and `provider-unavailable`.
 */
export async function repairPayment(payments: Payments, repair: Repair) {
  const { transactionId, actor } = repair;
  const before = await readPair(payments, transactionId);
  ensure(repair.kept === undefined || repair.kept === keptOf(before), 'money-moved');
  switch (verdictOf(before)) {
    case 'paid-not-enrolled':
      await enrolOrRefund(payments, before, actor);
      break;
    case 'enrolled-not-paid':
      await takeBack(payments, before, actor);
      break;
    case 'partly-refunded':
      if (repair.keepplace) await keepPlace(payments, before, actor);
      else await takeBack(payments, before, actor);
      break;
    default:
      ensure(before.order?.attention, 'nothing-to-repair');
      await noteSeen(payments, before.order, actor);
  }
  const [line] = await describePairs(payments, [await readPair(payments, transactionId)]);
  ensure(line, 'payment-not-found');
  return line;
}

/** A payment as the provider has it now and its order, what went back of it being written down. */
async function readPair(payments: Payments, transactionId: string): Promise<Pair<CardIntent>> {
  const intent = await findIntent(payments, transactionId);
  const known =
    (await findOrderByIntent(payments.db, transactionId)) ?? (await findUnsaved(payments, intent));
  ensure(known || (intent && !isStrange({ intent, order: known })), 'payment-not-found');
  // A place whose money all went back ends here only by the admin's word.
  const order = known && known.state !== 'enrolled' ? await settleReturns(payments, known, ASKING) : known;
  return { intent, order };
}

const ASKING = { disputed: true };

/** The order of an intent whose id was never saved, because the process died just then. */
async function findUnsaved({ db }: Payments, intent: CardIntent | undefined) {
  const order = intent?.orderid ? await findOrder(db, intent.orderid) : undefined;
  return order?.intentid === null ? order : undefined;
}

async function enrolOrRefund(payments: Payments, pair: Pair<CardIntent>, actor: Actor) {
  const { db, cards, now } = payments;
  const { intent, order } = pair;
  if (!intent) return;
  const note = sumNote(keptOf(pair), intent.currency);
  // Paid for an order that the school's database lost: there is nobody to enrol.
  if (!order) {
    const subject = { about: 'payment' as const, subjectid: intent.id, subjectname: 'an unknown order' };
    await insertChange(db, { ...subject, action: 'repaired', note, actor, now: now() });
    return void (await cards.refund(intent.id, `refund:${intent.id}`));
  }
  const again = { state: 'refund_due' as const, attention: null, workat: now(), now: now() };
  const asked = await transact(db, async (tx) => {
    await logPayment(tx, order, { actor, action: 'repaired', note, now: now() });
    return (await moveOrder(tx, order._id, ['refund_failed'], again)) ?? order;
  });
  const settled = await settleIntent(payments, intent);
  const held = settled.find(holdsSeat);
  // It named no class, and an admin need not wait until its time is over.
  const owing = held ? await expireOrder(payments, held) : settled;
  for (const one of owing.length > 0 ? owing : [asked]) await refundOrder(payments, one);
}

/** The money went back past the school, all or in part: the place ends, and what is left of the money goes back too. */
async function takeBack(payments: Payments, { intent, order }: Pair, actor: Actor) {
  if (!order) return;
  const by = { actor, action: 'repaired' as const };
  if (intent?.received) {
    const reason = 'The payment was taken back at the card service.';
    const owing = await endEnrolment(payments, order, { reason, by });
    await refundOrder(payments, await settleReturns(payments, owing, ASKING));
  } else {
    const reason = 'There is no payment for it at the card service.';
    await endEnrolment(payments, order, { reason, to: 'expired', by });
  }
}

/** The student keeps the place although a part of the money went back. */
async function keepPlace(payments: Payments, { order }: Pair, actor: Actor) {
  if (!order) return;
  const { db, now } = payments;
  await settleReturns(payments, order, ASKING);
  await transact(db, async (tx) => {
    const { returned: goodwill } = await sumMovements(tx, order._id);
    const kept = await moveOrder(tx, order._id, ['enrolled'], { goodwill, attention: null, now: now() });
    if (!kept) return;
    const note = sumNote(goodwill, order.currency);
    await logPayment(tx, kept, { actor, action: 'kept', note, now: now() });
  });
}

/** An admin has seen what there is nothing to do about. */
async function noteSeen({ db, now }: Payments, order: OrderRow, actor: Actor) {
  await transact(db, async (tx) => {
    const seen = await moveOrder(tx, order._id, [order.state], { attention: null, now: now() });
    const note = sumNote(order.amount, order.currency);
    if (seen) await logPayment(tx, seen, { actor, action: 'noted', note, now: now() });
  });
}
