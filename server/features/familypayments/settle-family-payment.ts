import { lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import {
  applyCredit,
  insertAllocations,
  insertFamilyMovement,
  sumReturned,
} from '#server/features/ledger/index.ts';
import { findSaved, saveCardOf } from '#server/features/mandates/index.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { beginPlan, markPartPaid, type Plan, readPlan } from '#server/features/parts/index.ts';
import { recordCreditRefunds } from '#server/features/refunds/index.ts';
import { type CardIntent, CardRefusal } from '#server/services/card-payments.ts';
import { notifyFamilyDisputed, notifyFamilyPaid } from './notify-family-paid.ts';
import {
  changeOpen,
  type FamilyPaymentRow,
  findByIntent,
  findFamilyPayment,
  lockFamilyPayment,
  markPaid,
  payableOf,
} from './queries.ts';
import { takeBack } from './take-back.ts';

/** Stripe keeps idempotency keys for at least 24 hours. */
const KEY_KEPT_MS = 23 * 60 * 60_000;
/** How far the card service's clock and the school's may be apart, with the time a request takes. */
const CLOCKS_APART_MS = 60 * 60_000;

/**
 * Asks the card service what became of a payment and records it: what came pays the invoices it was for, then
 * others, the oldest first; the rest is the family's credit. Idempotent; safe to call concurrently. Gives the
 * payment as it is then, undefined where it is no family's. Throws `provider-unavailable`.
 */
export async function settleFamilyPayment(
  payments: Payments,
  intentid: string,
): Promise<FamilyPaymentRow | undefined> {
  const intent = await payments.cards.readIntent(intentid).catch(refusedAsNone);
  payments.checkpoint('family-intent-read');
  return intent && settleFamilyIntent(payments, intent);
}

function refusedAsNone(error: unknown): undefined {
  if (!(error instanceof CardRefusal)) throw error;
}

/** The same with what the card service has just said. */
export async function settleFamilyIntent(
  payments: Payments,
  intent: CardIntent,
): Promise<FamilyPaymentRow | undefined> {
  const { db, now } = payments;
  const known = await findOf(db, intent);
  if (!known) return undefined;
  if (known.state === 'open' && intent.status === 'canceled')
    return (
      (await changeOpen(db, known._id, { state: 'ended', intentid: intent.id, workat: null, now: now() })) ??
      findFamilyPayment(db, known._id)
    );
  const paid =
    known.state !== 'paid' && intent.status === 'succeeded'
      ? await transact(db, (tx) => record(payments, tx, known, intent))
      : known;
  const { state, ledgerid } = paid;
  if (state !== 'paid' || ledgerid === null) return paid;
  // A refund that the bank refused later is counted no more there, and still is here.
  const returned = (await sumReturned(db, [ledgerid])).get(ledgerid) ?? 0;
  if (intent.refunded !== returned || intent.disputed) await settleReturnsOf(payments, paid, intent);
  return paid;
}

/** By the id that was saved, or, where the process died before saving it, by what the intent was made for. */
async function findOf(db: Db, intent: CardIntent): Promise<FamilyPaymentRow | undefined> {
  const known = await findByIntent(db, intent.id);
  if (known || intent.orderid === null) return known;
  const payment = await findFamilyPayment(db, intent.orderid);
  return payment?.intentid === null ? payment : undefined;
}

/** Locks a payment after the account that makes it, as every change of what a family owes does. */
async function lockWithPayer(tx: Db, payment: FamilyPaymentRow): Promise<FamilyPaymentRow> {
  if (payment.userid !== null) await lockUser(tx, payment.userid);
  const locked = await lockFamilyPayment(tx, payment._id);
  // Another account's since, by a merge or its undo.
  if (locked.userid !== null && locked.userid !== payment.userid) await lockUser(tx, locked.userid);
  return locked;
}

async function record(
  { now, checkpoint }: Payments,
  tx: Db,
  known: FamilyPaymentRow,
  intent: CardIntent,
): Promise<FamilyPaymentRow> {
  const payment = await lockWithPayer(tx, known);
  if (payment.state === 'paid') return payment;
  const { _id, userid } = payment;
  const { id: intentid, clientSecret: clientsecret, cardlast4, chargeid, received: amount } = intent;
  const moment = now();
  if (intent.saved) await saveCardOf(tx, { intentid, card: intent.saved, now: moment });
  const movement = {
    userid,
    kind: 'charge' as const,
    ref: chargeid ?? intentid,
    amount,
    day: null,
    seats: 0,
  };
  const ledgerid = await insertFamilyMovement(tx, { ...movement, createdat: moment });
  const paid = await markPaid(tx, _id, { intentid, clientsecret, cardlast4, ledgerid, now: moment });
  await payInvoices(tx, paid, { ledgerid, amount, now: moment });
  if (paid.instalmentid !== null) await markPartPaid(tx, paid.instalmentid, { paymentid: _id, now: moment });
  const begun = await beginInstalments(tx, paid, moment);
  await notifyFamilyPaid(tx, { ...paid, amount, begun }, moment);
  checkpoint('inside-family-payment');
  return paid;
}

/**
 * Begins the instalments of which this is the first one: of the account that agreed to them, where it has a card
 * saved now, and of what is still open. Else it was a part of the invoice that was paid.
 */
async function beginInstalments(
  tx: Db,
  { _id, userid, plan, agreedby }: FamilyPaymentRow,
  now: number,
): Promise<Plan['parts']> {
  if (plan === null || userid === null || agreedby !== userid) return [];
  const { invoiceid } = readPlan(plan);
  const isOpen = ((await payableOf(tx, { userid, ids: [invoiceid] })).get(invoiceid) ?? 0) > 0;
  if (!isOpen || (await findSaved(tx, userid)).length === 0) return [];
  return beginPlan(tx, { paymentid: _id, userid, plan: readPlan(plan), now });
}

/** Pays the invoices that a payment was for as far as they are open still, then whatever else is. */
async function payInvoices(
  tx: Db,
  { userid, invoiceids }: FamilyPaymentRow,
  { ledgerid, amount, now }: { ledgerid: string; amount: number; now: number },
): Promise<void> {
  let left = amount;
  const named: string[] = JSON.parse(invoiceids);
  const open = await payableOf(tx, { userid, ids: named });
  const rows = named.map((invoiceid) => {
    const part = Math.min(left, open.get(invoiceid) ?? 0);
    left -= part;
    return { ledgerid, orderid: null, invoiceid, amount: part, createdat: now };
  });
  await insertAllocations(
    tx,
    rows.filter((row) => row.amount > 0),
  );
  if (userid !== null) await applyCredit(tx, { userid, now });
}

/** Writes down what went back of a payment past the school: refunds at the card service, and lost disputes. */
async function settleReturnsOf(
  payments: Payments,
  payment: FamilyPaymentRow,
  intent: CardIntent,
): Promise<void> {
  const { db, cards, now } = payments;
  const refunds = await recordCreditRefunds(payments, await cards.listRefunds(intent.id));
  const disputes = intent.disputed ? await cards.listDisputes(intent.id) : [];
  await transact(db, async (tx) => {
    const { ledgerid, userid } = await lockWithPayer(tx, payment);
    if (ledgerid === null) return;
    const back = (
      kind: 'refund' | 'refund_failed' | 'chargeback',
      { id, amount }: { id: string; amount: number },
    ) => takeBack(tx, { userid, of: ledgerid, kind, ref: id, amount, now: now() });
    for (const refund of refunds) {
      await back('refund', refund);
      if (refund.status === 'failed') await back('refund_failed', refund);
    }
    for (const dispute of disputes) if (dispute.status === 'lost') await back('chargeback', dispute);
    if (userid !== null) await applyCredit(tx, { userid, now: now() });
    const open = disputes.filter(({ status }) => status === 'open');
    await notifyFamilyDisputed(tx, payment, { disputes: open, now: now() });
  });
}

/**
 * Ends a payment that is not to be made any more: the card service cancels first, and where it says that the
 * money came after all, that is recorded. Throws `provider-unavailable`.
 */
export async function endFamilyPayment(payments: Payments, payment: FamilyPaymentRow): Promise<void> {
  const { db, cards, now } = payments;
  if (payment.state !== 'open') return;
  const intentid = payment.intentid ?? (await findMade(payments, payment));
  const intent = intentid && (await cards.cancelIntent(intentid, payment._id).catch(refusedAsNone));
  if (intent) await settleFamilyIntent(payments, intent);
  else await changeOpen(db, payment._id, { state: 'ended', workat: null, now: now() });
}

/** The payment at the card service, where the process died between making and saving it. */
async function findMade({ cards, now }: Payments, payment: FamilyPaymentRow): Promise<string | undefined> {
  const { _id, createdat } = payment;
  if (now() - createdat < KEY_KEPT_MS) return (await cards.createIntent(payment).catch(refusedAsNone))?.id;
  const span = { from: createdat - CLOCKS_APART_MS, to: now() + CLOCKS_APART_MS };
  for await (const intent of cards.listIntents(span)) if (intent.orderid === _id) return intent.id;
  return undefined;
}
