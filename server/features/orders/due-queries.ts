import type { Db } from '#server/database/schema.ts';
import type { Lease } from '#server/jobs/leases.ts';
import { HOLDING, PAYABLE } from './order-states.ts';
import { ALONE, moveOrder, type OrderRow } from './queries.ts';

/**
 * Ends the holds on a class that goes: its open orders are due at once, so that the workers cancel or refund
 * them. Places that are reserved stay until it is decided or called off.
 */
export async function expireHolds(db: Db, { classid, now }: { classid: string; now: number }) {
  await db
    .updateTable('orders')
    .set({ holduntil: now, workat: now, updatedat: now })
    .where('classid', '=', classid)
    .where('state', 'in', HOLDING)
    .where((of) => of.or([of('state', '<>', 'held'), of('reservedat', 'is', null)]))
    .execute();
}

/** Ends the hold of one order, likewise. */
export async function expireHoldNow(db: Db, id: string, now: number) {
  await moveOrder(db, id, HOLDING, { holduntil: now, workat: now, now });
}

/** Orders that could be paid and whose time ends after `moment`; those whose card was refused have days. */
export async function findHoldsEndingAfter(db: Db, moment: number) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('workat', '>', moment)
    .where('reservedat', 'is', null)
    .where('state', 'in', PAYABLE)
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
    .where('state', 'in', PAYABLE)
    .execute();
}

/** Makes due at once what is due after `moment` but the end of a hold: written while the clock was ahead. */
export async function boundOrderWork(db: Db, { moment, now }: { moment: number; now: number }) {
  await db
    .updateTable('orders')
    .set({ workat: now })
    .where('workat', '>', moment)
    .where('state', 'not in', PAYABLE)
    .execute();
}

/** Orders that a worker has to look at, the longest due first. */
export async function findDueOrders(db: Db, now: number, limit: number) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('workat', '<=', now)
    .orderBy('workat')
    .limit(limit)
    .execute();
}

/** Takes a due order for this worker; false when another worker was first. */
export async function claimOrder(db: Db, { _id, workat }: OrderRow, lease: Lease): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set(lease)
    .where('_id', '=', _id)
    .where('workat', '=', workat)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Has the cards of the reserved places of a class charged. */
export async function dueReserved(tx: Db, { classid, now }: { classid: string; now: number }): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ ...ALONE, workat: now, updatedat: now })
    .where('classid', '=', classid)
    .where('state', '=', 'held')
    .where('reservedat', 'is not', null)
    .where('workat', 'is', null)
    .execute();
}
