import { newId } from '#server/database/ids.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Db, NewRow } from '#server/database/schema.ts';
import { findOrdersWith, type OrderRow } from '#server/features/orders/index.ts';
import { type Balance, balanceOf, balancesOf, type Movement } from './balances.ts';

/** Adds what moved at the provider, and gives its id; nothing is added when it is there already. */
export async function insertMovement(db: Db, movement: Omit<NewRow<'ledger'>, '_id'>): Promise<string> {
  const _id = newId(movement.createdat);
  await addMovement(db, { ...movement, _id });
  return _id;
}

const addMovement = prepared((db, movement: NewRow<'ledger'>) =>
  db
    .insertInto('ledger')
    .values(movement)
    .onConflict((c) => c.columns(['kind', 'ref']).doNothing()),
);

/**
 * What came for an order and what went back of it, in cents, as the ledger has it; `lastref` is the
 * provider's latest that stands.
 */
export async function findBalance(db: Db, order: OrderRow): Promise<Balance> {
  const orders = order.checkoutid === null ? [order] : await findOrdersWith(db, order);
  return balanceOf(balancesOf(orders, await findMovements(db, orders)), order);
}

/** The same for each of several orders; of a checkout all are to be named. */
export async function findBalances(
  db: Db,
  orders: readonly OrderRow[],
): Promise<ReadonlyMap<string, Balance>> {
  const movements = Map.groupBy(await findMovements(db, orders), paymentOf);
  const payments = Map.groupBy(orders, ({ _id, checkoutid }) => checkoutid ?? _id);
  return new Map([...payments].flatMap(([id, some]) => [...balancesOf(some, movements.get(id) ?? [])]));
}

const paymentOf = ({ orderid, checkoutid }: Movement) => checkoutid ?? orderid ?? '';

/**
 * What moved for orders, and for their checkouts, the oldest first; of a family's payments the parts that
 * paid them.
 */
export async function findMovements(
  db: Db,
  orders: readonly Pick<OrderRow, '_id' | 'checkoutid'>[],
): Promise<Movement[]> {
  const alone = orders.filter(({ checkoutid }) => checkoutid === null).map(({ _id }) => _id);
  const checkouts = [...new Set(orders.flatMap(({ checkoutid }) => checkoutid ?? []))];
  const shared = db.selectFrom('ledger').select(MOVED).where('checkoutid', 'in', checkouts);
  const together = orders.filter(({ checkoutid }) => checkoutid !== null);
  return [
    ...(alone.length === 0 ? [] : await ofOrders(db, alone).orderBy('_id').execute()),
    ...(checkouts.length === 0
      ? []
      : [...(await shared.orderBy('_id').execute()), ...(await allocatedTo(db, together))]),
  ];
}

const MOVED = [
  'ledger._id',
  'ledger.orderid',
  'ledger.checkoutid',
  'ledger.kind',
  'ledger.ref',
  'ledger.amount',
  'ledger.seats',
  'ledger.createdat',
] as const;

const ofOrders = (db: Db, orderids: readonly string[]) =>
  db
    .selectFrom('ledger')
    .select(MOVED)
    .where('ledger.orderid', 'in', orderids)
    .unionAll(allocated(db).where('allocations.orderid', 'in', orderids));

/** What a family got back of its credit on the card of a checkout may be one of its places' own. */
async function allocatedTo(
  db: Db,
  orders: readonly Pick<OrderRow, '_id' | 'checkoutid'>[],
): Promise<Movement[]> {
  const ids = orders.map(({ _id }) => _id);
  const found = await allocated(db).where('allocations.orderid', 'in', ids).execute();
  const checkouts = new Map(orders.map(({ _id, checkoutid }) => [_id, checkoutid]));
  return found.map((movement) => ({
    ...movement,
    checkoutid: checkouts.get(movement.orderid ?? '') ?? null,
  }));
}

const allocated = (db: Db) =>
  db
    .selectFrom('allocations')
    .innerJoin('ledger', 'ledger._id', 'allocations.ledgerid')
    .select(['ledger._id', 'allocations.orderid', 'ledger.checkoutid', 'ledger.kind', 'ledger.ref'])
    .select(['allocations.amount', 'allocations.seats', 'allocations.createdat']);
