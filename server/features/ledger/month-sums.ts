import { sql } from 'kysely';
import type { Figure } from '#contract/reconciliation/calls.ts';
import { type PageQuery, takePage } from '#server/database/lists/pagination.ts';
import { daysOfMonth, type InZone, type Span, spanOfMonth } from '#server/database/rows/school-row.ts';
import type { Db, LedgerRow } from '#server/database/schema.ts';
import { sumLedgerSpan } from './ledger-days.ts';

/**
 * What came in a month by each way, what went back of it or of earlier months, and what is owed for places of
 * the month, in cents.
 */
type MonthSums = { card: number; cash: number; transfer: number; owed: number; givenback: number };

type Moving = Exclude<Figure, 'owed'>;

/** The movements that a figure is made of. A refund that the bank refused came back to the school. */
const KINDS: Readonly<Record<Moving, readonly LedgerRow['kind'][]>> = {
  card: ['charge'],
  cash: ['cash'],
  transfer: ['transfer'],
  givenback: ['refund', 'chargeback', 'cash_refund', 'transfer_refund', 'refund_failed'],
};

const isBack = (kind: LedgerRow['kind']) => kind === 'refund_failed';

/**
 * The movements of a span of time that a figure is made of. By the moment alone, so that an index of moments is
 * read: by kind SQLite would read nearly the whole ledger.
 */
export const movedIn = (db: Db, { from, to }: Span, figure: Moving) =>
  db
    .selectFrom('ledger')
    .selectAll()
    .where('createdat', '>=', from)
    .where('createdat', '<', to)
    .where(sql`(kind || '')`, 'in', KINDS[figure]);

/** A page of the movements of a span of time that a figure is made of, with the sign that they have in it. */
export async function browseMoved(
  db: Db,
  { from, to }: Span,
  { figure, ...ask }: PageQuery & { figure: Moving },
) {
  const order = { by: [sql.ref<number>('createdat')], isDescending: true };
  const page = await takePage(movedIn(db, { from, to }, figure), ask, order);
  return {
    ...page,
    items: page.items.map(({ kind, amount, ...movement }) => ({
      ...movement,
      amount: isBack(kind) ? -amount : amount,
    })),
  };
}

/**
 * The same of a month of the school's (`2026-09`): what moved by the ledger, of whose days that are over the
 * sums are kept; what is owed by the orders.
 */
export async function sumMonth(
  db: Db,
  school: InZone,
  { month, now }: { month: string; now: number },
): Promise<MonthSums> {
  const moved = await sumLedgerSpan(db, school, { ...daysOfMonth(month), now });
  const { from, to } = spanOfMonth(school, month);
  const { owed } = await db
    .selectFrom('orders')
    .select(sql<number>`coalesce(sum(amount), 0)`.as('owed'))
    .where('paidby', '=', sql.lit('due'))
    .where('state', '=', 'enrolled')
    .where('createdat', '>=', from)
    .where('createdat', '<', to)
    .executeTakeFirstOrThrow();
  const sumOf = (figure: Moving) =>
    moved
      .filter(({ kind }) => KINDS[figure].includes(kind))
      .reduce((total, { kind, amount }) => total + (isBack(kind) ? -1 : 1) * amount, 0);
  return {
    card: sumOf('card'),
    cash: sumOf('cash'),
    transfer: sumOf('transfer'),
    owed: Number(owed),
    givenback: sumOf('givenback'),
  };
}
