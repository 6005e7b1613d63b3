import { sql } from 'kysely';
import type { Db, OrderState, Row } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';

const KEPT_MS = 365 * 24 * 60 * 60_000;
const AT_ONCE = 100;

// Written out, not bound: an index holds these alone.
const EXPIRED = sql.lit<OrderState>('expired');
const BY_CARD = sql.lit<Row<'orders'>['paidby']>('card');

/** Deletes the entries of the waiting list whose offers these orders took. */
export type DeleteEntries = (tx: Db, orderids: readonly string[]) => Promise<void>;

/**
 * Deletes orders that were not paid a year ago and of which no money ever moved, with the offers that they
 * had taken. Idempotent; safe to call concurrently. Gives how many went.
 */
export async function deleteExpiredOrders(
  db: Db,
  { deleteEntriesOf, now }: { deleteEntriesOf: DeleteEntries; now: number },
): Promise<number> {
  return transact(db, async (tx) => {
    const expired = await tx
      .selectFrom('orders')
      .select('_id')
      .where('state', '=', EXPIRED)
      .where('paidby', '=', BY_CARD)
      .where('updatedat', '<', now - KEPT_MS)
      .where('workat', 'is', null)
      .where('attention', 'is', null)
      .where('paidat', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('ledger').select('_id').whereRef('ledger.orderid', '=', 'orders._id'))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('ledger').select('_id').whereRef('ledger.checkoutid', '=', 'orders.checkoutid')),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('enrolments').select('_id').whereRef('enrolments._id', '=', 'orders._id'))),
      )
      .orderBy('updatedat')
      .limit(AT_ONCE)
      .forNoKeyUpdate('orders')
      .execute();
    const ids = expired.map(({ _id }) => _id);
    if (ids.length === 0) return 0;
    await deleteEntriesOf(tx, ids);
    await tx.deleteFrom('orders').where('_id', 'in', ids).execute();
    return ids.length;
  });
}
