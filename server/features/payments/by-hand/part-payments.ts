import { inChunks } from '#server/database/lists/batches.ts';
import type { Db } from '#server/database/schema.ts';
import { type Actor, sumNote } from '#server/features/changes/index.ts';
import { deletePaidOf } from '#server/features/ledger/index.ts';
import {
  findOrder,
  lockOrders,
  logPayment,
  moveOrder,
  type OrderRow,
  passToPayer,
} from '#server/features/orders/index.ts';

type Parting = { families: readonly [string, string]; actor: Actor; now: number };

/** By which money comes. */
const INCOMING = ['charge', 'cash', 'transfer'] as const;

/**
 * Of two families that were one, lets the payments of each pay no place of the other any more: the place is owed
 * again, and the money is credit of the family that paid it. A place that has ended becomes the payer's, who gets
 * back what goes back of it. In a transaction that has both accounts' rows locked, before `partCredit`. Gives the
 * places of both kinds.
 */
export async function partPayments(
  tx: Db,
  { families, actor, now }: Parting,
): Promise<{ owed: OrderRow[]; ended: OrderRow[] }> {
  const owed: OrderRow[] = [];
  const ended: OrderRow[] = [];
  for (const [orderid, payer] of await findCrossed(tx, families)) {
    const found = await findOrder(tx, orderid);
    if (!found) continue;
    // By hand, an order is always paid alone.
    const [order] = await lockOrders(tx, found);
    if (order.state === 'enrolled') owed.push(await oweAgain(tx, order, { actor, now }));
    else ended.push(await passToPayer(tx, order, { userid: payer, now }));
  }
  return { owed, ended };
}

/** Orders of each of these families of which a payment of the other paid something, with who paid. */
async function findCrossed(tx: Db, families: Parting['families']): Promise<[string, string][]> {
  const moved = await tx
    .selectFrom('ledger')
    .select(['_id', 'userid'])
    .where('userid', 'in', families)
    .where('kind', 'in', INCOMING)
    .execute();
  const payers = new Map(moved.map(({ _id, userid }) => [_id, userid ?? '']));
  const paid = await inChunks([...payers.keys()], (some) =>
    tx
      .selectFrom('allocations')
      .select(['ledgerid', 'orderid'])
      .where('ledgerid', 'in', some)
      .where('orderid', 'is not', null)
      .execute(),
  );
  const owners = await inChunks([...new Set(paid.flatMap(({ orderid }) => orderid ?? []))], (some) =>
    tx.selectFrom('orders').select(['_id', 'userid']).where('_id', 'in', some).execute(),
  );
  return owners
    .filter(({ userid }) => userid !== null && families.includes(userid))
    .sort((one, other) => (one._id < other._id ? -1 : 1))
    .flatMap(({ _id, userid }): [string, string][] => {
      const by = paid.flatMap(({ ledgerid, orderid }) =>
        orderid === _id ? (payers.get(ledgerid ?? '') ?? []) : [],
      );
      const other = by.find((payer) => payer !== userid);
      return other === undefined ? [] : [[_id, other]];
    });
}

/** Takes away what payments of families paid of a place, which is locked. */
async function oweAgain(
  tx: Db,
  { _id }: OrderRow,
  { actor, now }: Omit<Parting, 'families'>,
): Promise<OrderRow> {
  await deletePaidOf(tx, _id);
  const owed = await moveOrder(tx, _id, ['enrolled'], { paidby: 'due', paidat: null, now });
  if (!owed) throw new Error(`Order ${_id} was moved past its lock.`);
  const note = sumNote(owed.amount, owed.currency);
  await logPayment(tx, owed, { actor, action: 'owed-again', note, now });
  return owed;
}
