import type { HandKind } from '#contract/payments/calls.ts';
import { t } from '#languages/t.ts';
import { lockUser } from '#server/auth/queries.ts';
import { type InZone, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db, NewRow } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange, sumNote } from '#server/features/changes/index.ts';
import {
  applyCredit,
  findCredit,
  findFamilyMovement,
  findLoose,
  insertAllocations,
  insertFamilyMovement,
  type Left,
  openInvoicesOf,
} from '#server/features/ledger/index.ts';
import {
  findOrdersOf,
  lockOrders,
  logPayment,
  moveOrder,
  type OrderRow,
  type Payments,
  seatClassOf,
} from '#server/features/orders/index.ts';
import { requireCurrency } from '#server/features/school/index.ts';
import { AppError, ensure, faultIn } from '#server/http/errors.ts';
import { notifyInvoicesPaid, notifyPaidByHand } from './notify.ts';

type Paying = {
  userid: string;
  kind: HandKind;
  /** Cents. */
  amount: number;
  day: string;
  key: string;
  /** The invoice that it pays before all else. */
  invoiceid: string | null;
  actor: Exclude<Actor, null>;
  /** What else is true with it, in its transaction. */
  also?: (tx: Db) => Promise<void>;
};

/**
 * Notes that a family paid at the school, and gives the movement's id; the same key again, for the same family,
 * adds nothing. It pays open invoices and the places that are owed, these whole, the oldest first, together with
 * what was left of movements before; what is left over is credit. Throws `user-not-found`, and
 * `invoice-not-found`, `invoice-void` and `invoice-paid` of the invoice that is named.
 */
export async function recordMovement(
  { db, now, terms }: Payments,
  { userid, kind, amount, day, key, invoiceid, actor, also }: Paying,
): Promise<string> {
  const { currency, ...school } = await terms();
  return transact(db, async (tx) => {
    const createdat = now();
    if (day > schoolDay(school, createdat)) throw faultIn('day', () => t('payments.day_to_come'));
    const user = await lockUser(tx, userid);
    ensure(user, 'user-not-found');
    const ref = refOf({ userid, key });
    const known = await findFamilyMovement(tx, ref);
    if (known) return known;
    await requireCurrency(tx, currency);
    await applyCredit(tx, { userid, now: createdat });
    const debts = await findDebts(tx, { userid, first: invoiceid, school });
    const loose = (await findLoose(tx, userid)).reduce((sum, one) => sum + one.amount, 0);
    const before = without(await findCredit(tx, userid), Math.max(0, loose));
    const plan = planPaid(debts, { before, amount });
    const paid = plan.flatMap(({ debt }) => ('order' in debt ? [debt.order] : []));
    const seats = paid.filter((order) => seatClassOf(order) !== null).length;
    const ledgerid = await insertFamilyMovement(tx, { userid, kind, ref, amount, day, seats, createdat });
    await insertAllocations(
      tx,
      plan.flatMap((one) => allocationsOf(one, { ledgerid, createdat })),
    );
    const about = { about: 'family' as const, subjectid: userid, subjectname: user.name };
    const note = sumNote(amount, currency);
    await insertChange(tx, { ...about, action: 'payment-noted', note, after: kind, actor, now: createdat });
    for (const order of paid) await settle(tx, order, { kind, actor, now: createdat });
    const invoiceids = [...new Set(plan.flatMap(({ debt }) => ('order' in debt ? [] : debt.invoiceid)))];
    const sum = { cents: amount, currency };
    await notifyInvoicesPaid(tx, { userid, ledgerid, kind, sum, invoiceids, now: createdat });
    await also?.(tx);
    return ledgerid;
  });
}

const refOf = ({ userid, key }: Pick<Paying, 'userid' | 'key'>) => `by-hand.${userid}.${key}`;

/** The movement of a family that was noted under a key. */
export const findMovementBy = (db: Db, of: Pick<Paying, 'userid' | 'key'>): Promise<string | undefined> =>
  findFamilyMovement(db, refOf(of));

/** What of an invoice is open but for places, of which any part is paid; or a place, which is paid whole. */
type Debt = { invoiceid: string; amount: number } | { order: OrderRow };

/** What a family owes, by day and then the oldest first, locked; an invoice that is named before all else. */
async function findDebts(
  tx: Db,
  { userid, first, school }: { userid: string; first: string | null; school: InZone },
): Promise<Debt[]> {
  const invoices = await openInvoicesOf(tx, userid);
  if (first !== null && !invoices.some(({ _id }) => _id === first))
    await refuseInvoice(tx, { userid, id: first });
  const owed = await lockOwed(tx, userid);
  const invoiced = new Set(invoices.flatMap(({ owedOrders }) => owedOrders));
  const debts = [
    ...invoices.map(({ _id, issuedday: day, openCharges: amount, owedOrders }) => ({
      _id,
      day,
      of: [
        ...(amount > 0 ? [{ invoiceid: _id, amount }] : []),
        ...owed.filter((order) => owedOrders.includes(order._id)).map((order) => ({ order })),
      ],
    })),
    ...owed
      .filter((order) => !invoiced.has(order._id))
      .map((order) => ({ _id: order._id, day: schoolDay(school, order.createdat), of: [{ order }] })),
  ];
  const isFirst = ({ _id }: { _id: string }) => Number(_id === first);
  return debts
    .sort(
      (one, other) =>
        isFirst(other) - isFirst(one) || compare(one.day, other.day) || compare(one._id, other._id),
    )
    .flatMap(({ of }) => of);
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Says why an invoice cannot be paid, of which nothing is open to this family. */
async function refuseInvoice(tx: Db, { userid, id }: { userid: string; id: string }): Promise<never> {
  const invoice = await tx
    .selectFrom('invoices')
    .select(['userid', 'kind', 'state'])
    .where('_id', '=', id)
    .executeTakeFirst();
  ensure(invoice?.userid === userid, 'invoice-not-found');
  ensure(invoice.kind === 'invoice' && invoice.state === 'issued', 'invoice-void');
  throw new AppError('invoice-paid');
}

/** The places that a family owes, the oldest first, locked. */
async function lockOwed(tx: Db, userid: string): Promise<OrderRow[]> {
  const found = await findOrdersOf(tx, userid, ['enrolled']);
  const owed: OrderRow[] = [];
  for (const { paidby, ...order } of found.sort((one, other) => (one._id < other._id ? -1 : 1))) {
    if (paidby !== 'due') continue;
    // By hand, an order is always paid alone.
    const [locked] = await lockOrders(tx, { ...order, paidby });
    if (locked.state === 'enrolled' && locked.paidby === 'due' && locked.amount > 0) owed.push(locked);
  }
  return owed;
}

/** What is left of earlier movements once they cover what the family was charged and no invoice says yet. */
function without(before: readonly Left[], sum: number): Left[] {
  let rest = sum;
  return before.flatMap(({ ledgerid, amount }) => {
    const taken = Math.min(amount, rest);
    rest -= taken;
    return amount > taken ? [{ ledgerid, amount: amount - taken }] : [];
  });
}

type Part = { ledgerid: string | null; amount: number };
type Planned = { debt: Debt; parts: readonly Part[] };

/**
 * What is paid, and by what: by movements before, then by the new one, which has no id yet. After a place that
 * is too much for what is left no other place is paid, but invoices are.
 */
function planPaid(
  debts: readonly Debt[],
  { before, amount }: { before: readonly Left[]; amount: number },
): Planned[] {
  const funds: Part[] = [...before, { ledgerid: null, amount }];
  const plan: Planned[] = [];
  let isTooMuch = false;
  for (const debt of debts) {
    const left = funds.reduce((sum, one) => sum + one.amount, 0);
    if (left === 0) break;
    if ('order' in debt) isTooMuch ||= debt.order.amount > left;
    if ('order' in debt && isTooMuch) continue;
    const wanted = 'order' in debt ? debt.order.amount : Math.min(debt.amount, left);
    plan.push({ debt, parts: take(funds, wanted) });
  }
  return plan;
}

/** Takes a sum out of funds, the first one first. */
function take(funds: Part[], sum: number): Part[] {
  const parts: Part[] = [];
  let open = sum;
  while (open > 0) {
    const [first] = funds;
    if (!first) throw new Error('More was planned than there is.');
    const part = Math.min(open, first.amount);
    open -= part;
    parts.push({ ledgerid: first.ledgerid, amount: part });
    if (part === first.amount) funds.shift();
    else funds[0] = { ...first, amount: first.amount - part };
  }
  return parts;
}

function allocationsOf(
  { debt, parts }: Planned,
  { ledgerid: newest, createdat }: { ledgerid: string; createdat: number },
): NewRow<'allocations'>[] {
  const order = 'order' in debt ? debt.order : null;
  const isSeat = order !== null && seatClassOf(order) !== null;
  return parts.map(({ ledgerid, amount }, at) => ({
    ledgerid: ledgerid ?? newest,
    orderid: order?._id ?? null,
    invoiceid: 'invoiceid' in debt ? debt.invoiceid : null,
    amount,
    seats: at === 0 && isSeat ? 1 : 0,
    createdat,
  }));
}

async function settle(
  tx: Db,
  { _id }: OrderRow,
  { kind, actor, now }: { kind: HandKind; actor: Actor; now: number },
) {
  const paid = await moveOrder(tx, _id, ['enrolled'], { paidby: kind, paidat: now, now });
  if (!paid) throw new Error(`Order ${_id} was moved past its lock.`);
  await logPayment(tx, paid, {
    actor,
    action: 'paid',
    note: sumNote(paid.amount, paid.currency),
    after: kind,
    now,
  });
  await notifyPaidByHand(tx, paid);
}
