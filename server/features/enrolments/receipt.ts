import { formerStudent } from '#contract/former.ts';
import { addressLines } from '#contract/school/calls.ts';
import { findNamedLearners } from '#server/database/rows/learners.ts';
import { type SchoolNow, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { balanceOf, findBalances } from '#server/features/ledger/index.ts';
import {
  byLearner,
  findOrder,
  findOrdersWith,
  isTrial,
  lessonsOf,
  type OrderRow,
  paidByHandOf,
  transactionOf,
} from '#server/features/orders/index.ts';
import { findUser } from '#server/features/users/index.ts';
import { ensure } from '#server/http/errors.ts';
import { findLater } from './find-later.ts';

type ReceiptInput = { id: string; school: SchoolNow; now: number };

/**
 * The receipt of an enrolment, also of one that was cancelled; of one that was paid together with others it
 * names all of them. Throws `receipt-not-found`.
 */
export async function makeReceipt(db: Db, { id, school, now }: ReceiptInput) {
  const order = await findOrder(db, id);
  const date = order?.paidat ?? (order?.paidby === 'due' ? order.createdat : null);
  ensure(order?.classid && date !== null, 'receipt-not-found');
  const orders = order.checkoutid === null ? [order] : await findOrdersWith(db, order);
  const classes = await findClassesById(db, [...new Set(orders.flatMap(({ classid }) => classid ?? []))]);
  const bought = classes.find(({ _id }) => _id === order.classid);
  ensure(bought, 'receipt-not-found');
  const payer = order.userid === null ? undefined : await findUser(db, order.userid);
  const learners = await findNamedLearners(db, [...new Set(orders.map(({ learnerid }) => learnerid))]);
  const balances = await findBalances(db, orders);
  const { returned, returnedat } = balanceOf(balances, order);
  const isStanding = order.state === 'enrolled' && bought.deletedat === null;
  const later = isStanding ? await findLater(db, school, { orders: [order], now }) : undefined;
  const isFree = order.amount === 0 && order.state === 'refunded';
  const itemOf = (item: OrderRow) => ({
    _id: item._id,
    classname: classes.find(({ _id }) => _id === item.classid)?.classname ?? '',
    learnername: learners.get(item.learnerid)?.learnername ?? formerStudent(),
    price: item.amount,
    state: item.state as 'enrolled',
    returned: balanceOf(balances, item).returned,
    earned: item.earned || undefined,
    lessons: lessonsOf(item) ?? undefined,
    rest: item.restamount || undefined,
    fullprice: item.fullamount ?? undefined,
    pricereason: item.amountreason ?? undefined,
  });
  return {
    ...itemOf(order),
    number: numberOf(id, order.receiptday ?? schoolDay(school, date)),
    school: school.name,
    schooladdress: addressLines(school).join(', ') || null,
    date,
    name: payer?.name ?? formerStudent(),
    email: payer?.email ?? '',
    learnerid: order.learnerid,
    classid: bought._id,
    trial: isTrial(order) ? (true as const) : undefined,
    instructorname: bought.instructorname,
    currency: order.currency,
    paidby: paidByHandOf(order),
    later: later?.get(bought._id),
    cardlast4: order.cardlast4,
    transactionId: transactionOf(order),
    refundedat: isFree ? order.updatedat : returned > 0 ? returnedat : null,
    ...(order.checkoutid !== null && { items: orders.map(itemOf).sort(byLearner) }),
  };
}

/** The day on which it was issued and the end of the order's id, as short as a person can read it out. */
export const numberOf = (id: string, day: string) =>
  `${day.replaceAll('-', '')}-${id.slice(-8).toUpperCase()}`;
