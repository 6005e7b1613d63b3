import { reasonOf } from '#server/database/rows/reasons.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange, sumNote, UNKNOWN_ORDER } from '#server/features/changes/index.ts';
import { endEnrolment } from '#server/features/enrolments/index.ts';
import { balanceOf, findBalances } from '#server/features/ledger/index.ts';
import {
  findOrderOfPayment,
  findOrdersOfIntent,
  findOrdersWith,
  goesBackOf,
  holdsSeat,
  isPaid,
  logPayment,
  moveOrder,
  type OrderRow,
  type Payments,
} from '#server/features/orders/index.ts';
import { expireOrder, settleIntent } from '#server/features/payments/index.ts';
import { refundOrder, settleReturns } from '#server/features/refunds/index.ts';
import { ensure } from '#server/http/errors.ts';
import type { CardIntent } from '#server/services/card-payments.ts';
import { findFamilyPairs } from './family-pairs.ts';
import {
  describePairs,
  earnedBy,
  findIntent,
  isStrange,
  keptOf,
  NO_BOOKS,
  type Pair,
  readBooks,
  verdictOf,
  withoutCredit,
} from './payment-pairs.ts';

type Repair = {
  transactionId: string;
  /** What the admin was shown that the school still holds; refused when it has changed. */
  kept?: number;
  /** Instead of ending a place of which a part was refunded. */
  keepplace?: boolean;
  actor: Actor;
};

/**
 * Brings one payment and its enrolment together again: who paid is enrolled where that is still possible,
 * else gets the money back; an enrolment whose money is gone ends, or is kept as goodwill where only a part
 * went back. What has only to be seen is noted. Gives the payment's line as it is then. Throws
 * `payment-not-found`, `money-moved`, `nothing-to-repair` and `provider-unavailable`.
 */
export async function repairPayment(payments: Payments, repair: Repair) {
  const { transactionId, actor } = repair;
  const before = await readPair(payments, transactionId);
  ensure(repair.kept === undefined || repair.kept === keptOf(before), 'money-moved');
  const books = await readBooks(payments.db, [before]);
  switch (verdictOf(before, books.get(before) ?? NO_BOOKS)) {
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
      ensure(wanting(before).length > 0, 'nothing-to-repair');
      await noteSeen(payments, before, actor);
  }
  const [line] = await describePairs(payments, [await readPair(payments, transactionId)]);
  ensure(line, 'payment-not-found');
  return line;
}

const wanting = ({ orders }: Pair) => orders.filter(({ attention }) => attention !== null);
const enrolledOf = ({ orders }: Pair) => orders.filter(({ state }) => state === 'enrolled');

/** A payment as the provider has it now and its orders, what went back of it being written down. */
async function readPair(payments: Payments, transactionId: string): Promise<Pair<CardIntent>> {
  const intent = await findIntent(payments, transactionId);
  const saved = await findOrdersOfIntent(payments.db, transactionId);
  const known = saved.length > 0 ? saved : await findUnsaved(payments, intent);
  const family = (await findFamilyPairs(payments.db, [transactionId])).get(transactionId);
  // What it paid the ledger says, and what is left of it is the family's credit.
  if (intent && family) return { intent, orders: [], family };
  ensure(known.length > 0 || (intent && !isStrange({ intent, orders: known })), 'payment-not-found');
  // A place whose money all went back ends here only by the admin's word.
  const isKept = known.every(({ state }) => state === 'enrolled');
  const [paid] = isKept ? [] : known.filter(isPaid);
  const orders = paid ? await settleReturns(payments, paid, ASKING) : known;
  const [pair] = await withoutCredit(payments.db, [{ intent, orders }]);
  return pair ?? { intent, orders };
}

const ASKING = { disputed: true };

/** The orders of an intent whose id was never saved, because the process died just then. */
async function findUnsaved({ db }: Payments, intent: CardIntent | undefined) {
  const order = intent?.orderid ? await findOrderOfPayment(db, intent.orderid) : undefined;
  return order?.intentid === null ? findOrdersWith(db, order) : [];
}

async function enrolOrRefund(payments: Payments, pair: Pair<CardIntent>, actor: Actor) {
  const { db, cards, now } = payments;
  const { intent, orders } = pair;
  if (!intent) return;
  // Paid for an order that the school's database lost: there is no learner to enrol.
  if (orders.length === 0) {
    const subject = { about: 'payment' as const, subjectid: intent.id, subjectname: UNKNOWN_ORDER };
    const note = sumNote(keptOf(pair), intent.currency);
    await insertChange(db, { ...subject, action: 'repaired', note, actor, now: now() });
    return void (await cards.refund(intent.id, `refund:${intent.id}`));
  }
  const again = { state: 'refund_due' as const, attention: null, workat: now(), now: now() };
  await transact(db, async (tx) => {
    const balances = await findBalances(tx, orders);
    for (const order of orders.filter(({ state }) => state !== 'enrolled' && state !== 'refunded')) {
      // What has not been settled is not in the ledger yet.
      const owed = isPaid(order) ? balanceOf(balances, order).open : goesBackOf(order);
      const cents = orders.length === 1 ? keptOf(pair) - earnedBy(pair) : owed;
      await logPayment(tx, order, {
        actor,
        action: 'repaired',
        note: sumNote(cents, intent.currency),
        now: now(),
      });
      await moveOrder(tx, order._id, ['refund_failed'], again);
    }
  });
  let settled = await settleIntent(payments, intent);
  // It named no class, and an admin need not wait until its time is over.
  const [held] = settled.filter(holdsSeat);
  if (held) settled = await expireOrder(payments, held);
  for (const order of settled) await refundOrder(payments, order);
}

/**
 * The money went back past the school, all or in part: the places end, and what is left of the money goes
 * back too.
 */
async function takeBack(payments: Payments, pair: Pair, actor: Actor) {
  const by = { actor, action: 'repaired' as const };
  const isPaid = Boolean(pair.intent?.received);
  const ending = isPaid
    ? { reason: reasonOf('orders.card_service_took_back'), by }
    : { reason: reasonOf('orders.no_payment_there'), to: 'expired' as const, by };
  const owing: OrderRow[] = [];
  for (const order of enrolledOf(pair)) owing.push(await endEnrolment(payments, order, ending));
  const [first] = owing;
  if (!isPaid || !first) return;
  for (const order of await settleReturns(payments, first, ASKING)) await refundOrder(payments, order);
}

/** The students keep their places although a part of the money went back. */
async function keepPlace(payments: Payments, pair: Pair, actor: Actor) {
  const { db, now } = payments;
  const [first] = enrolledOf(pair);
  if (!first) return;
  await settleReturns(payments, first, ASKING);
  await transact(db, async (tx) => {
    const orders = await findOrdersWith(tx, first);
    const balances = await findBalances(tx, orders);
    for (const { _id, currency } of enrolledOf({ ...pair, orders })) {
      const { returned: goodwill } = balanceOf(balances, { _id });
      const kept = await moveOrder(tx, _id, ['enrolled'], { goodwill, attention: null, now: now() });
      const note = sumNote(goodwill, currency);
      if (kept) await logPayment(tx, kept, { actor, action: 'kept', note, now: now() });
    }
  });
}

/** An admin has seen what there is nothing to do about. */
async function noteSeen({ db, now }: Payments, pair: Pair, actor: Actor) {
  await transact(db, async (tx) => {
    for (const { _id, state, amount, currency } of wanting(pair)) {
      const seen = await moveOrder(tx, _id, [state], { attention: null, now: now() });
      const note = sumNote(amount, currency);
      if (seen) await logPayment(tx, seen, { actor, action: 'noted', note, now: now() });
    }
  });
}
