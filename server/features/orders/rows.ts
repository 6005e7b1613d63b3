import { isUnprovedImport } from '#server/auth/queries.ts';
import { reasonOf } from '#server/database/rows/reasons.ts';
import type { Db } from '#server/database/schema.ts';
import type { Seats } from '#server/features/classes/index.ts';
import type { FeatureRows } from '#server/features/feature.ts';
import { isInUse } from './given-by-import.ts';
import { findAttempts } from './lists.ts';
import { HOLDING, isReserved } from './order-states.ts';
import { ALONE, findOrdersFor, findOrdersOf, moveOrder, type OrderRow, seatClassOf } from './queries.ts';

/** What families are paying for or have tried to. */
export const orderRows = {
  orders: {
    columns: {
      learnerid: { learner: 'place', inUse: { says: 'imports.in_use_payment', where: isInUse } },
      userid: { account: 'moves', inUse: { says: 'imports.in_use_payment', where: isInUse } },
      agreedby: {
        account: { stays: 'Who agreed to be charged later: no other account is charged by that.' },
      },
    },
    export: async (db, { _id }) => ({
      payments: (await isUnprovedImport(db, { _id })) ? [] : await findAttempts(db, _id),
    }),
    eraseLearner: async (tx, learnerid, when) =>
      endHolds(tx, await findOrdersFor(tx, learnerid, HOLDING), when),
    erase: async (tx, { _id }, when) => {
      await endHolds(tx, await findOrdersOf(tx, _id, HOLDING), when);
      const agreed = tx.updateTable('orders').set({ agreedby: null }).where('userid', '=', _id);
      await agreed.where('agreedby', '=', _id).execute();
    },
    keepBooks: async (tx, { from, to }) => {
      await tx
        .updateTable('orders')
        .set({ userid: to })
        .where('userid', '=', from)
        .where('state', 'not in', HOLDING)
        .execute();
    },
    stillNames: { learnerid: 'What was paid stays in the books, of that learner.' },
    example: ({ now, id, userid, learnerid, childid, classid }) =>
      [
        { _id: id('order'), learnerid },
        { _id: id('order-of-child'), learnerid: childid },
      ].map((order) => ({
        ...order,
        userid,
        agreedby: userid,
        classid,
        amount: 6000,
        currency: 'usd',
        state: 'enrolled' as const,
        paidby: 'cash' as const,
        intentid: null,
        clientsecret: null,
        paidat: now,
        cardlast4: null,
        refundid: null,
        refundattempt: 0,
        attention: null,
        reason: null,
        holduntil: now,
        workat: null,
        createdat: now,
        updatedat: now,
      })),
    recovery: { stays: 'Money moves back by its own rules alone, and the payer sees every order.' },
  },
} satisfies FeatureRows;

/** Why the reserved place of a learner ends who is at the school no more. */
const LEFT = reasonOf('orders.learner_left');

async function endHolds(tx: Db, orders: readonly OrderRow[], { now, seats }: { now: number; seats: Seats }) {
  for (const order of orders) {
    const { _id } = order;
    const classid = seatClassOf(order);
    // Without a class it is cancelled at the card service, or refunded if it was paid just now, and enrols no
    // one.
    const expiring = { state: 'expiring' as const, classid: null, holduntil: now, workat: now };
    // Of a reserved place the card service is not asked.
    const expired = { state: 'expired' as const, ...ALONE, workat: null, reason: LEFT };
    const ended = await moveOrder(tx, _id, HOLDING, { ...(isReserved(order) ? expired : expiring), now });
    // What the same payment was for besides ends with it, by the workers.
    if (ended && classid !== null) await seats.release(tx, { classid, orderid: _id, now });
  }
}
