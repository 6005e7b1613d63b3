import { newId } from '#server/database/ids.ts';
import type { Db, Row } from '#server/database/schema.ts';

export type OrderRow = Row<'orders'>;
export type OrderState = OrderRow['state'];

/** States in which an order of a class holds one of its seats. */
export const HOLDING = ['held', 'intent', 'expiring'] as const satisfies readonly OrderState[];
const OPEN = [...HOLDING, 'enrolled'] as const;

export async function insertOrder(
  db: Db,
  order: Pick<OrderRow, 'email' | 'classid' | 'amount' | 'currency' | 'holduntil'> & { now: number },
): Promise<OrderRow> {
  const { now, ...fields } = order;
  return db
    .insertInto('orders')
    .values({
      ...fields,
      _id: newId(now),
      state: 'held',
      intentid: null,
      clientsecret: null,
      paidat: null,
      cardlast4: null,
      refundid: null,
      refundattempt: 0,
      reason: null,
      workat: fields.holduntil,
      createdat: now,
      updatedat: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findOrder(db: Db, id: string) {
  return db.selectFrom('orders').selectAll().where('_id', '=', id).executeTakeFirst();
}

export async function findOrderByIntent(db: Db, intentid: string) {
  return db.selectFrom('orders').selectAll().where('intentid', '=', intentid).executeTakeFirst();
}

const IDS_AT_ONCE = 1000;

export async function findOrdersByIntent(db: Db, intentids: readonly string[]): Promise<OrderRow[]> {
  const found: OrderRow[] = [];
  for (let at = 0; at < intentids.length; at += IDS_AT_ONCE) {
    const some = intentids.slice(at, at + IDS_AT_ONCE);
    found.push(...(await db.selectFrom('orders').selectAll().where('intentid', 'in', some).execute()));
  }
  return found;
}

/** Orders for which money came in this span of time. */
export async function findOrdersPaid(db: Db, { from, to }: { from: number; to: number }) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('paidat', '>=', from)
    .where('paidat', '<', to)
    .where('state', 'in', ['enrolled', 'refund_due', 'refunded', 'refund_failed'])
    .execute();
}

/** A student's order of a class that holds or has taken a seat. */
export async function findOpenOrder(db: Db, { email, classid }: { email: string; classid: string }) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('email', '=', email)
    .where('classid', '=', classid)
    .where('state', 'in', OPEN)
    .executeTakeFirst();
}

export type OrderChange = Partial<Omit<OrderRow, '_id' | 'email' | 'amount' | 'currency' | 'createdat'>>;

/** Changes an order provided that it still is in one of these states; undefined when somebody else was first. */
export async function moveOrder(
  db: Db,
  id: string,
  from: readonly OrderState[],
  { now, ...change }: OrderChange & { now: number },
): Promise<OrderRow | undefined> {
  return db
    .updateTable('orders')
    .set({ ...change, updatedat: now })
    .where('_id', '=', id)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst();
}

export async function insertEnrolment(db: Db, enrolment: Row<'enrolments'>) {
  await db.insertInto('enrolments').values(enrolment).execute();
}

export async function deleteEnrolment(db: Db, id: string) {
  await db.deleteFrom('enrolments').where('_id', '=', id).execute();
}

/** A student's enrolments, the newest first. */
export async function findEnrolments(db: Db, email: string) {
  return db
    .selectFrom('enrolments')
    .selectAll()
    .where('email', '=', email)
    .orderBy('date', 'desc')
    .orderBy('_id', 'desc')
    .execute();
}

/** Adds what moved at the provider; nothing when it is there already. */
export async function insertMovement(db: Db, movement: Omit<Row<'ledger'>, '_id'>) {
  await db
    .insertInto('ledger')
    .values({ ...movement, _id: newId(movement.createdat) })
    .onConflict((c) => c.columns(['kind', 'ref']).doNothing())
    .execute();
}

/** When the money of an order last went back; undefined while it has not. */
export async function findRefund(db: Db, orderid: string) {
  return db
    .selectFrom('ledger')
    .selectAll()
    .where('orderid', '=', orderid)
    .where('kind', '=', 'refund')
    .orderBy('_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Ends the holds on a class that goes: its open orders are due at once, so that the workers cancel or refund them. */
export async function hurryOrders(db: Db, classid: string, now: number) {
  await db
    .updateTable('orders')
    .set({ holduntil: now, workat: now, updatedat: now })
    .where('classid', '=', classid)
    .where('state', 'in', HOLDING)
    .execute();
}

/** Ends the hold of one order, likewise. */
export async function hurryOrder(db: Db, id: string, now: number) {
  await moveOrder(db, id, HOLDING, { holduntil: now, workat: now, now });
}

/** Orders and events that a worker has to look at, the longest due first. */
export async function findDueOrders(db: Db, now: number, limit: number) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('workat', '<=', now)
    .orderBy('workat')
    .limit(limit)
    .execute();
}

/** Takes a due order for this worker until `until`; false when another worker was first. */
export async function claimOrder(db: Db, { _id, workat }: OrderRow, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ workat: until })
    .where('_id', '=', _id)
    .where('workat', '=', workat)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Keeps an event of the provider; false when it was told before. */
export async function insertEvent(
  db: Db,
  event: { id: string; type: string; intentid: string | null; now: number },
): Promise<boolean> {
  const { id, type, intentid, now } = event;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('webhookevents')
    .values({ _id: id, type, intentid, receivedat: now, workat: intentid === null ? null : now })
    .onConflict((c) => c.column('_id').doNothing())
    .executeTakeFirstOrThrow();
  return Boolean(numInsertedOrUpdatedRows);
}

export async function findDueEvents(db: Db, now: number, limit: number) {
  return db
    .selectFrom('webhookevents')
    .selectAll()
    .where('workat', '<=', now)
    .orderBy('workat')
    .limit(limit)
    .execute();
}

export async function claimEvent(db: Db, event: Row<'webhookevents'>, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhookevents')
    .set({ workat: until })
    .where('_id', '=', event._id)
    .where('workat', '=', event.workat)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function closeEvent(db: Db, id: string) {
  await db.updateTable('webhookevents').set({ workat: null }).where('_id', '=', id).execute();
}

/** Forgets events from before `moment` that were worked on; the provider tells none again after three days. */
export async function deleteOldEvents(db: Db, moment: number) {
  await db.deleteFrom('webhookevents').where('receivedat', '<', moment).where('workat', 'is', null).execute();
}
