import { FORMER_STUDENT } from '#contract/former.ts';
import { addressLines } from '#contract/school.ts';
import type { Db } from '#server/database/schema.ts';
import type { SchoolNow } from '#server/database/school-row.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { findUser } from '#server/features/users/index.ts';
import { ensure } from '#server/http/errors.ts';
import { sumMovements } from './ledger-queries.ts';
import { findOrder } from './order-queries.ts';
import { paidByHandOf, transactionOf } from './paid-by-hand.ts';

type ReceiptInput = { id: string; school: SchoolNow };

/** The receipt of an enrolment, also of one that was cancelled. Throws `receipt-not-found`. */
export async function makeReceipt(db: Db, { id, school }: ReceiptInput) {
  const order = await findOrder(db, id);
  const date = order?.paidat ?? (order?.paidby === 'due' ? order.createdat : null);
  ensure(order?.classid && date !== null, 'receipt-not-found');
  const [bought] = await findClassesById(db, [order.classid]);
  ensure(bought, 'receipt-not-found');
  const payer = order.userid === null ? undefined : await findUser(db, order.userid);
  const { returned, returnedat } = await sumMovements(db, id);
  const isFree = order.amount === 0 && order.state === 'refunded';
  return {
    _id: id,
    number: numberOf(id, date),
    school: school.name,
    schooladdress: addressLines(school).join(', ') || null,
    state: order.state as 'enrolled',
    date,
    name: payer?.name ?? FORMER_STUDENT,
    email: payer?.email ?? '',
    classid: bought._id,
    classname: bought.classname,
    instructorname: bought.instructorname,
    price: order.amount,
    currency: order.currency,
    paidby: paidByHandOf(order),
    cardlast4: order.cardlast4,
    transactionId: transactionOf(order),
    returned,
    refundedat: isFree ? order.updatedat : returned > 0 ? returnedat : null,
  };
}

/** The day it was paid on and the end of the order's id, as short as a person can read it out. */
const numberOf = (id: string, paidat: number) =>
  `${new Date(paidat).toISOString().slice(0, 10).replaceAll('-', '')}-${id.slice(-8).toUpperCase()}`;
