import { sql } from 'kysely';
import type { Span } from '#server/database/rows/school-row.ts';
import type { Db, LedgerRow } from '#server/database/schema.ts';

/**
 * What came in a month by each way, what went back of it or of earlier months, and what is owed for places of
 * the month, in cents.
 */
type MonthSums = { card: number; cash: number; transfer: number; owed: number; givenback: number };

/** The same as the ledger and the orders have it. */
export async function sumMonth(db: Db, { from, to }: Span): Promise<MonthSums> {
  const moved = await db
    .selectFrom('ledger')
    .select('kind')
    .select((of) => of.fn.sum<number>('amount').as('amount'))
    .where('createdat', '>=', from)
    .where('createdat', '<', to)
    .groupBy('kind')
    .execute();
  const { owed } = await db
    .selectFrom('orders')
    .select(sql<number>`coalesce(sum(amount), 0)`.as('owed'))
    .where('paidby', '=', sql.lit('due'))
    .where('state', '=', 'enrolled')
    .where('createdat', '>=', from)
    .where('createdat', '<', to)
    .executeTakeFirstOrThrow();
  const sumOf = (...kinds: LedgerRow['kind'][]) =>
    moved.filter(({ kind }) => kinds.includes(kind)).reduce((total, { amount }) => total + Number(amount), 0);
  return {
    card: sumOf('charge'),
    cash: sumOf('cash'),
    transfer: sumOf('transfer'),
    owed: Number(owed),
    // A refund that the bank refused came back to the school.
    givenback: sumOf('refund', 'chargeback', 'cash_refund', 'transfer_refund') - sumOf('refund_failed'),
  };
}
