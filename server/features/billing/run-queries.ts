import { sql } from 'kysely';
import type { Db, NewRow, Row } from '#server/database/schema.ts';
import type { Lease } from '#server/jobs/leases.ts';

export type RunRow = Row<'billingruns'>;

/** A class that is billed by the term or month; its price is a lesson's, in cents. */
export type BilledClass = Pick<Row<'classes'>, '_id' | 'classname' | 'price' | 'billing'>;

/** Classes that are billed by the term or month, in the order of their ids; those that are named, or all. */
export async function findBilledClasses(db: Db, classids?: readonly string[]): Promise<BilledClass[]> {
  const found = await db
    .selectFrom('classes')
    .select(['_id', 'classname', 'price', 'billing'])
    .where(sql<boolean>`billing <> 'once' and deletedat is null`)
    .orderBy('_id')
    .execute();
  return classids ? found.filter(({ _id }) => classids.includes(_id)) : found;
}

/** The days of each term, in their order. */
export const findTerms = (db: Db): Promise<Pick<Row<'terms'>, '_id' | 'firstday' | 'lastday'>[]> =>
  db.selectFrom('terms').select(['_id', 'firstday', 'lastday']).orderBy('firstday').orderBy('_id').execute();

/**
 * Who pays for more of a place: who pays for it, as long as the learner is theirs or they are a guardian who may
 * pay; else the account of the learner, which may have taken them over; null where both have left.
 */
const PAYER = sql<string | null>`case when orders.userid = learners.userid or (
  select count(*) from guardians where guardians.learnerid = orders.learnerid
    and guardians.userid = orders.userid and maypay = 1
) > 0 then orders.userid else learners.userid end`;

/** A place that a run bills, and who pays for it. */
export type Place = { userid: string } & Pick<
  Row<'orders'>,
  'learnerid' | 'createdat' | 'discountid' | 'billfrom'
>;

/**
 * The places of a class that were taken while it was billed by the term or month, but those that an admin gave
 * for nothing. With `isLocked` they stay until the transaction ends.
 */
export async function findPlaces(db: Db, classid: string, isLocked = false): Promise<Place[]> {
  const places = db
    .selectFrom('orders')
    .innerJoin('learners', 'learners._id', 'orders.learnerid')
    .select(['orders.learnerid', 'orders.createdat', 'orders.discountid', 'orders.billfrom'])
    .select(PAYER.as('userid'))
    .where('orders.classid', '=', classid)
    .where(sql<boolean>`billfrom is not null and state = 'enrolled'`)
    .where(PAYER, 'is not', null)
    .where(({ not, and, eb }) =>
      not(
        and([
          eb('amount', '=', 0),
          eb('amountreason', 'is not', null),
          eb('trialid', 'is', null),
          // A code or a further child may leave nothing of the first sum alone.
          eb('discountid', 'is', null),
        ]),
      ),
    )
    .$narrowType<{ userid: string }>()
    .orderBy('orders._id');
  return (isLocked ? places.forNoKeyUpdate('orders') : places).execute();
}

export async function insertRun(tx: Db, row: NewRow<'billingruns'>): Promise<void> {
  await tx.insertInto('billingruns').values(row).execute();
}

export const findRun = (db: Db, id: string): Promise<RunRow | undefined> =>
  db.selectFrom('billingruns').selectAll().where('_id', '=', id).executeTakeFirst();

export const lockRun = (tx: Db, id: string): Promise<RunRow> =>
  tx
    .selectFrom('billingruns')
    .selectAll()
    .where('_id', '=', id)
    .forNoKeyUpdate('billingruns')
    .executeTakeFirstOrThrow();

/** Those that are to go on, the longest due first. */
export const findDueRuns = (db: Db, now: number): Promise<RunRow[]> =>
  db.selectFrom('billingruns').selectAll().where('workat', '<=', now).orderBy('workat').limit(20).execute();

/** Takes one for this worker; false when another was first. */
export async function claimRun(db: Db, { _id, workat }: RunRow, lease: Lease): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('billingruns')
    .set(lease)
    .where('_id', '=', _id)
    .where('workat', '=', workat)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function updateRun(tx: Db, id: string, change: Partial<RunRow>): Promise<void> {
  await tx.updateTable('billingruns').set(change).where('_id', '=', id).execute();
}

export async function forgetWho(tx: Db, userid: string): Promise<void> {
  await tx.updateTable('billingruns').set({ byid: null }).where('byid', '=', userid).execute();
}

/** What accounts are called, by their ids. */
export async function findNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const users = await db.selectFrom('users').select(['_id', 'name']).where('_id', 'in', ids).execute();
  return new Map(users.map(({ _id, name }) => [_id, name]));
}
