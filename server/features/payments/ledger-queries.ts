import { newId } from '#server/database/ids.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Db, NewRow, Row } from '#server/database/schema.ts';

export type Movement = Row<'ledger'>;

/** Adds what moved at the provider; nothing when it is there already. */
export async function insertMovement(db: Db, movement: Omit<NewRow<'ledger'>, '_id'>) {
  await addMovement(db, { ...movement, _id: newId(movement.createdat) });
}

const addMovement = prepared((db, movement: NewRow<'ledger'>) =>
  db
    .insertInto('ledger')
    .values(movement)
    .onConflict((c) => c.columns(['kind', 'ref']).doNothing()),
);

/** What came for an order and what went back of it, in cents, as the ledger has it; `lastref` is the provider's latest that stands. */
export async function sumMovements(db: Db, orderid: string) {
  return sumOf(await findMovements(db, [orderid]));
}

/** The same for each of several orders. */
export async function sumMovementsOf(db: Db, orderids: readonly string[]) {
  const rows = Map.groupBy(await findMovements(db, orderids), ({ orderid }) => orderid);
  return new Map(orderids.map((id) => [id, sumOf(rows.get(id) ?? [])]));
}

export async function findMovements(db: Db, orderids: readonly string[]) {
  if (orderids.length === 0) return [];
  return db.selectFrom('ledger').selectAll().where('orderid', 'in', orderids).orderBy('_id').execute();
}

/** What the school holds of an order's money after these movements, in cents. */
export function keptOf(rows: readonly Movement[]): number {
  const { received, returned } = sumOf(rows);
  return received - returned;
}

function sumOf(rows: readonly Row<'ledger'>[]) {
  const of = (kind: Row<'ledger'>['kind']) => rows.filter((row) => row.kind === kind);
  const failed = new Set(of('refund_failed').map(({ ref }) => ref));
  const byHand = [...of('cash_refund'), ...of('transfer_refund')];
  const back = [...of('refund').filter(({ ref }) => !failed.has(ref)), ...of('chargeback'), ...byHand];
  const sum = (some: readonly Row<'ledger'>[]) => some.reduce((total, { amount }) => total + amount, 0);
  const last = back.at(-1);
  return {
    received: sum([...of('charge'), ...of('cash'), ...of('transfer')]),
    returned: sum(back),
    withdrawn: sum(of('chargeback')),
    returnedat: last?.createdat ?? null,
    lastref: last?.ref ?? null,
  };
}
