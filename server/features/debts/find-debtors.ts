import type * as z from 'zod';
import { placeOfDebtor } from '#contract/debts/office-calls.ts';
import type { Debtor } from '#contract/debts/schema.ts';
import { formerStudent } from '#contract/former.ts';
import { addDays } from '#contract/time/days.ts';
import { chunksOf } from '#server/database/lists/batches.ts';
import { type SchoolNow, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import {
  dueBy,
  findOpenAccounts,
  findOpenInvoices,
  findParts,
  isToPay,
} from '#server/features/ledger/index.ts';
import { findContacts } from '#server/features/users/index.ts';
import { balanceOf } from './balance.ts';
import { findOwedPlaces, findReminded } from './debtor-queries.ts';

type DebtorRow = z.output<typeof Debtor>;
type Item = DebtorRow['items'][number];

/** So many statements are summed at once. */
const AT_ONCE = 8;

type Part = {
  /** The place after which they begin. */
  after?: string | undefined;
  /** How many at most. */
  limit?: number | undefined;
};

/**
 * Families with something open past its day, the one that owes longest first; of several accounts or of all, or a
 * part of these. One to which the school owes as much is none.
 */
export async function findDebtors(
  db: Db,
  {
    school,
    now,
    userids,
    after = '',
    limit = Number.POSITIVE_INFINITY,
  }: { school: SchoolNow; now: number; userids?: readonly string[] } & Part,
): Promise<DebtorRow[]> {
  const owed = await findOverdue(db, { school, today: schoolDay(school, now), userids });
  const places = [...owed]
    .map(([userid, items]) => ({ userid, ...summed(items) }))
    .map((debts) => ({ debts, place: placeOfDebtor(debts) }))
    .filter(({ place }) => place > after)
    .sort((one, other) => (one.place < other.place ? -1 : 1));
  const found: DebtorRow[] = [];
  for (const some of chunksOf(places, AT_ONCE)) {
    if (found.length >= limit) break;
    const payers = await findContacts(
      db,
      some.map(({ debts }) => debts.userid),
    );
    const debtors = await Promise.all(
      some.map(async ({ debts }) => {
        const payer = payers.get(debts.userid);
        if (!payer) return [];
        const balance = await balanceOf(db, { userid: debts.userid, school });
        return balance > 0 ? { ...debts, ...payer, balance, currency: school.currency } : [];
      }),
    );
    found.push(...debtors.flat());
  }
  const listed = found.slice(0, limit);
  const reminded = await findReminded(db, listed);
  return listed.map((debtor) => ({ ...debtor, remindedat: reminded.get(debtor.userid) }));
}

const summed = (items: readonly Item[]) => ({
  owed: items.reduce((sum, { amount }) => sum + amount, 0),
  since: items[0]?.day ?? '',
  items: [...items],
});

type Asked = { school: SchoolNow; today: string; userids: readonly string[] | undefined };

/** What is open past its day, by account, the oldest first: a place on an invoice is due with it. */
async function findOverdue(db: Db, { school, today, userids }: Asked): Promise<ReadonlyMap<string, Item[]>> {
  const invoices = await findOpenInvoices(db, userids ?? (await findOpenAccounts(db)));
  const invoiced = new Set(invoices.flatMap(({ owedOrders }) => owedOrders));
  const places = (await findOwedPlaces(db, userids)).filter(({ _id }) => !invoiced.has(_id));
  const yesterday = addDays(today, -1);
  const parts = await findParts(
    db,
    invoices.map(({ _id }) => _id),
  );
  const overdue = invoices.map((invoice) => {
    const some = parts.get(invoice._id) ?? [];
    // Of one that is paid in instalments its parts have their days.
    const [first] = some.filter((part) => isToPay(part) && part.day < today);
    return { ...invoice, day: first?.day ?? invoice.dueday, amount: dueBy(invoice, some, yesterday) };
  });
  const items: (Item & { userid: string | null })[] = [
    ...overdue
      .filter(({ amount }) => amount > 0)
      .map(({ _id, userid, number, day, amount }) => ({
        ...{ _id, userid, number, day, amount },
        kind: 'invoice' as const,
      })),
    ...places.map(({ _id, userid, classname, learnername, amount, createdat }) => ({
      ...{ _id, userid, classname, amount },
      kind: 'place' as const,
      learnername: learnername ?? formerStudent(),
      day: schoolDay(school, createdat),
    })),
  ];
  const sorted = items.sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
  return Map.groupBy(sorted, ({ userid }) => userid ?? '');
}
