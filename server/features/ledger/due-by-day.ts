import { inChunks } from '#server/database/lists/batches.ts';
import type { Db, Row } from '#server/database/schema.ts';

/** A part of an invoice that is paid in instalments. */
export type Part = Pick<
  Row<'instalments'>,
  '_id' | 'invoiceid' | 'userid' | 'number' | 'day' | 'amount' | 'state' | 'attempts' | 'refusal'
>;

/** What is open of an invoice, in cents, and the day by which it is due. */
export type DueInvoice = { _id: string; dueday: string | null; open: number; openCharges: number };

/** The instalments of some invoices, by invoice, the first one first. */
export async function findParts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Part[]>> {
  const parts = await inChunks(ids, (some) =>
    db
      .selectFrom('instalments')
      .select(['_id', 'invoiceid', 'userid', 'number', 'day', 'amount', 'state', 'attempts', 'refusal'])
      .where('invoiceid', 'in', some)
      .orderBy('invoiceid')
      .orderBy('number')
      .execute(),
  );
  return Map.groupBy(parts, ({ invoiceid }) => invoiceid);
}

/** Whether a part may be paid still. */
export const isToPay = ({ state }: Pick<Part, 'state'>): boolean => state !== 'paid' && state !== 'waived';

/**
 * What of an invoice is due by a day of the school's, and open: all of it from its day on, or, where it is paid
 * in instalments, all but the parts whose day is yet to come. Money that came otherwise pays the next part
 * first. Places on it are due by the invoice's day.
 */
export function dueBy(
  { dueday, open, openCharges }: DueInvoice,
  parts: readonly Part[],
  day: string,
): number {
  const isDue = dueday !== null && dueday <= day;
  if (parts.length === 0) return isDue ? open : 0;
  const later = parts.filter((part) => part.day > day && isToPay(part));
  const places = isDue ? open - openCharges : 0;
  return places + Math.max(0, openCharges - later.reduce((sum, { amount }) => sum + amount, 0));
}

/** What of each part of one invoice is still to be paid, in cents, by id: together no more than is open. */
export function leftOfParts(parts: readonly Part[], openCharges: number): ReadonlyMap<string, number> {
  let later = 0;
  const left = [...parts].reverse().map((part): [string, number] => {
    if (!isToPay(part)) return [part._id, 0];
    const own = Math.min(part.amount, Math.max(0, openCharges - later));
    later += part.amount;
    return [part._id, own];
  });
  return new Map(left);
}
