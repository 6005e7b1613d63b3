import type { SchoolNow } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { balanceOf, findBalances, sumReturned } from '#server/features/ledger/index.ts';
import { findOrdersOf, findOrdersOfCheckouts, type OrderRow, PAID } from '#server/features/orders/index.ts';
import { readStatement } from '#server/features/statement/index.ts';
import { findInvoicePayments, findOfPayments, sumDue } from './queries.ts';
import { findTaken, sumTaken } from './taken.ts';

type Whose = { userid: string; school: Pick<SchoolNow, 'timezone' | 'currency'> };

/** Orders whose money goes back by itself, or is given back at the place. */
const isOwedBack = ({ state }: OrderRow) => state === 'refund_due' || state === 'refund_failed';

/**
 * What a family could be given back, in cents: what its statement says the school owes it, less what goes back
 * for places that have ended, and what is on its way to a card already.
 */
export async function findCreditLeft(tx: Db, { userid, school }: Whose): Promise<number> {
  // A place may end, or its money go back, while the statement is read: what leaves is in one of the two.
  const before = await sumLeaving(tx, userid);
  const { balance } = await readStatement(tx, { userid, school: { ...school, locale: undefined } });
  const after = await sumLeaving(tx, userid);
  return Math.max(0, -balance - Math.max(before, after));
}

/** What goes back to an account by itself, in cents: for places that have ended, and what is on its way to a card. */
async function sumLeaving(tx: Db, userid: string): Promise<number> {
  const owedBack = (await findPayments(tx, userid)).reduce((sum, { open }) => sum + open, 0);
  return owedBack + (await sumDue(tx, userid));
}

type Paid = { orders: readonly OrderRow[]; open: number; kept: number };

/** What an account paid: each payment with its orders, what goes back of it, and what is kept. */
async function findPayments(tx: Db, userid: string): Promise<Paid[]> {
  const own = await findOrdersOf(tx, userid, PAID);
  const checkouts = [...new Set(own.flatMap(({ checkoutid }) => checkoutid ?? []))];
  const alone = own.filter(({ checkoutid }) => checkoutid === null);
  const all = [...alone, ...(await findOrdersOfCheckouts(tx, checkouts))];
  const balances = await findBalances(tx, all);
  return [...Map.groupBy(all, ({ _id, checkoutid }) => checkoutid ?? _id).values()].map((orders) => {
    const moved = orders.map((order) => ({ order, ...balanceOf(balances, order) }));
    return {
      orders,
      open: moved.reduce((sum, { order, open }) => sum + (isOwedBack(order) ? open : 0), 0),
      kept: moved.reduce((sum, { received, returned }) => sum + received - returned, 0),
    };
  });
}

/** The payment by card that takes a refund of credit, and how much of it, in cents. */
export type CardPart = { paymentid: string; intentid: string; cardlast4: string | null; amount: number };

type Able = Omit<CardPart, 'amount'> & { paidat: number; left: number };

/**
 * The newest payment by card that can take all of a sum, else the newest that can take a part of it. One that
 * is disputed, or whose card refused a refund before, takes none.
 */
export async function chooseCard(
  tx: Db,
  { userid, amount }: { userid: string; amount: number },
): Promise<CardPart | undefined> {
  const payments = [...(await findPaidPlaces(tx, userid)), ...(await findPaidInvoices(tx, userid))];
  const refused = await findRefused(
    tx,
    payments.map(({ paymentid }) => paymentid),
  );
  const able = payments
    .filter(({ paymentid, left }) => left > 0 && !refused.has(paymentid))
    .sort((one, other) => other.paidat - one.paidat || (one.paymentid < other.paymentid ? 1 : -1));
  const best = able.find(({ left }) => left >= amount) ?? able[0];
  if (!best) return undefined;
  const { paymentid, intentid, cardlast4, left } = best;
  return { paymentid, intentid, cardlast4, amount: Math.min(left, amount) };
}

/** Payments by card for places, with what of each is at the school and not owed back. */
async function findPaidPlaces(tx: Db, userid: string): Promise<Able[]> {
  const payments = (await findPayments(tx, userid)).flatMap(({ orders, kept, open }) => {
    const [first] = orders;
    const isSound = orders.every(({ attention, state }) => attention === null && state !== 'refund_failed');
    if (first?.paidby !== 'card' || first.intentid === null || !isSound) return [];
    const { intentid, cardlast4, checkoutid, _id, paidat } = first;
    return [{ paymentid: checkoutid ?? _id, intentid, cardlast4, paidat: paidat ?? 0, left: kept - open }];
  });
  const ids = payments.map(({ paymentid }) => paymentid);
  const taken = Map.groupBy(await findTaken(tx, ids), ({ refund }) => refund.paymentid);
  return payments.map((payment) => ({
    ...payment,
    left: payment.left - sumTaken(taken.get(payment.paymentid) ?? []),
  }));
}

/** Payments by card for invoices, with what of each has not gone back and is on no way back. */
async function findPaidInvoices(tx: Db, userid: string): Promise<Able[]> {
  const payments = await findInvoicePayments(tx, userid);
  const ids = payments.map(({ paymentid }) => paymentid);
  const due = (await findOfPayments(tx, ids)).filter(({ state }) => state === 'due');
  const back = await sumReturned(
    tx,
    payments.map(({ ledgerid }) => ledgerid),
  );
  return payments.map(({ ledgerid, amount, ...payment }) => ({
    ...payment,
    left: due
      .filter(({ paymentid }) => paymentid === payment.paymentid)
      .reduce((left, { card }) => left - card, amount - (back.get(ledgerid) ?? 0)),
  }));
}

async function findRefused(tx: Db, paymentids: readonly string[]): Promise<ReadonlySet<string | null>> {
  if (paymentids.length === 0) return new Set();
  const found = await tx
    .selectFrom('familyrefunds')
    .select('paymentid')
    .where('paymentid', 'in', paymentids)
    .where('state', 'in', ['refused', 'failed'])
    .execute();
  return new Set(found.map(({ paymentid }) => paymentid));
}
