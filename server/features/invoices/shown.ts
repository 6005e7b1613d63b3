import type * as z from 'zod';
import type { Invoice, PayableInvoice } from '#contract/invoices/schema.ts';
import { addDays } from '#contract/time/days.ts';
import type { Db } from '#server/database/schema.ts';
import {
  dueBy,
  findParts,
  isToPay,
  leftOfParts,
  type Part,
  sumInvoices,
} from '#server/features/ledger/index.ts';
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
  const parts = await findParts(
    db,
    rows.map(({ _id }) => _id),
  );
  return shown.map(({ row, paid, credited, open, openCharges }) => {
    const own = parts.get(row._id) ?? [];
    const asDue = { _id: row._id, dueday: row.dueday, open, openCharges };
    const overdue = dueBy(asDue, own, addDays(today, -1)) > 0;
    const payable = Math.max(0, openCharges);
    const instalments =
      own.length === 0 ? undefined : shownParts(own, { openCharges: payable, userid: row.userid });
    return { ...shownOf(row), paid, credited, open, payable, overdue, instalments };
  });
}

/** The card of who agreed pays, as long as it is they who owe the invoice. */
function shownParts(
  parts: readonly Part[],
  { openCharges, userid }: { openCharges: number; userid: string | null },
) {
  const lefts = leftOfParts(parts, openCharges);
  return parts.map(({ _id, number, day, amount, refusal, ...part }) => {
    const left = lefts.get(_id) ?? 0;
    const state = isToPay(part) && left === 0 ? ('waived' as const) : part.state;
    const bycard = part.userid !== null && part.userid === userid;
    return { _id, number, day, amount, left, state, bycard, refusal: refusal ?? undefined };
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
