import { sql } from 'kysely';
import { inChunks } from '#server/database/lists/batches.ts';
import type { Db } from '#server/database/schema.ts';
import { numberOf } from '#server/features/enrolments/index.ts';

type Batch = {
  /** The key of the row before: its day and its id. */
  after: string;
  limit: number;
  month?: string | undefined;
};

/** What comes after a row by day and id, up to the last day of the month. */
function placeOf({ after, month }: Batch) {
  const [day, id] = after === '' ? [`${month ?? '0000-00'}-00`, ''] : (after.split(' ') as [string, string]);
  // No day of a month comes after its 31st, and none of another before.
  return { day, id, until: `${month ?? '9999-12'}-31` };
}

/** Charges by day, each with the account that pays and the invoice that it is on. */
export async function findChargeBatch(db: Db, batch: Batch) {
  const { day, id, until } = placeOf(batch);
  const charges = await db
    .selectFrom('charges')
    .leftJoin('users', 'users._id', 'charges.userid')
    .leftJoin('invoicelines', (join) =>
      join.onRef('invoicelines.chargeid', '=', 'charges._id').on('invoicelines.stands', '=', 1),
    )
    .leftJoin('invoices', 'invoices._id', 'invoicelines.invoiceid')
    .select(['charges._id as id', 'charges.day', 'charges.kind', 'charges.label', 'charges.amount'])
    .select(['charges.taxrate', 'charges.reverses', 'charges.currency', 'users.name', 'invoices.number'])
    .where(sql<boolean>`(charges.day, charges._id) > (${day}, ${id})`)
    .where('charges.day', '<=', until)
    .orderBy('charges.day')
    .orderBy('charges._id')
    .limit(batch.limit)
    .execute();
  return charges.map((charge) => ({ ...charge, _id: `${charge.day} ${charge.id}` }));
}

/** Invoices and credit notes by day, each with the number of what takes it back or of what it takes back. */
export async function findInvoiceBatch(db: Db, batch: Batch) {
  const { day, id, until } = placeOf(batch);
  const invoices = await db
    .selectFrom('invoices')
    .leftJoin('invoices as notes', 'notes.cancels', 'invoices._id')
    .leftJoin('invoices as cancelled', 'cancelled._id', 'invoices.cancels')
    .select(['invoices._id as id', 'invoices.issuedday', 'invoices.number', 'invoices.kind'])
    .select(['invoices.state', 'invoices.currency', 'invoices.printed'])
    .select((of) => of.fn.coalesce('notes.number', 'cancelled.number').as('other'))
    .where(sql<boolean>`(invoices.issuedday, invoices._id) > (${day}, ${id})`)
    .where('invoices.issuedday', '<=', until)
    .orderBy('invoices.issuedday')
    .orderBy('invoices._id')
    .limit(batch.limit)
    .execute();
  return invoices.map((invoice) => ({ ...invoice, _id: `${invoice.issuedday} ${invoice.id}` }));
}

/** The numbers of the receipts and invoices that families' movements paid, by movement. */
export async function findPaidNumbers(
  db: Db,
  ledgerids: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const paid = await inChunks(ledgerids, (some) =>
    db
      .selectFrom('allocations')
      .leftJoin('orders', 'orders._id', 'allocations.orderid')
      .leftJoin('invoices', 'invoices._id', 'allocations.invoiceid')
      .select(['allocations.ledgerid', 'orders._id', 'orders.receiptday', 'invoices.number'])
      .where('allocations.ledgerid', 'in', some)
      .execute(),
  );
  const numbers = Map.groupBy(paid, ({ ledgerid }) => ledgerid ?? '');
  return new Map(
    [...numbers].map(([ledgerid, some]) => [
      ledgerid,
      some
        .flatMap(({ _id, receiptday, number }) =>
          number === null ? (_id && receiptday ? [numberOf(_id, receiptday)] : []) : [number],
        )
        .sort(),
    ]),
  );
}
