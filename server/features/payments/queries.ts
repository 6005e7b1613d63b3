import { sql } from 'kysely';
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
      withdrawn: 0,
      goodwill: 0,
      attention: null,
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

/** A person's orders in some of the states. */
export async function findOrdersOf(
  db: Db,
  email: string,
  states: readonly OrderState[],
): Promise<OrderRow[]> {
  const orders = db.selectFrom('orders').selectAll().where('email', '=', email).where('state', 'in', states);
  return orders.orderBy('_id').execute();
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

/** What a person is enrolled in, with the class's name. */
export async function findNamedEnrolments(db: Db, email: string) {
  return db
    .selectFrom('enrolments')
    .innerJoin('classes', 'classes._id', 'enrolments.classid')
    .select([
      'enrolments.classid',
      'classes.classname',
      'enrolments.transactionId',
      'enrolments.price',
      'enrolments.currency',
      'enrolments.date',
    ])
    .where('enrolments.email', '=', email)
    .orderBy('enrolments._id')
    .execute();
}

/** Every attempt of a person to pay, the first one first. */
export async function findAttempts(db: Db, email: string) {
  return db
    .selectFrom('orders')
    .select([
      '_id',
      'classid',
      'amount',
      'currency',
      'state',
      'intentid as transactionId',
      'reason',
      'createdat',
    ])
    .where('email', '=', email)
    .orderBy('_id')
    .execute();
}

/** Puts another address in the place of a person's. */
export async function updateAddressOf(tx: Db, email: string, to: string) {
  for (const table of ['orders', 'enrolments'] as const)
    await tx.updateTable(table).set({ email: to }).where('email', '=', email).execute();
}

/** Adds what moved at the provider; nothing when it is there already. */
export async function insertMovement(db: Db, movement: Omit<Row<'ledger'>, '_id'>) {
  await db
    .insertInto('ledger')
    .values({ ...movement, _id: newId(movement.createdat) })
    .onConflict((c) => c.columns(['kind', 'ref']).doNothing())
    .execute();
}

/** What came for an order and what went back of it, in cents, as the ledger has it; `lastref` is the provider's latest that stands. */
export async function sumMovements(db: Db, orderid: string) {
  return sumOf(await findMovements(db, [orderid]));
}

/** The same for each of several orders. */
export async function sumMovementsOf(db: Db, orderids: readonly string[]) {
  const rows = Map.groupBy(await findMovements(db, orderids), ({ orderid }) => orderid);
  return new Map(orderids.map((id) => [id, sumOf(rows.get(id) ?? [])]));
}

async function findMovements(db: Db, orderids: readonly string[]) {
  if (orderids.length === 0) return [];
  return db.selectFrom('ledger').selectAll().where('orderid', 'in', orderids).orderBy('_id').execute();
}

function sumOf(rows: readonly Row<'ledger'>[]) {
  const of = (kind: Row<'ledger'>['kind']) => rows.filter((row) => row.kind === kind);
  const failed = new Set(of('refund_failed').map(({ ref }) => ref));
  const back = [...of('refund').filter(({ ref }) => !failed.has(ref)), ...of('chargeback')];
  const sum = (some: readonly Row<'ledger'>[]) => some.reduce((total, { amount }) => total + amount, 0);
  const last = back.at(-1);
  return {
    received: sum(of('charge')),
    returned: sum(back),
    withdrawn: sum(of('chargeback')),
    returnedat: last?.createdat ?? null,
    lastref: last?.ref ?? null,
  };
}

const PAST_MAX = 100;

/** A student's paid orders whose place has ended, with what the class is called and what went back, the newest first. */
export async function findPastOrders(db: Db, email: string) {
  return db
    .selectFrom('orders')
    .innerJoin('classes', 'classes._id', 'orders.classid')
    .select(['orders._id', 'orders.classid', 'classes.classname', 'orders.amount', 'orders.currency'])
    .select(['orders.state', 'orders.reason', 'orders.paidat'])
    .select((of) =>
      of
        .selectFrom('ledger')
        .select(
          sql<number>`coalesce(sum(case kind when 'charge' then 0 when 'refund_failed' then -amount else amount end), 0)`.as(
            'sum',
          ),
        )
        .whereRef('ledger.orderid', '=', 'orders._id')
        .as('returned'),
    )
    .where('orders.email', '=', email)
    .where('orders.state', 'in', ['refund_due', 'refunded', 'refund_failed'])
    .where('orders.paidat', 'is not', null)
    .orderBy('orders._id', 'desc')
    .limit(PAST_MAX)
    .execute();
}

/** Orders that an admin has to look at, the newest first. */
export async function findAttention(db: Db, limit: number) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('attention', 'is not', null)
    .orderBy('_id', 'desc')
    .limit(limit)
    .execute();
}

export async function countAttention(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('attention', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Ends the holds on a class that goes: its open orders are due at once, so that the workers cancel or refund them. */
export async function expireHolds(db: Db, { classid, now }: { classid: string; now: number }) {
  await db
    .updateTable('orders')
    .set({ holduntil: now, workat: now, updatedat: now })
    .where('classid', '=', classid)
    .where('state', 'in', HOLDING)
    .execute();
}

/** Ends the hold of one order, likewise. */
export async function expireHoldNow(db: Db, id: string, now: number) {
  await moveOrder(db, id, HOLDING, { holduntil: now, workat: now, now });
}

/** Orders that could be paid and whose time ends after `moment`. */
export async function findHoldsEndingAfter(db: Db, moment: number) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('workat', '>', moment)
    .where('state', 'in', ['held', 'intent'])
    .execute();
}

/** Ends the time of an order at `until` instead, provided that it is still what it was. */
export async function updateHoldEnd(
  db: Db,
  { _id, workat }: OrderRow,
  change: { until: number; now: number },
) {
  const { until, now } = change;
  await db
    .updateTable('orders')
    .set({ holduntil: until, workat: until, updatedat: now })
    .where('_id', '=', _id)
    .where('workat', '=', workat)
    .where('state', 'in', ['held', 'intent'])
    .execute();
}

/** Makes due at once what is due after `moment` but the end of a hold: written while the clock was ahead. */
export async function boundWork(db: Db, { moment, now }: { moment: number; now: number }) {
  await db
    .updateTable('orders')
    .set({ workat: now })
    .where('workat', '>', moment)
    .where('state', 'not in', ['held', 'intent'])
    .execute();
  await db.updateTable('webhookevents').set({ workat: now }).where('workat', '>', moment).execute();
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

const CAUGHT_UP = 'card-events-listed';

/**
 * Takes it upon this worker to list the provider's events; gives when that was last done, null for never. Undefined when it is not yet
 * due or another worker was first. A moment ahead of now, from a clock that was set back, counts as due.
 */
export async function claimCatchUp(
  db: Db,
  { now, everyMs }: { now: number; everyMs: number },
): Promise<number | null | undefined> {
  const known = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', CAUGHT_UP)
    .executeTakeFirst();
  if (!known) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('settings')
      .values({ key: CAUGHT_UP, value: String(now) })
      .onConflict((c) => c.column('key').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows ? null : undefined;
  }
  const last = Number(known.value);
  if (last <= now && now - last < everyMs) return undefined;
  return (await setCaughtUp(db, known.value, now)) ? Math.min(last, now) : undefined;
}

/** Gives the task back when it did not succeed. */
export async function returnCatchUp(db: Db, { claimed, last }: { claimed: number; last: number | null }) {
  if (last !== null) return void (await setCaughtUp(db, String(claimed), last));
  await db.deleteFrom('settings').where('key', '=', CAUGHT_UP).where('value', '=', String(claimed)).execute();
}

async function setCaughtUp(db: Db, from: string, to: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('settings')
    .set({ value: String(to) })
    .where('key', '=', CAUGHT_UP)
    .where('value', '=', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
