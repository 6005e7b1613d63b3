import { type SqlBool, sql } from 'kysely';
import { inChunks } from '#server/database/lists/batches.ts';
import type { Db } from '#server/database/schema.ts';

/** What of an invoice is paid, is no longer owed and is open, in cents; the three are its total. */
export type InvoiceSums = {
  paid: number;
  /** What was credited or taken back of it, or of the places on it. */
  credited: number;
  open: number;
  /** What of it is open but for places, and the places on it that are owed, each whole. */
  openCharges: number;
  owedOrders: readonly string[];
};

/** What goes back to a family. */
const BACK = sql`('refund', 'chargeback', 'cash_refund', 'transfer_refund')`;

const INVOICE = sql`from invoices where invoices._id = allocations.invoiceid`;

/**
 * Whether what was paid of an invoice still is: the invoice stands; what pays it is no charge, or one below zero
 * that was not reversed (or is by what an invoice says), or a reversal of what an invoice still says. Each part
 * finds its row by an index, however few of a table there are.
 */
export const COUNTS = sql<SqlBool>`(select state ${INVOICE}) = 'issued'
  and (allocations.chargeid is null or (
    (select count(*) from charges where charges.reverses = allocations.chargeid
      and (select count(*) from invoicelines where invoicelines.chargeid = charges._id and stands = 1) = 0) = 0
    and (select count(*) from charges where charges._id = allocations.chargeid and charges.reverses is not null
      and (select count(*) from invoicelines where invoicelines.chargeid = charges.reverses and stands = 1) = 0) = 0))`;

/** What paid invoices and still counts. */
export const countedAllocations = (db: Db) => db.selectFrom('allocations').where(COUNTS);

type Invoice = { _id: string; kind: 'invoice' | 'credit'; state: 'issued' | 'void'; total: number };

/** What is paid and open of each of some invoices, by id; nothing of a void one or of a credit note. */
export async function sumInvoices(
  db: Db,
  invoices: readonly Invoice[],
): Promise<ReadonlyMap<string, InvoiceSums>> {
  const standing = invoices.filter(({ kind, state }) => kind === 'invoice' && state === 'issued');
  const ids = standing.map(({ _id }) => _id);
  const charged = sumsOf(await inChunks(ids, (some) => findCharged(db, some)));
  const paid = await inChunks(ids, (some) => findPaid(db, some));
  const [byMoney, byCredit] = [
    sumsOf(paid.filter((row) => !row.credit)),
    sumsOf(paid.filter((row) => row.credit)),
  ];
  const places = Map.groupBy(
    await inChunks(ids, (some) => findPlaces(db, some)),
    ({ invoiceid }) => invoiceid,
  );
  const sums = new Map<string, InvoiceSums>(
    invoices.map(({ _id }) => [_id, { paid: 0, credited: 0, open: 0, openCharges: 0, owedOrders: [] }]),
  );
  for (const { _id, total } of standing) {
    const of = (places.get(_id) ?? []).map((place) => {
      const costs = place.state === 'enrolled' ? place.amount : place.earned;
      const open = place.state === 'enrolled' && place.paidby === 'due' ? place.amount : 0;
      return { ...place, open, paid: costs - open };
    });
    const money = byMoney.get(_id) ?? 0;
    const openCharges = (charged.get(_id) ?? 0) - money - (byCredit.get(_id) ?? 0);
    const open = openCharges + of.reduce((sum, place) => sum + place.open, 0);
    const isPaid = money + of.reduce((sum, place) => sum + place.paid, 0);
    sums.set(_id, {
      paid: isPaid,
      open,
      credited: total - isPaid - open,
      openCharges,
      owedOrders: of.filter((place) => place.open > 0).map(({ orderid }) => orderid),
    });
  }
  return sums;
}

/** An invoice of an account of which something is open, with what it is. */
export type OpenInvoice = InvoiceSums & {
  _id: string;
  userid: string | null;
  number: string;
  issuedday: string;
  dueday: string;
  currency: string;
};

/**
 * An account's invoices of which something is open, the oldest first. In a transaction that has its row locked
 * (`lockUser`) they stay so until it ends.
 */
export const openInvoicesOf = (db: Db, userid: string): Promise<OpenInvoice[]> =>
  findOpenInvoices(db, [userid]);

/** The same of several accounts. */
export async function findOpenInvoices(db: Db, userids: readonly string[]): Promise<OpenInvoice[]> {
  const invoices = await inChunks(userids, (some) =>
    db
      .selectFrom('invoices')
      .select(['_id', 'userid', 'number', 'kind', 'state', 'total', 'issuedday', 'dueday', 'currency'])
      .where('userid', 'in', some)
      .where('kind', '=', 'invoice')
      .where('state', '=', 'issued')
      .orderBy('_id')
      .execute(),
  );
  const sums = await sumInvoices(db, invoices);
  return invoices.flatMap(({ kind, state, total, dueday, ...invoice }) => {
    const sum = sums.get(invoice._id);
    return sum && sum.open > 0 ? [{ ...invoice, ...sum, dueday: dueday ?? invoice.issuedday }] : [];
  });
}

/**
 * What is open of each of some invoices, in cents, by id: 0 for one that is paid, void or unknown. To be paid,
 * the row of who pays is locked before it is read.
 */
export async function openOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const invoices = await inChunks(ids, (some) =>
    db.selectFrom('invoices').select(['_id', 'kind', 'state', 'total']).where('_id', 'in', some).execute(),
  );
  const sums = await sumInvoices(db, invoices);
  return new Map(ids.map((id) => [id, sums.get(id)?.open ?? 0]));
}

const sumsOf = (rows: readonly { invoiceid: string | null; amount: number | string }[]) => {
  const sums = new Map<string, number>();
  for (const { invoiceid, amount } of rows)
    sums.set(invoiceid ?? '', (sums.get(invoiceid ?? '') ?? 0) + Number(amount));
  return sums;
};

const findCharged = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('invoicelines')
    .innerJoin('charges', 'charges._id', 'invoicelines.chargeid')
    .select('invoicelines.invoiceid')
    .select((of) => of.fn.sum<number>('charges.amount').as('amount'))
    .where('invoicelines.invoiceid', 'in', ids)
    .where('invoicelines.stands', '=', 1)
    .groupBy('invoicelines.invoiceid')
    .execute();

const findPlaces = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('invoicelines')
    .innerJoin('orders', 'orders._id', 'invoicelines.orderid')
    .select(['invoicelines.invoiceid', 'orders._id as orderid', 'orders.state', 'orders.paidby'])
    .select(['orders.amount', 'orders.earned'])
    .where('invoicelines.invoiceid', 'in', ids)
    .where('invoicelines.stands', '=', 1)
    .orderBy('orders._id')
    .execute();

/** What paid each, by movements and by credits; what went back of it is taken off. */
async function findPaid(db: Db, ids: readonly string[]) {
  const rows = await countedAllocations(db)
    .select(['allocations.invoiceid', 'allocations.chargeid'])
    .select(
      sql<number>`case when (select kind from ledger where ledger._id = allocations.ledgerid) in ${BACK} then -allocations.amount else allocations.amount end`.as(
        'amount',
      ),
    )
    .where('allocations.invoiceid', 'in', ids)
    .execute();
  return rows.map(({ invoiceid, chargeid, amount }) => ({ invoiceid, amount, credit: chargeid !== null }));
}
