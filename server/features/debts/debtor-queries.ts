import { type NotNull, sql } from 'kysely';
import { inChunks } from '#server/database/lists/batches.ts';
import { LEARNER_NAME } from '#server/database/rows/learners.ts';
import type { Db, NewRow, Row } from '#server/database/schema.ts';

/**
 * Places that are owed to the school, the oldest first; of some accounts or of all. A payer who has left is replaced
 * by the learner's family; null once both have.
 */
export const findOwedPlaces = (db: Db, userids?: readonly string[]) =>
  db
    .selectFrom('orders')
    .innerJoin('classes', 'classes._id', 'orders.classid')
    .leftJoin('learners', 'learners._id', 'orders.learnerid')
    .leftJoin('users', 'users._id', 'learners.userid')
    .select((of) => of.fn.coalesce('orders.userid', 'learners.userid').as('userid'))
    .select(['orders._id', 'orders.amount', 'orders.currency', 'orders.createdat', 'orders.learnerid'])
    .select(['orders.classid', 'classes.classname'])
    .select(LEARNER_NAME.as('learnername'))
    .where('orders.paidby', '=', sql.lit('due'))
    .where('orders.state', '=', 'enrolled')
    .$if(userids !== undefined, (query) =>
      query.where((of) => of(of.fn.coalesce('orders.userid', 'learners.userid'), 'in', userids ?? [])),
    )
    .orderBy('orders._id')
    .$narrowType<{ classid: NotNull }>()
    .execute();

type Asked = { userid: string; items: readonly { _id: string; kind: 'invoice' | 'place' }[] };

/** When a mail last asked accounts for what they owe: a reminder, or that an invoice was due. */
export async function findReminded(db: Db, debtors: readonly Asked[]): Promise<ReadonlyMap<string, number>> {
  const reminders = await inChunks(
    debtors.map(({ userid }) => userid),
    (some) =>
      db
        .selectFrom('debtreminders')
        .select('userid')
        .select((of) => of.fn.max('createdat').as('at'))
        .where('userid', 'in', some)
        .groupBy('userid')
        .execute(),
  );
  const payerOf = new Map(
    debtors.flatMap(({ userid, items }) => items.map(({ _id }) => [_id, userid] as const)),
  );
  const invoices = debtors.flatMap(({ items }) => items.filter(({ kind }) => kind === 'invoice'));
  const notices = await inChunks(
    invoices.map(({ _id }) => _id),
    (some) =>
      db
        .selectFrom('duenotices')
        .select(['invoiceid', 'overdueat'])
        .where('invoiceid', 'in', some)
        .where('overdueat', 'is not', null)
        .execute(),
  );
  const last = new Map(reminders.map(({ userid, at }) => [userid, Number(at)]));
  for (const { invoiceid, overdueat } of notices) {
    const userid = payerOf.get(invoiceid) ?? '';
    last.set(userid, Math.max(last.get(userid) ?? 0, overdueat ?? 0));
  }
  return last;
}

type ReminderRow = Row<'debtreminders'>;

export const findReminder = (db: Db, key: string): Promise<ReminderRow | undefined> =>
  db.selectFrom('debtreminders').selectAll().where('key', '=', key).executeTakeFirst();

/** The latest reminder of an account. */
export const findLastReminder = (db: Db, userid: string): Promise<ReminderRow | undefined> =>
  db
    .selectFrom('debtreminders')
    .selectAll()
    .where('userid', '=', userid)
    .orderBy('createdat', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function insertReminder(tx: Db, row: NewRow<'debtreminders'>): Promise<void> {
  await tx.insertInto('debtreminders').values(row).execute();
}
