import { type NotNull, sql } from 'kysely';
import { LEARNER_NAME } from '#server/database/rows/learners.ts';
import type { Db } from '#server/database/schema.ts';

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
  const places = db
    .selectFrom('orders')
    .select('_id')
    .where((of) =>
      of.or([
        of('state', 'in', ['enrolled', 'refund_due', 'refunded', 'refund_failed']),
        of.and([of('state', '=', 'expired'), of('paidby', '=', 'due')]),
      ]),
    );
  // Named one by one, so that they are found by their ids, however many learners there are.
  const found = await places
    .where('userid', '=', userid)
    .union(places.where('learnerid', 'in', learnerids))
    .orderBy('_id', 'desc')
    .limit(ORDERS_MAX)
    .execute();
  if (found.length === 0) return [];
  const ids = found.map(({ _id }) => _id);
  return db
    .selectFrom('orders')
    .innerJoin('classes', 'classes._id', 'orders.classid')
    .innerJoin('learners', 'learners._id', 'orders.learnerid')
    .leftJoin('users as parents', 'parents._id', 'learners.userid')
    .leftJoin('users', 'users._id', 'orders.userid')
    .selectAll('orders')
    .select(['classes.classname', 'users.name as payername', childName.as('learnername')])
    .where('orders._id', 'in', ids)
    .$narrowType<{ classid: NotNull }>()
    .orderBy('orders._id', 'desc')
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
