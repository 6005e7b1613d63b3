import type { HandKind } from '#contract/payments/calls.ts';
import { newId } from '#server/database/ids.ts';
import { inChunks } from '#server/database/lists/batches.ts';
import type { Span } from '#server/database/rows/school-row.ts';
import type { Db, LedgerRow, NewRow } from '#server/database/schema.ts';
import { countedAllocations } from './invoice-sums.ts';
import { notifyOfMovement, notifyOfPaid } from './notify-of-money.ts';
import { noteOpenAccounts } from './open-accounts.ts';

/** Kinds that a family gets back. */
const BACK = new Set<LedgerRow['kind']>(['refund', 'chargeback', 'cash_refund', 'transfer_refund']);

type FamilyMovement = Pick<LedgerRow, 'kind' | 'ref' | 'amount' | 'createdat'> & {
  /** Null once the account was erased. */
  userid: string | null;
  /** The school's day on which it moved, where that is not the one on which it is noted. */
  day: string | null;
  /** How many seats are paid for by it. */
  seats: number;
  /** The movement by which it came, of what went back of a card payment. */
  returnof?: string;
};

/** Adds what moved for a family and for no single place; gives its id. */
export async function insertFamilyMovement(tx: Db, movement: FamilyMovement): Promise<string> {
  const _id = newId(movement.createdat);
  // What went back may leave an invoice open again.
  if (BACK.has(movement.kind)) await noteOpenAccounts(tx, [movement.userid], movement.createdat);
  await tx
    .insertInto('ledger')
    .values({ ...movement, _id, orderid: null })
    .execute();
  await notifyOfMovement(tx, { ...movement, _id });
  return _id;
}

/** What moved for a family by one of these references. */
export async function findFamilyMovement(tx: Db, ref: string): Promise<string | undefined> {
  const found = tx.selectFrom('ledger').select('_id').where('kind', 'in', ['cash', 'transfer']);
  return (await found.where('ref', '=', ref).executeTakeFirst())?._id;
}

/** What of a movement pays nothing yet, in cents. */
export type Left = { ledgerid: string; amount: number };

/** What a family's movements paid nothing for yet, and the family did not get back, the oldest first. */
export const findCredit = async (tx: Db, userid: string): Promise<Left[]> =>
  (await findMoney(tx, userid)).left;

/**
 * What a family's movements left, and how much more it got back than that (cents): that went back of what it was
 * credited.
 */
type Money = {
  left: Left[];
  over: number;
  /** The day (UTC) on which something moved last. */
  lastday: string;
};

export const findMoney = async (tx: Db, userid: string): Promise<Money> =>
  (await findMoneyOf(tx, [userid])).get(userid) ?? { left: [], over: 0, lastday: '' };

/** The same of several families, by account; nothing of one for which nothing moved. */
export async function findMoneyOf(tx: Db, userids: readonly string[]): Promise<ReadonlyMap<string, Money>> {
  const moved = await inChunks(userids, (some) =>
    tx
      .selectFrom('ledger')
      .select(['_id', 'userid', 'kind', 'amount', 'createdat'])
      .where('userid', 'in', some)
      .orderBy('_id')
      .execute(),
  );
  const ids = moved.map(({ _id }) => _id);
  const all = await inChunks(ids, (some) =>
    tx
      .selectFrom('allocations')
      .select(['ledgerid as _id', 'orderid', 'amount'])
      .where('ledgerid', 'in', some)
      .execute(),
  );
  const places = all.filter(({ orderid }) => orderid !== null);
  const invoices = await inChunks(ids, (some) =>
    countedAllocations(tx)
      .select(['allocations.ledgerid as _id', 'allocations.amount'])
      .where('allocations.ledgerid', 'in', some)
      .execute(),
  );
  const paid = new Map<string | null, number>();
  for (const { _id, amount } of [...places, ...invoices]) paid.set(_id, (paid.get(_id) ?? 0) + amount);
  const left = moved.map(({ amount, ...one }) => ({ ...one, amount: amount - (paid.get(one._id) ?? 0) }));
  const families = Map.groupBy(left, ({ userid }) => userid ?? '');
  return new Map([...families].map(([userid, own]) => [userid, lessBack(own)]));
}

/** What went back was taken from what came first. */
function lessBack(left: readonly Pick<LedgerRow, '_id' | 'kind' | 'amount' | 'createdat'>[]): Money {
  let back = left.filter(({ kind }) => BACK.has(kind)).reduce((sum, { amount }) => sum + amount, 0);
  const kept = left
    .filter(({ kind }) => !BACK.has(kind))
    .flatMap(({ _id, amount }) => {
      const taken = Math.min(amount, back);
      back -= taken;
      return amount > taken ? [{ ledgerid: _id, amount: amount - taken }] : [];
    });
  const lastday = new Date(left.at(-1)?.createdat ?? 0).toISOString().slice(0, 10);
  return { left: kept, over: back, lastday };
}

/** What of these refunds of families places count as their own, by the provider's id of the refund. */
export async function sumAllocated(
  db: Db,
  refs: readonly string[],
): Promise<ReadonlyMap<string, { ledgerid: string; allocated: number }>> {
  if (refs.length === 0) return new Map();
  const found = await db
    .selectFrom('ledger')
    .select(['_id', 'ref'])
    .select((of) =>
      of
        .selectFrom('allocations')
        .select((one) => one.fn.sum<number>('allocations.amount').as('sum'))
        .whereRef('allocations.ledgerid', '=', 'ledger._id')
        .as('allocated'),
    )
    .where('kind', '=', 'refund')
    .where('ref', 'in', refs)
    .execute();
  return new Map(
    found.map(({ _id, ref, allocated }) => [ref, { ledgerid: _id, allocated: Number(allocated) }]),
  );
}

/** Notes what movements paid. */
export async function insertAllocations(
  tx: Db,
  allocations: readonly NewRow<'allocations'>[],
): Promise<void> {
  if (allocations.length === 0) return;
  await tx.insertInto('allocations').values(allocations).execute();
  const invoiceids = new Set(allocations.flatMap(({ invoiceid }) => invoiceid ?? []));
  await notifyOfPaid(tx, [...invoiceids], Math.max(...allocations.map(({ createdat }) => createdat)));
}

/** Takes away what families' movements paid of a place: it is theirs to pay something else. */
export async function deletePaidOf(tx: Db, orderid: string): Promise<void> {
  await tx.deleteFrom('allocations').where('orderid', '=', orderid).execute();
}

/** What families' own movements of a span of time come to, of which an index has these alone. */
export const sumsBeside = (db: Db, { from, to }: Span) =>
  db
    .selectFrom('ledger')
    .select('kind')
    .select((of) => of.fn.sum<number>('amount').as('amount'))
    .where('createdat', '>=', from)
    .where('createdat', '<', to)
    // As the index says it; by each of both SQLite would take another one.
    .where((of) => of(of.fn.coalesce('orderid', 'checkoutid'), 'is', null))
    .groupBy('kind');

/**
 * By which way families paid how much more in a span of time than places were paid then by that way, in cents:
 * credit and what was charged beside places, less what earlier credit paid.
 */
export async function sumBesidePlaces(db: Db, { from, to }: Span): Promise<Record<HandKind, number>> {
  const moved = await sumsBeside(db, { from, to }).execute();
  const paid = await db
    .selectFrom((of) =>
      of
        .selectFrom('allocations')
        .select('amount')
        .select((one) =>
          one
            .selectFrom('orders')
            .select('paidby')
            .whereRef('orders._id', '=', 'allocations.orderid')
            .as('kind'),
        )
        .where('createdat', '>=', from)
        .where('createdat', '<', to)
        .where('orderid', 'is not', null)
        .as('paid'),
    )
    .select('kind')
    .select((of) => of.fn.sum<number>('amount').as('amount'))
    .groupBy('kind')
    .execute();
  const sumOf = (sums: readonly { kind: string | null; amount: number | null }[], way: HandKind) =>
    Number(sums.find(({ kind }) => kind === way)?.amount ?? 0);
  const beside = (way: HandKind) => sumOf(moved, way) - sumOf(paid, way);
  return { cash: beside('cash'), transfer: beside('transfer') };
}

/** What went back of each of these payments by card and did not come back to the school, in cents. */
export async function sumReturned(tx: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>();
  const moved = await inChunks(ids, (some) =>
    tx.selectFrom('ledger').select(['returnof', 'kind', 'amount']).where('returnof', 'in', some).execute(),
  );
  for (const { returnof, kind, amount } of moved) {
    const id = returnof ?? '';
    sums.set(id, (sums.get(id) ?? 0) + (kind === 'refund_failed' ? -amount : amount));
  }
  return sums;
}
