import { ensure } from '#server/errors.ts';
import type { CardIntent } from '#server/providers/card-payments.ts';
import { describePairs, findIntent, type Pair, verdictOf } from './check-money.ts';
import { expireOrder } from './expire-order.ts';
import type { Payments } from './payments.ts';
import { findOrder, findOrderByIntent, HOLDING, moveOrder } from './queries.ts';
import { checkRefund, endEnrolment, refundOrder } from './refund-order.ts';
import { settleIntent } from './settle.ts';

/**
 * Brings one payment and its enrolment together again: who paid is enrolled where that is still possible, else gets the money
 * back; an enrolment whose money is gone ends. Gives the line as it is then. Throws `payment-not-found`, `nothing-to-repair`
 * and `provider-unavailable`.
 */
export async function repairMoney(payments: Payments, transactionId: string) {
  const before = await readPair(payments, transactionId);
  const verdict = verdictOf(before);
  if (verdict === 'paid-not-enrolled') await enrolOrRefund(payments, before);
  else if (verdict === 'enrolled-not-paid') await takeBack(payments, before);
  ensure(verdict === 'paid-not-enrolled' || verdict === 'enrolled-not-paid', 'nothing-to-repair');
  const [line] = await describePairs(payments, [await readPair(payments, transactionId)]);
  ensure(line, 'payment-not-found');
  return line;
}

async function readPair(payments: Payments, transactionId: string): Promise<Pair> {
  const intent = await findIntent(payments, transactionId);
  const order =
    (await findOrderByIntent(payments.db, transactionId)) ?? (await findUnsaved(payments, intent));
  ensure(intent || order, 'payment-not-found');
  return { intent, order };
}

/** The order of an intent whose id was never saved, because the process died just then. */
async function findUnsaved({ db }: Payments, intent: CardIntent | undefined) {
  const order = intent?.orderid ? await findOrder(db, intent.orderid) : undefined;
  return order?.intentid === null ? order : undefined;
}

async function enrolOrRefund(payments: Payments, { intent, order }: Pair) {
  const { db, cards, now } = payments;
  if (!intent) return;
  // Paid at the provider past the school: there is nobody to enrol.
  if (!order) return void (await cards.refund(intent.id, `refund:${intent.id}`));
  let settled = (await settleIntent(payments, intent)) ?? order;
  // It named no class, and an admin need not wait until its time is over.
  if (HOLDING.some((state) => state === settled.state)) settled = await expireOrder(payments, settled);
  if (settled.state === 'refunded') settled = await checkRefund(payments, settled);
  if (settled.state === 'refund_failed') {
    const again = { state: 'refund_due' as const, workat: now(), now: now() };
    settled = (await moveOrder(db, settled._id, ['refund_failed'], again)) ?? settled;
  }
  await refundOrder(payments, settled);
}

/** The money went back past the school, all or in part: the place ends, and what is left of the money goes back too. */
async function takeBack(payments: Payments, { intent, order }: Pair) {
  if (!order) return;
  const reason = 'The payment was taken back at the card service.';
  if (intent?.received) await refundOrder(payments, await endEnrolment(payments, order, reason));
  else await endEnrolment(payments, order, 'There is no payment for it at the card service.', 'expired');
}
