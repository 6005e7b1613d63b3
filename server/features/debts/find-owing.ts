import { type SchoolNow, startOfDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { findOpenAccounts, findOpenInvoices, sumUninvoiced } from '#server/features/ledger/index.ts';
import { findOwedPlaces } from './debtor-queries.ts';

/**
 * All that is owed to the school in cents, the longest first: places, what else is open of each invoice, and of
 * each account what no invoice says. It is the only question about that: lists, sums and letters are made of it.
 */
export async function findOwing(db: Db, school: SchoolNow) {
  const accounts = await findOpenAccounts(db);
  const invoices = await findOpenInvoices(db, accounts);
  const uninvoiced = await sumUninvoiced(db, accounts);
  const startOf = startsOfDays(school);
  return [
    ...(await findOwedPlaces(db)).map(({ createdat: date, ...place }) => ({
      ...place,
      kind: 'place' as const,
      date,
    })),
    ...invoices
      .filter(({ openCharges }) => openCharges > 0)
      .map(({ _id, userid, number, issuedday, dueday, currency, openCharges: amount }) => ({
        ...{ _id, userid, kind: 'invoice' as const, number, dueday, currency, amount },
        date: startOf(issuedday),
      })),
    ...[...uninvoiced].map(([userid, { amount, since }]) => ({
      ...{ _id: userid, userid, kind: 'charges' as const, currency: school.currency, amount },
      date: startOf(since),
    })),
  ].sort((one, other) => one.date - other.date);
}

/** When days begin, each reckoned once: many invoices are of one day. */
function startsOfDays(school: SchoolNow): (day: string) => number {
  const known = new Map<string, number>();
  return (day) => {
    const start = known.get(day) ?? startOfDay(school, day);
    known.set(day, start);
    return start;
  };
}

/** How many they are, and what they come to in each currency (cents). */
export async function sumOwing(db: Db, school: SchoolNow) {
  const owing = await findOwing(db, school);
  const sums = [...Map.groupBy(owing, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    amount: some.reduce((sum, { amount }) => sum + amount, 0),
  }));
  return {
    count: owing.length,
    sums: sums.sort((one, other) => (one.currency < other.currency ? -1 : 1)),
  };
}
