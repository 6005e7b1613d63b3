import { formerStudent } from '#contract/former.ts';
import { type SchoolNow, startOfDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { findOpenAccounts, findOpenInvoices, sumUninvoiced } from '#server/features/ledger/index.ts';
import { findContacts } from '#server/features/users/index.ts';
import { findOwedPlaces } from './queries.ts';

const OWING_MAX = 500;

/**
 * All that is owed to the school, the longest first: places, what else is open of each invoice, and of each
 * account what no invoice says. A payer of a place who has left is replaced by the learner's family.
 */
export async function listOwing(db: Db, school: SchoolNow) {
  const accounts = await findOpenAccounts(db);
  const invoices = await findOpenInvoices(db, accounts);
  const uninvoiced = await sumUninvoiced(db, accounts);
  const owed = [
    ...invoices
      .filter(({ openCharges }) => openCharges > 0)
      .map(({ _id, userid, number, issuedday, dueday, currency, openCharges }) => ({
        ...{ _id, userid, kind: 'invoice' as const, number, dueday, currency, price: openCharges },
        date: startOfDay(school, issuedday),
      })),
    ...[...uninvoiced].map(([userid, { amount, since }]) => ({
      ...{ _id: userid, userid, kind: 'charges' as const, currency: school.currency, price: amount },
      date: startOfDay(school, since),
    })),
  ];
  const payers = await findContacts(
    db,
    owed.flatMap(({ userid }) => userid ?? []),
  );
  const places = await findOwedPlaces(db, OWING_MAX);
  return [
    ...places.map((place) => ({ ...place, kind: 'place' as const })),
    ...owed.map((one) => ({
      ...one,
      ...(payers.get(one.userid ?? '') ?? { name: formerStudent(), email: null }),
    })),
  ]
    .sort((one, other) => one.date - other.date)
    .slice(0, OWING_MAX);
}
