import type { Db } from '#server/database/schema.ts';
import {
  countedAllocations,
  findCredit,
  insertAllocations,
  insertFamilyMovement,
} from '#server/features/ledger/index.ts';

type Back = {
  userid: string | null;
  /** The movement of which it went back. */
  of: string;
  kind: 'refund' | 'refund_failed' | 'chargeback';
  ref: string;
  /** Cents. */
  amount: number;
  now: number;
};

/**
 * Adds to the ledger what went back of a family's card payment, once, or came back to the school. It is taken
 * from the family's credit; for what is more than that, invoices that the payment paid are open again, the
 * last that it paid first.
 */
export async function takeBack(tx: Db, { of, amount, now, ...movement }: Back): Promise<void> {
  const { userid, kind, ref } = movement;
  const known = tx.selectFrom('ledger').select('_id').where('kind', '=', kind).where('ref', '=', ref);
  if (await known.executeTakeFirst()) return;
  const credit = await sumCredit(tx, userid, of);
  const moved = { ...movement, amount, day: null, seats: 0, returnof: of, createdat: now };
  const ledgerid = await insertFamilyMovement(tx, moved);
  if (kind === 'refund_failed') return;
  let rest = amount - credit;
  for (const [invoiceid, paid] of await findPaid(tx, of)) {
    const part = Math.min(rest, paid);
    if (part <= 0) continue;
    rest -= part;
    const row = { ledgerid, orderid: null, invoiceid, amount: part, createdat: now };
    await insertAllocations(tx, [row]);
  }
}

/** What of a family's money pays nothing; of an account that was erased, what of this movement does. */
async function sumCredit(tx: Db, userid: string | null, of: string): Promise<number> {
  if (userid !== null) return (await findCredit(tx, userid)).reduce((sum, { amount }) => sum + amount, 0);
  const [moved, spent] = [
    await tx.selectFrom('ledger').select('amount').where('_id', '=', of).executeTakeFirst(),
    await tx.selectFrom('allocations').select('amount').where('ledgerid', '=', of).execute(),
  ];
  return spent.reduce((left, { amount }) => left - amount, moved?.amount ?? 0);
}

/** What of each invoice a movement paid and is not open again, in cents, the last that it paid first. */
async function findPaid(tx: Db, of: string): Promise<[string, number][]> {
  const back = await tx.selectFrom('ledger').select('_id').where('returnof', '=', of).execute();
  const rows = await countedAllocations(tx)
    .select(['allocations.ledgerid', 'allocations.invoiceid', 'allocations.amount'])
    .where('allocations.ledgerid', 'in', [of, ...back.map(({ _id }) => _id)])
    .execute();
  const sums = new Map<string, number>();
  for (const { ledgerid, invoiceid, amount } of rows) {
    const id = invoiceid ?? '';
    sums.set(id, (sums.get(id) ?? 0) + (ledgerid === of ? amount : -amount));
  }
  return [...sums].reverse();
}
