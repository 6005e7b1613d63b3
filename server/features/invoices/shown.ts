import type * as z from 'zod';
import type { Invoice, PayableInvoice } from '#contract/invoices/schema.ts';
import { addDays } from '#contract/time/days.ts';
import type { Db } from '#server/database/schema.ts';
import { sumDue, sumInvoices } from '#server/features/ledger/index.ts';
import type { Printed } from './printed.ts';
import type { InvoiceRow } from './queries.ts';

export const printedOf = ({ printed }: Pick<InvoiceRow, 'printed'>) => JSON.parse(printed) as Printed;

/** An invoice as its readers get it, without its lines. */
export function shownOf(row: InvoiceRow): z.output<typeof Invoice> {
  const { _id, number, kind, state, userid, issuedday, total, currency } = row;
  const { payer, cancels } = printedOf(row);
  return {
    ...{ _id, number, kind, state, userid, issuedday, total, currency, name: payer.name },
    dueday: row.dueday ?? undefined,
    cancels: cancels ?? undefined,
  };
}

const NONE = { paid: 0, credited: 0, open: 0, openCharges: 0 };

/** Invoices with what is paid and open of them on a day of the school's. */
export async function withSums(
  db: Db,
  rows: readonly InvoiceRow[],
  today: string,
): Promise<z.output<typeof PayableInvoice>[]> {
  const sums = await sumInvoices(db, rows);
  const shown = rows.map((row) => ({ row, ...NONE, ...sums.get(row._id) }));
  const due = await sumDue(
    db,
    shown.map(({ row: { _id, dueday }, open, openCharges }) => ({ _id, dueday, open, openCharges })),
    addDays(today, -1),
  );
  return shown.map(({ row, paid, credited, open, openCharges }) => {
    const overdue = (due.get(row._id) ?? 0) > 0;
    return { ...shownOf(row), paid, credited, open, payable: Math.max(0, openCharges), overdue };
  });
}

/** The invoices that stand of what an account was charged and which places it pays, by charge and by order. */
export async function findNumbers(
  db: Db,
  userid: string,
): Promise<ReadonlyMap<string, { _id: string; number: string }>> {
  const lines = await db
    .selectFrom('invoices')
    .innerJoin('invoicelines', 'invoicelines.invoiceid', 'invoices._id')
    .select(['invoices._id', 'invoices.number', 'invoicelines.chargeid', 'invoicelines.orderid'])
    .where('invoices.userid', '=', userid)
    .where('invoicelines.stands', '=', 1)
    .execute();
  return new Map(
    lines.map(({ _id, number, chargeid, orderid }) => [chargeid ?? orderid ?? '', { _id, number }]),
  );
}
