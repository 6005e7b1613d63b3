import type * as z from 'zod';
import type { Erasure } from '#contract/account/schema.ts';
import { LEARNER_NAME } from '#server/database/rows/learners.ts';
import { findSchool, type SchoolRecord } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { findBalances, openInvoicesOf } from '#server/features/ledger/index.ts';
import { findOrdersOf, findOrdersOfCheckouts, paymentIdOf } from '#server/features/orders/index.ts';
import { findTaken, sumTaken } from '#server/features/refunds/index.ts';
import { readStatement } from '#server/features/statement/index.ts';

type Whose = { userid: string; school: Pick<SchoolRecord, 'timezone' | 'currency'> };

/** What is open between an account and the school, in cents, as an erasure tells it. */
export type OpenBooks = NonNullable<z.output<typeof Erasure>['owed']>;

/**
 * What is owed of an account, or is its credit; undefined where the two are even but for what goes back to a card
 * by itself.
 */
export async function findOpenBooks(db: Db, { userid, school }: Whose): Promise<OpenBooks | undefined> {
  const { balance: stated, currency } = await readStatement(db, {
    userid,
    school: { ...school, locale: undefined },
  });
  const balance = stated + (await sumGoingToCards(db, userid));
  const invoices = await openInvoicesOf(db, userid);
  const onInvoices = new Set(invoices.flatMap(({ owedOrders }) => owedOrders));
  const places = (await findDue(db, userid)).filter(({ _id }) => !onInvoices.has(_id));
  if (balance === 0 && invoices.length === 0 && places.length === 0) return undefined;
  const said = [...invoices.map(({ open }) => open), ...places.map(({ price }) => price)];
  return {
    balance,
    currency,
    invoices: invoices.map(({ number, open }) => ({ number, open })),
    places: places.map(({ _id, learnername, classname, ...place }) => ({
      ...place,
      learnername: learnername ?? '',
      classname: classname ?? '',
    })),
    others: balance - said.reduce((sum, one) => sum + one, 0),
  };
}

/**
 * Of places that were paid by card and have ended: no more than the card can still take of the payment, where credit
 * was given back to it, too.
 */
async function sumGoingToCards(db: Db, userid: string): Promise<number> {
  const orders = (await findOrdersOf(db, userid, ['refund_due'])).filter(({ paidby }) => paidby === 'card');
  const checkouts = [...new Set(orders.flatMap(({ checkoutid }) => checkoutid ?? []))];
  const alone = orders.filter(({ checkoutid }) => checkoutid === null);
  const all = [...alone, ...(await findOrdersOfCheckouts(db, checkouts))];
  const balances = await findBalances(db, all);
  const taken = Map.groupBy(await findTaken(db, all.map(paymentIdOf)), ({ refund }) => refund.paymentid);
  const open = new Map(orders.map(({ _id }) => [_id, balances.get(_id)?.open ?? 0]));
  return [...Map.groupBy(all, paymentIdOf)].reduce((sum, [paymentid, some]) => {
    const owed = some.reduce((part, { _id }) => part + (open.get(_id) ?? 0), 0);
    const held = some.reduce((part, { _id }) => {
      const { received = 0, returned = 0 } = balances.get(_id) ?? {};
      return part + received - returned;
    }, 0);
    return sum + Math.min(owed, held - sumTaken(taken.get(paymentid) ?? []));
  }, 0);
}

const findDue = (db: Db, userid: string) =>
  db
    .selectFrom('orders')
    .leftJoin('classes', 'classes._id', 'orders.classid')
    .leftJoin('learners', 'learners._id', 'orders.learnerid')
    .leftJoin('users', 'users._id', 'learners.userid')
    .select(['orders._id', 'orders.learnerid', 'orders.amount as price', 'classes.classname'])
    .select(LEARNER_NAME.as('learnername'))
    .where('orders.userid', '=', userid)
    .where('orders.state', '=', 'enrolled')
    .where('orders.paidby', '=', 'due')
    .where('orders.amount', '>', 0)
    .orderBy('orders._id')
    .execute();

/** The school as it is, for a transaction. */
export async function schoolOf(tx: Db) {
  const school = await findSchool(tx);
  if (!school) throw new Error('The school has no row of its own.');
  return school;
}
