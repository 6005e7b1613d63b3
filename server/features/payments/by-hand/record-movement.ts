import type { HandKind } from '#contract/payments/calls.ts';
import { t } from '#languages/t.ts';
import { lockUser } from '#server/auth/queries.ts';
import { schoolDay } from '#server/database/rows/school-row.ts';
import type { Db, NewRow } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange, sumNote } from '#server/features/changes/index.ts';
import { findCharges } from '#server/features/charges/index.ts';
import {
  findCredit,
  findFamilyMovement,
  insertAllocations,
  insertFamilyMovement,
  type Left,
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
import { ensure, faultIn } from '#server/http/errors.ts';
import { notifyPaidByHand } from './notify.ts';

type Paying = {
  userid: string;
  kind: HandKind;
  /** Cents. */
  amount: number;
  day: string;
  key: string;
  actor: Exclude<Actor, null>;
};

/**
 * Notes that a family paid at the school, and gives the movement's id; the same key again, for the same family,
 * adds nothing. It pays the places that are owed, whole and the oldest first, together with what was left of
 * movements before; what is left over is credit. Throws `user-not-found`.
 */
export async function recordMovement(
  { db, now, terms }: Payments,
  { userid, kind, amount, day, key, actor }: Paying,
): Promise<string> {
  const { currency, ...school } = await terms();
  return transact(db, async (tx) => {
    const createdat = now();
    if (day > schoolDay(school, createdat)) throw faultIn('day', () => t('payments.day_to_come'));
    const user = await lockUser(tx, userid);
    ensure(user, 'user-not-found');
    const ref = `by-hand.${userid}.${key}`;
    const known = await findFamilyMovement(tx, ref);
    if (known) return known;
    await requireCurrency(tx, currency);
    const before = await findCredit(tx, userid);
    const plan = planPaid(await lockOwed(tx, userid), {
      before: withoutCharges(before, await sumCharges(tx, userid)),
      amount,
    });
    const seats = plan.filter(({ order }) => seatClassOf(order) !== null).length;
    const ledgerid = await insertFamilyMovement(tx, { userid, kind, ref, amount, day, seats, createdat });
    await insertAllocations(
      tx,
      plan.flatMap((one) => allocationsOf(one, { ledgerid, createdat })),
    );
    const about = { about: 'family' as const, subjectid: userid, subjectname: user.name };
    const note = sumNote(amount, currency);
    await insertChange(tx, { ...about, action: 'payment-noted', note, after: kind, actor, now: createdat });
    for (const { order } of plan) await settle(tx, order, { kind, actor, now: createdat });
    return ledgerid;
  });
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

const sumCharges = async (tx: Db, userid: string) =>
  (await findCharges(tx, { userid })).reduce((sum, { amount }) => sum + amount, 0);

/** What is left of earlier movements once they have paid what the family was charged beside its places. */
function withoutCharges(before: readonly Left[], charges: number): Left[] {
  let rest = Math.max(0, charges);
  return before.flatMap(({ ledgerid, amount }) => {
    const taken = Math.min(amount, rest);
    rest -= taken;
    return amount > taken ? [{ ledgerid, amount: amount - taken }] : [];
  });
}

type Planned = { order: OrderRow; parts: readonly (Omit<Left, 'ledgerid'> & { ledgerid: string | null })[] };

/** Which of the places are paid, and by what: by movements before, then by the new one, which has no id yet. */
function planPaid(
  owed: readonly OrderRow[],
  { before, amount }: { before: readonly Left[]; amount: number },
): Planned[] {
  const funds = [...before, { ledgerid: null, amount }];
  let left = funds.reduce((sum, one) => sum + one.amount, 0);
  const plan: Planned[] = [];
  for (const order of owed) {
    if (order.amount > left) break;
    left -= order.amount;
    const parts: { ledgerid: string | null; amount: number }[] = [];
    let open = order.amount;
    while (open > 0) {
      const [first] = funds;
      if (!first) throw new Error('More was planned than there is.');
      const part = Math.min(open, first.amount);
      open -= part;
      parts.push({ ledgerid: first.ledgerid, amount: part });
      if (part === first.amount) funds.shift();
      else funds[0] = { ...first, amount: first.amount - part };
    }
    plan.push({ order, parts });
  }
  return plan;
}

const allocationsOf = (
  { order, parts }: Planned,
  { ledgerid: newest, createdat }: { ledgerid: string; createdat: number },
): NewRow<'allocations'>[] =>
  parts.map(({ ledgerid, amount }, at) => ({
    ledgerid: ledgerid ?? newest,
    orderid: order._id,
    invoiceid: null,
    amount,
    seats: at === 0 && seatClassOf(order) !== null ? 1 : 0,
    createdat,
  }));

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
