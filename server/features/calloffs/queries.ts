import { sql } from 'kysely';
import type { Span } from '#server/database/rows/school-row.ts';
import type { Db, OrderState, Row } from '#server/database/schema.ts';
import type { OrderRow } from '#server/features/orders/index.ts';
import type { Lease } from '#server/jobs/leases.ts';

export type CallOffRow = Row<'calloffs'>;

/** A place that stands or is reserved, and the family of who has it; a learner without an account is one alone. */
export type Place = OrderRow & { familyid: string };

const FAMILY = sql<string>`coalesce(learners.userid, learners._id)`;

const places = (db: Db, classid: string) =>
  db
    .selectFrom('orders')
    .innerJoin('learners', 'learners._id', 'orders.learnerid')
    .selectAll('orders')
    .select(FAMILY.as('familyid'))
    .where('orders.classid', '=', classid)
    .where('orders.lessonid', 'is', null)
    .where((of) =>
      of.or([
        of('orders.state', '=', 'enrolled'),
        of.and([of('orders.state', '=', 'held'), of('orders.reservedat', 'is not', null)]),
      ]),
    )
    .orderBy('orders._id');

/** The places of a class. */
export const findPlaces = (db: Db, classid: string): Promise<Place[]> => places(db, classid).execute();

/** Those of one family, locked until the transaction ends. */
export const lockPlaces = (
  tx: Db,
  { classid, familyid }: { classid: string; familyid: string },
): Promise<Place[]> => places(tx, classid).where(FAMILY, '=', familyid).forNoKeyUpdate('orders').execute();

/** Who gets mail about learners beside who pays: the accounts that they belong to, and guardians. */
export const findLookers = (
  db: Db,
  learnerids: readonly string[],
): Promise<{ learnerid: string; userid: string }[]> =>
  db
    .selectFrom('learners')
    .where('_id', 'in', learnerids)
    .where('userid', 'is not', null)
    .select(['_id as learnerid', 'userid'])
    .union(
      db
        .selectFrom('guardians')
        .where('learnerid', 'in', learnerids)
        .where('getsmail', '=', 1)
        .select(['learnerid', 'userid']),
    )
    .$narrowType<{ userid: string }>()
    .execute();

export async function insertCallOff(tx: Db, row: Omit<CallOffRow, 'lease'>): Promise<void> {
  await tx
    .insertInto('calloffs')
    .values({ ...row, lease: null })
    .execute();
}

export async function findCallOff(db: Db, id: string): Promise<CallOffRow | undefined> {
  return db.selectFrom('calloffs').selectAll().where('_id', '=', id).executeTakeFirst();
}

/** Those of which places may stand still, the longest due first. */
export async function findDueCallOffs(db: Db, now: number, limit: number): Promise<CallOffRow[]> {
  const due = db.selectFrom('calloffs').selectAll().where('workat', '<=', now);
  return due.orderBy('workat').limit(limit).execute();
}

/** Takes one for this worker; false when another was first. */
export async function claimCallOff(db: Db, { _id, workat }: CallOffRow, lease: Lease): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('calloffs')
    .set(lease)
    .where('_id', '=', _id)
    .where('workat', '=', workat)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Notes that every place has ended. */
export async function closeCallOff(db: Db, id: string): Promise<void> {
  await db.updateTable('calloffs').set({ workat: null }).where('_id', '=', id).execute();
}

/** Those of a span of time, the newest first. */
export async function findCallOffsIn(db: Db, { from, to }: Span): Promise<CallOffRow[]> {
  const found = db.selectFrom('calloffs').selectAll();
  const within = found.where('createdat', '>=', from).where('createdat', '<', to);
  return within.orderBy('createdat', 'desc').orderBy('_id', 'desc').execute();
}

const OWING: readonly OrderState[] = ['refund_due', 'refund_failed'];

/** Orders of classes of which money is still to go back. */
export async function findOwingOrders(db: Db, classids: readonly string[]): Promise<OrderRow[]> {
  if (classids.length === 0) return [];
  const orders = db.selectFrom('orders').selectAll().where('classid', 'in', classids);
  return orders.where('state', 'in', OWING).orderBy('_id').execute();
}

/** The account that did it, as the log names it; null once it was erased. */
export async function findActor(db: Db, { byid }: Pick<CallOffRow, 'byid'>) {
  const actor = db.selectFrom('users').select(['_id', 'name']).where('_id', '=', byid);
  return byid === null ? null : ((await actor.executeTakeFirst()) ?? null);
}

export async function forgetWho(tx: Db, userid: string): Promise<void> {
  await tx.updateTable('calloffs').set({ byid: null }).where('byid', '=', userid).execute();
}
