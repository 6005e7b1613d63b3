import type * as z from 'zod';
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

/**
 * Families with something open past its day, the one that owes longest first; of several accounts or of all.
 * One to which the school owes as much is none.
 */
export async function findDebtors(
  db: Db,
  { school, now, userids }: { school: SchoolNow; now: number; userids?: readonly string[] },
): Promise<DebtorRow[]> {
  const owed = await findOverdue(db, { school, today: schoolDay(school, now), userids });
  const payers = await findContacts(db, [...owed.keys()]);
  const debtors: DebtorRow[] = [];
  for (const some of chunksOf([...payers], AT_ONCE))
    debtors.push(
      ...(await Promise.all(
        some.map(async ([userid, payer]) => ({
          userid,
          ...payer,
          ...summed(owed.get(userid) ?? []),
          balance: await balanceOf(db, { userid, school }),
          currency: school.currency,
        })),
      )),
    );
  const found = debtors.filter(({ balance }) => balance > 0);
  const reminded = await findReminded(db, found);
  return found
    .map((debtor) => ({ ...debtor, remindedat: reminded.get(debtor.userid) }))
    .sort((one, other) =>
      one.since === other.since ? (one.userid < other.userid ? -1 : 1) : one.since < other.since ? -1 : 1,
    );
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
