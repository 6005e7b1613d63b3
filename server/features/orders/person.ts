import { isUnprovedImport } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import type { PersonRecords } from '#server/features/feature.ts';
import type { Seats } from '#server/features/seats/index.ts';
import { findAttempts } from './lists.ts';
import { HOLDING } from './order-states.ts';
import { findOrdersFor, findOrdersOf, moveOrder, type OrderRow } from './queries.ts';

/** What a person is paying for or has tried to. */
export const orderPerson = (seats: Seats): PersonRecords => ({
  tables: ['orders'],

  export: async (db, { _id }) => ({
    payments: (await isUnprovedImport(db, { _id })) ? [] : await findAttempts(db, _id),
  }),

  eraseLearner: async (tx, learnerid, { now }) =>
    endHolds(seats, tx, await findOrdersFor(tx, learnerid, HOLDING), now),

  erase: async (tx, { _id }, now) => endHolds(seats, tx, await findOrdersOf(tx, _id, HOLDING), now),
});

async function endHolds(seats: Seats, tx: Db, orders: readonly OrderRow[], now: number) {
  for (const { _id, classid } of orders) {
    // Without a class it is cancelled at the card service, or refunded if it was paid just now, and enrols no one.
    const ending = { state: 'expiring' as const, classid: null, holduntil: now, workat: now, now };
    const ended = await moveOrder(tx, _id, HOLDING, ending);
    // What the same payment was for besides ends with it, by the workers.
    if (ended && classid !== null) await seats.release(tx, { classid, orderid: _id, now });
  }
}
