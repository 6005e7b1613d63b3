import { type NotNull, sql } from 'kysely';
import { formerStudent } from '#contract/former.ts';
import { LEARNER_NAME } from '#server/database/rows/learners.ts';
import type { Db } from '#server/database/schema.ts';

/**
 * Places that are owed to the school with their payers, the oldest first. A payer who has left is replaced by
 * the learner's family.
 */
export async function findOwedPlaces(db: Db, limit: number) {
  const rows = await db
    .selectFrom('orders')
    .leftJoin('users', 'users._id', 'orders.userid')
    .innerJoin('classes', 'classes._id', 'orders.classid')
    .innerJoin('learners', 'learners._id', 'orders.learnerid')
    .leftJoin('users as parents', 'parents._id', 'learners.userid')
    .select((of) => of.fn.coalesce('users._id', 'parents._id').as('userid'))
    .select(['orders._id', 'users.name', 'users.email'])
    .select(['classes._id as classid', 'classes.classname'])
    .select(['orders.amount as price', 'orders.currency', 'orders.createdat as date'])
    .select(childName.as('learnername'))
    .where('orders.paidby', '=', sql.lit('due'))
    .where('orders.state', '=', 'enrolled')
    .orderBy('orders._id')
    .limit(limit)
    .execute();
  return rows.map(({ name, email, learnername, ...row }) => ({
    ...row,
    name: name ?? formerStudent(),
    email: name === null ? '' : email,
    learnername: learnername ?? name ?? formerStudent(),
  }));
}

/** How many places are owed to the school, and what they come to in each currency (cents). */
export async function sumOwing(db: Db) {
  const sums = await db
    .selectFrom('orders')
    .select(['orders.currency', sql<number>`count(*)`.as('count'), sql<number>`sum(amount)`.as('amount')])
    .where('orders.paidby', '=', sql.lit('due'))
    .where('orders.state', '=', 'enrolled')
    .groupBy('orders.currency')
    .orderBy('orders.currency')
    .execute();
  return {
    count: sums.reduce((total, { count }) => total + Number(count), 0),
    sums: sums.map(({ currency, amount }) => ({ currency, amount: Number(amount) })),
  };
}

/** The name of a learner where the account that is asked for is another's. */
const childName = sql<
  string | null
>`coalesce(nullif(trim(coalesce(learners.firstname, '') || ' ' || coalesce(learners.lastname, '')), ''), parents.name)`;

/** The learners of an account, itself first. */
export async function findLearners(db: Db, userid: string) {
  const learners = await db
    .selectFrom('learners')
    .innerJoin('users', 'users._id', 'learners.userid')
    .select(['learners._id', 'learners.self', 'learners.firstname', 'learners.lastname'])
    .select(['learners.born', 'learners.note', LEARNER_NAME.as('name')])
    .where('learners.userid', '=', userid)
    .where('learners.leftat', 'is', null)
    .orderBy('learners.self', 'desc')
    .orderBy('learners._id')
    .execute();
  return learners.map(({ name, ...learner }) => ({ ...learner, learnername: name ?? '' }));
}

const ORDERS_MAX = 300;

/**
 * Places that an account pays or its learners have or had, the newest first; an attempt to pay that came to
 * nothing is none.
 */
export async function findPlaces(
  db: Db,
  { userid, learnerids }: { userid: string; learnerids: readonly string[] },
) {
  const ids = db
    .selectFrom('orders')
    .select('_id')
    .where('userid', '=', userid)
    .union(db.selectFrom('orders').select('_id').where('learnerid', 'in', learnerids));
  return db
    .selectFrom('orders')
    .innerJoin('classes', 'classes._id', 'orders.classid')
    .innerJoin('learners', 'learners._id', 'orders.learnerid')
    .leftJoin('users as parents', 'parents._id', 'learners.userid')
    .leftJoin('users', 'users._id', 'orders.userid')
    .selectAll('orders')
    .select(['classes.classname', 'users.name as payername', childName.as('learnername')])
    .where('orders._id', 'in', ids)
    .where((of) =>
      of.or([
        of('orders.state', 'in', ['enrolled', 'refund_due', 'refunded', 'refund_failed']),
        of.and([of('orders.state', '=', 'expired'), of('orders.paidby', '=', 'due')]),
      ]),
    )
    .$narrowType<{ classid: NotNull }>()
    .orderBy('orders._id', 'desc')
    .limit(ORDERS_MAX)
    .execute();
}

/** What moved for these orders, or for the checkouts that they belong to, the newest first. */
export async function findMoved(
  db: Db,
  { orderids, checkoutids }: { orderids: readonly string[]; checkoutids: readonly string[] },
) {
  const rows = db.selectFrom('ledger').selectAll();
  const [own, shared] = await Promise.all([
    orderids.length ? rows.where('orderid', 'in', orderids).execute() : [],
    checkoutids.length ? rows.where('checkoutid', 'in', checkoutids).execute() : [],
  ]);
  const all = new Map([...own, ...shared].map((row) => [row._id, row]));
  return [...all.values()].sort(
    (one, other) => other.createdat - one.createdat || (one._id < other._id ? 1 : -1),
  );
}

const MAILS_MAX = 50;

/** What was written to an address lately, the newest first. */
export async function findMailsTo(db: Db, recipient: string) {
  return db
    .selectFrom('mails')
    .select(['_id', 'subject', 'letter', 'createdat', 'sentat', 'lasterror'])
    .where('recipient', '=', recipient)
    .orderBy('_id', 'desc')
    .limit(MAILS_MAX)
    .execute();
}
