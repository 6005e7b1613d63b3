import { sql } from 'kysely';
import { firstIdAt } from '#server/database/ids.ts';
import { type Order, type PageQuery, takePage } from '#server/database/lists/pagination.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Span } from '#server/database/rows/school-row.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { chargeOrder, type OrderRow, repriceOrder, UNPAID } from '#server/features/orders/index.ts';
import { keepPastPlace } from './past-places.ts';

export const insertEnrolment = prepared((db, enrolment: Row<'enrolments'>) =>
  db.insertInto('enrolments').values(enrolment),
);

/** An enrolment, and when the first lesson of its class after it begins; null where none does. */
export type EnrolmentRow = Row<'enrolments'> & { firstlesson: number | null };

const FIRST_LESSON = sql<number | null>`(
  select min(startsat) from lessons
  where lessons.classid = enrolments.classid and state <> 'cancelled' and startsat >= enrolments.date
)`.as('firstlesson');

const enrolments = (db: Db) => db.selectFrom('enrolments').selectAll('enrolments').select(FIRST_LESSON);

export async function findEnrolment(db: Db, id: string): Promise<EnrolmentRow | undefined> {
  return enrolments(db).where('_id', '=', id).executeTakeFirst();
}

/**
 * When the first lesson of each of these classes begins from a moment on; of a class without one, nothing.
 */
export async function findFirstLessons(
  db: Db,
  classids: readonly string[],
  from: number,
): Promise<ReadonlyMap<string, number>> {
  const found = classids.length === 0 ? [] : await firstLessons(db, { classids, from });
  return new Map(found.map(({ classid, startsat }) => [classid, startsat]));
}

const firstLessons = prepared((db, { classids, from }: { classids: readonly string[]; from: number }) =>
  db
    .selectFrom('lessons')
    .select((of) => ['classid', of.fn.min('startsat').as('startsat')])
    .where('classid', 'in', classids)
    .where('state', '<>', 'cancelled')
    .where('startsat', '>=', from)
    .groupBy('classid'),
);

/** Makes a place another learner's from a moment on. */
export async function moveEnrolment(
  tx: Db,
  { id, learnerid, now }: { id: string; learnerid: string; now: number },
): Promise<void> {
  await keepPastPlace(tx, { id, now });
  await tx.updateTable('enrolments').set({ learnerid, movedat: now }).where('_id', '=', id).execute();
}

/** Another sum is agreed for a place that is owed, in its order too. */
export async function repricePlace(
  tx: Db,
  order: Pick<OrderRow, '_id' | 'amount' | 'fullamount'>,
  sum: Pick<OrderRow, 'amount' | 'amountreason'>,
): Promise<void> {
  await repriceOrder(tx, order, sum);
  await tx.updateTable('enrolments').set({ price: sum.amount }).where('_id', '=', order._id).execute();
}

/**
 * What is owed for a place is charged to its payer from now on, and the place itself costs nothing more, in its order
 * and as it is listed. Undefined where it is not owed any more.
 */
export async function chargePlace(
  tx: Db,
  order: Pick<OrderRow, '_id' | 'amount'>,
  when: { receiptday: string; now: number },
): Promise<OrderRow | undefined> {
  const charged = await chargeOrder(tx, order, when);
  if (charged) await tx.updateTable('enrolments').set({ price: 0 }).where('_id', '=', order._id).execute();
  return charged;
}

/** Ends a place: the lessons of before still know who had it. */
export async function deleteEnrolment(db: Db, { id, now }: { id: string; now: number }) {
  await keepPastPlace(db, { id, now });
  await db.deleteFrom('enrolments').where('_id', '=', id).execute();
}

/** The enrolments of learners, the newest first. */
export const findEnrolments = (db: Db, learnerids: readonly string[]) => enrolmentsOf(db, { learnerids });

const enrolmentsOf = prepared((db, { learnerids }: { learnerids: readonly string[] }) =>
  enrolments(db).where('learnerid', 'in', learnerids).orderBy('date', 'desc').orderBy('_id', 'desc'),
);

const NEWEST_FIRST: Order = { by: [sql.ref<number>('date')], isDescending: true };

/** A page of them, or those in a class. */
export const browseEnrolments = (
  db: Db,
  { learnerids, classid, ...ask }: PageQuery & { learnerids: readonly string[]; classid?: string },
) =>
  takePage(
    enrolments(db)
      .where('learnerid', 'in', learnerids)
      .$if(classid !== undefined, (query) => query.where('classid', '=', classid as string)),
    ask,
    NEWEST_FIRST,
  );

/** What learners are enrolled in, with the class's name. */
export async function findNamedEnrolments(db: Db, learnerids: readonly string[]) {
  return db
    .selectFrom('enrolments')
    .innerJoin('classes', 'classes._id', 'enrolments.classid')
    .select([
      'enrolments.learnerid',
      'enrolments.classid',
      'classes.classname',
      'enrolments.transactionId',
      'enrolments.price',
      'enrolments.currency',
      'enrolments.date',
    ])
    .where('enrolments.learnerid', 'in', learnerids)
    .orderBy('enrolments._id')
    .execute();
}

/** At what price these orders enrolled, by id; nothing of one that has no enrolment. */
export async function findPricesOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const found = await db.selectFrom('enrolments').select(['_id', 'price']).where('_id', 'in', ids).execute();
  return new Map(found.map(({ _id, price }) => [_id, price]));
}

/**
 * The orders of enrolments of this span of time that were never paid, or are over: ids were made shortly
 * before.
 */
export const findUnpaidEnrolled = (db: Db, span: Span): Promise<Row<'orders'>[]> =>
  unpaidEnrolled(db, span).execute();

/** The same as a statement. */
export const unpaidEnrolled = (db: Db, { from, to }: Span) =>
  db
    .selectFrom('orders')
    .innerJoin('enrolments', 'enrolments._id', 'orders._id')
    .selectAll('orders')
    .where('orders._id', '>=', firstIdAt(from - LATEST_PAID_MS))
    .where('orders._id', '<', firstIdAt(to))
    // Written out, not bound: an index has these alone.
    .where(
      'orders.state',
      'in',
      UNPAID.map((state) => sql.lit(state)),
    )
    .where('enrolments.date', '>=', from)
    .where('enrolments.date', '<', to);

/** After so long an order has been paid or is over. */
const LATEST_PAID_MS = 3 * 24 * 60 * 60_000;

/** Of these classes those that wait for enough learners: by their ids the last day on which learners join. */
export async function findUndecided(
  tx: Db,
  classids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (classids.length === 0) return new Map();
  const waiting = await undecided(tx, { classids: [...new Set(classids)] });
  return new Map(waiting.map(({ _id, decideby }) => [_id, decideby ?? '']));
}

const undecided = prepared((db, { classids }: { classids: readonly string[] }) =>
  db
    .selectFrom('classes')
    .select(['_id', 'decideby'])
    .where('_id', 'in', classids)
    .where('runsfrom', 'is not', null)
    .where('decided', 'is', null),
);
