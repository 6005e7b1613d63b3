import type { Kysely } from 'kysely';
import { lockUser } from '#server/auth/queries.ts';
import { inChunks } from '#server/database/lists/batches.ts';
import type { Database, Db, NewRow } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { findMoney, findMoneyOf, insertAllocations } from './family-money.ts';
import { countedAllocations, openInvoicesOf } from './invoice-sums.ts';

/** What a family was charged beside its places and no invoice says, in cents. */
export type Loose = {
  _id: string;
  /** Below zero: what lowers what it owes, less what of that has paid invoices. */
  amount: number;
  /** Of a reversal: the invoice that has what it takes back. */
  invoiceid: string | null;
};

/** Lets the credit of an account, if it still is one, pay what it owes, in a transaction of its own. */
export const payByCredit = (
  db: Kysely<Database>,
  { userid, now }: { userid: string | null; now: number },
): Promise<void> =>
  transact(db, async (tx) => {
    if (userid !== null && (await lockUser(tx, userid))) await applyCredit(tx, { userid, now });
  });

/** The charges of an account that no invoice says, but for those that were taken back before one did. */
export const findLoose = (tx: Db, userid: string): Promise<Loose[]> => findLooseOf(tx, [userid]);

/** The same of several accounts. */
async function findLooseOf(tx: Db, userids: readonly string[]) {
  const charges = await tx
    .selectFrom('charges')
    .leftJoin('invoicelines', (join) =>
      join.onRef('invoicelines.chargeid', '=', 'charges._id').on('invoicelines.stands', '=', 1),
    )
    .leftJoin('charges as reversals', 'reversals.reverses', 'charges._id')
    .leftJoin('invoicelines as after', (join) =>
      join.onRef('after.chargeid', '=', 'reversals._id').on('after.stands', '=', 1),
    )
    .leftJoin('invoicelines as before', (join) =>
      join.onRef('before.chargeid', '=', 'charges.reverses').on('before.stands', '=', 1),
    )
    .select(['charges._id', 'charges.amount', 'charges.reverses', 'before.invoiceid'])
    .select(['charges.userid', 'charges.day'])
    .where('charges.userid', 'in', userids)
    .where('invoicelines._id', 'is', null)
    // Where an invoice says what took it back, it counts beside it.
    .where((of) => of.or([of('reversals._id', 'is', null), of('after._id', 'is not', null)]))
    .where((of) => of.or([of('charges.reverses', 'is', null), of('before._id', 'is not', null)]))
    .orderBy('charges._id')
    .execute();
  const ids = charges.filter(({ amount }) => amount < 0).map(({ _id }) => _id);
  const spent = await inChunks(ids, (some) =>
    countedAllocations(tx)
      .select(['allocations.chargeid as _id', 'allocations.amount'])
      .where('allocations.chargeid', 'in', some)
      .execute(),
  );
  const paid = Map.groupBy(spent, ({ _id }) => _id);
  return charges.map(({ _id, userid, day, amount, invoiceid }) => ({
    _id,
    userid,
    day,
    invoiceid,
    amount: (paid.get(_id) ?? []).reduce((sum, one) => sum + one.amount, amount),
  }));
}

/**
 * What of accounts' charges no invoice says and nothing has paid, in cents, and since which day of the school's,
 * by account; one that owes nothing of the kind is left out.
 */
export async function sumUninvoiced(
  db: Db,
  userids: readonly string[],
): Promise<ReadonlyMap<string, { amount: number; since: string }>> {
  const loose = Map.groupBy(
    await inChunks(userids, (some) => findLooseOf(db, some)),
    ({ userid }) => userid ?? '',
  );
  const sums = new Map<string, { amount: number; since: string }>();
  const moneys = await findMoneyOf(db, userids);
  for (const userid of new Set(userids)) {
    const some = loose.get(userid) ?? [];
    const { left, over } = moneys.get(userid) ?? { left: [], over: 0 };
    // A credit that was given back and reversed since is owed, though no charge above zero says so.
    const charged = some.reduce((sum, { amount }) => sum + amount, over);
    const amount = left.reduce((sum, one) => sum - one.amount, charged);
    const raised = some.filter((one) => one.amount > 0);
    const days = (raised.length > 0 ? raised : some).map(({ day }) => day).sort();
    if (amount > 0) sums.set(userid, { amount, since: days[0] ?? moneys.get(userid)?.lastday ?? '' });
  }
  return sums;
}

/** What may pay an invoice: a movement or a credit, and what is left of it. */
type Fund = { of: { ledgerid: string } | { chargeid: string }; first: string | null; left: number };

/** What of a family's credits and movements is left, credits first, the oldest of each first. */
async function findFunds(tx: Db, userid: string): Promise<Fund[]> {
  const money = await findMoney(tx, userid);
  return [
    ...(await findCredits(tx, userid, money)).map(({ _id, invoiceid, left }) => {
      return { of: { chargeid: _id }, first: invoiceid, left };
    }),
    ...money.left.map(({ ledgerid, amount }) => ({ of: { ledgerid }, first: null, left: amount })),
  ];
}

/** A family's credits with what of each is left, but for what was given back, the oldest first. */
async function findCredits(tx: Db, userid: string, money: { over: number }) {
  let { over } = money;
  return (await findLoose(tx, userid))
    .filter(({ amount }) => amount < 0)
    .map((credit) => {
      const taken = Math.min(over, -credit.amount);
      over -= taken;
      return { ...credit, taken, left: -credit.amount - taken };
    });
}

/** The credits of an account of which the family was given something back. */
export async function findGivenBack(tx: Db, userid: string): Promise<ReadonlySet<string>> {
  const credits = await findCredits(tx, userid, await findMoney(tx, userid));
  return new Set(credits.filter(({ taken }) => taken > 0).map(({ _id }) => _id));
}

/** What of a family's credits and movements would pay a new invoice, but for charges that it will say. */
export const sumFunds = async (tx: Db, userid: string, without: readonly string[]): Promise<number> =>
  (await findFunds(tx, userid))
    .filter(({ of }) => !('chargeid' in of && without.includes(of.chargeid)))
    .reduce((sum, { left }) => sum + left, 0);

/**
 * Lets what a family has left pay its open invoices, the oldest first, and a reversal the invoice that has what
 * it takes back. Places on them are paid whole, by a payment alone. In a transaction that has the account's row
 * locked; whatever gives a family credit, or issues an invoice, ends with it.
 */
export async function applyCredit(tx: Db, { userid, now }: { userid: string; now: number }): Promise<void> {
  const open = (await openInvoicesOf(tx, userid)).filter(({ openCharges }) => openCharges > 0);
  if (open.length === 0) return;
  const debts = open.map(({ _id, openCharges }) => ({ invoiceid: _id, left: openCharges }));
  const funds = await findFunds(tx, userid);
  const rows: NewRow<'allocations'>[] = [];
  const pay = (fund: Fund, debt: (typeof debts)[number]) => {
    const amount = Math.min(fund.left, debt.left);
    if (amount <= 0) return;
    fund.left -= amount;
    debt.left -= amount;
    rows.push({ ...fund.of, orderid: null, invoiceid: debt.invoiceid, amount, createdat: now });
  };
  for (const fund of funds) for (const debt of debts) if (debt.invoiceid === fund.first) pay(fund, debt);
  for (const fund of funds) for (const debt of debts) pay(fund, debt);
  await insertAllocations(tx, rows);
}

/**
 * Two accounts that were merged are two again: what the money or a credit of the one paid of the other's invoices
 * pays what its own account owes. In a transaction that has both accounts' rows locked.
 */
export async function partCredit(
  tx: Db,
  { userids, now }: { userids: readonly string[]; now: number },
): Promise<void> {
  for (const userid of userids) {
    const others = userids.filter((id) => id !== userid);
    await tx
      .deleteFrom('allocations')
      .where('invoiceid', 'in', (of) =>
        of.selectFrom('invoices').select('invoices._id').where('invoices.userid', 'in', others),
      )
      .where((of) =>
        of.or([
          of(
            'ledgerid',
            'in',
            of.selectFrom('ledger').select('ledger._id').where('ledger.userid', '=', userid),
          ),
          of(
            'chargeid',
            'in',
            of.selectFrom('charges').select('charges._id').where('charges.userid', '=', userid),
          ),
        ]),
      )
      .execute();
  }
  for (const userid of userids) await applyCredit(tx, { userid, now });
}
