import { newId } from '#server/database/ids.ts';
import { inChunks } from '#server/database/lists/batches.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { findParts, leftOfParts, sumInvoices } from '#server/features/ledger/index.ts';
import type { Lease } from '#server/jobs/leases.ts';
import { type Plan, type PlannedPart, readPlan } from './plan.ts';

export type InstalmentRow = Row<'instalments'>;

const parts = (db: Db) => db.selectFrom('instalments').selectAll();

export const findPart = (db: Db, id: string): Promise<InstalmentRow | undefined> =>
  parts(db).where('_id', '=', id).executeTakeFirst();

/** A part, locked until the transaction ends; after the account that owes it. */
export const lockPart = (tx: Db, id: string): Promise<InstalmentRow | undefined> =>
  parts(tx).where('_id', '=', id).forNoKeyUpdate('instalments').executeTakeFirst();

const invoices = (db: Db) =>
  db.selectFrom('invoices').select(['_id', 'number', 'userid', 'kind', 'state', 'total', 'currency']);

/** The invoice of a part: who owes it, and what it is over. */
export const findInvoiceOf = (db: Db, { invoiceid }: Pick<InstalmentRow, 'invoiceid'>) =>
  invoices(db).where('_id', '=', invoiceid).executeTakeFirstOrThrow();

/** What is left of each part of some invoices, in cents, by id. */
export async function findLefts(
  db: Db,
  open: readonly { _id: string; openCharges: number }[],
): Promise<ReadonlyMap<string, number>> {
  const known = await findParts(
    db,
    open.map(({ _id }) => _id),
  );
  return new Map(open.flatMap(({ _id, openCharges }) => [...leftOfParts(known.get(_id) ?? [], openCharges)]));
}

/** What is left of a part, in cents. */
export async function findLeft(
  db: Db,
  part: Pick<InstalmentRow, '_id'>,
  invoice: Awaited<ReturnType<typeof findInvoiceOf>>,
): Promise<number> {
  return (await findLefts(db, await withOpen(db, [invoice]))).get(part._id) ?? 0;
}

/** What is left of each part of the invoices of some, in cents, by id. */
export async function findLeftsOf(
  db: Db,
  some: readonly Pick<InstalmentRow, 'invoiceid'>[],
): Promise<ReadonlyMap<string, number>> {
  const ids = [...new Set(some.map(({ invoiceid }) => invoiceid))];
  const found = await inChunks(ids, (chunk) => invoices(db).where('_id', 'in', chunk).execute());
  return findLefts(db, await withOpen(db, found));
}

async function withOpen(db: Db, found: readonly Awaited<ReturnType<typeof findInvoiceOf>>[]) {
  const sums = await sumInvoices(db, found);
  return found.map(({ _id }) => ({ _id, openCharges: sums.get(_id)?.openCharges ?? 0 }));
}

/** Whether an invoice is paid in instalments, or was. */
export const hasParts = async (db: Db, invoiceid: string): Promise<boolean> =>
  (await findParts(db, [invoiceid])).size > 0;

/**
 * Whether instalments that an account has agreed to are still to be taken from its card; in a transaction that
 * has its row locked.
 */
export async function isCardNeeded(tx: Db, userid: string): Promise<boolean> {
  const running = await parts(tx)
    .where('userid', '=', userid)
    .where('state', 'in', ['due', 'trying'])
    .execute();
  for (const part of running) {
    if (part.state === 'trying') return true;
    const invoice = await findInvoiceOf(tx, part);
    if (invoice.userid === userid && (await findLeft(tx, part, invoice)) > 0) return true;
  }
  return false;
}

/**
 * Begins instalments whose first one is paid; gives the others. Once an invoice: nothing where it has some
 * already.
 */
export async function beginPlan(
  tx: Db,
  {
    paymentid,
    userid,
    plan,
    now,
  }: {
    /** The payment of invoices that was the first one; null where a payment of places was. */
    paymentid: string | null;
    userid: string;
    plan: Plan;
    now: number;
  },
): Promise<readonly PlannedPart[]> {
  const { invoiceid } = plan;
  if (await hasParts(tx, invoiceid)) return [];
  const rows = plan.parts.map(({ day, amount, tryat }, at) => ({
    _id: newId(now),
    ...{ invoiceid, userid, number: at + 1, day, amount },
    ...(at === 0
      ? { state: 'paid' as const, paymentid, workat: null }
      : { state: 'due' as const, paymentid: null, workat: tryat }),
    ...{ attempts: 0, refusal: null, createdat: now, updatedat: now },
  }));
  await tx.insertInto('instalments').values(rows).execute();
  return plan.parts.slice(1);
}

type Change = Partial<Pick<InstalmentRow, 'state' | 'paymentid' | 'attempts' | 'refusal' | 'workat'>>;

/** Changes a part that is in one of these states; false when it is in none. */
export async function changePart(
  db: Db,
  id: string,
  states: readonly InstalmentRow['state'][],
  { now, ...change }: Change & { now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('instalments')
    .set({ ...change, updatedat: now })
    .where('_id', '=', id)
    .where('state', 'in', states)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** A part is paid by a payment, whatever became of it before; one that was paid by hand stays so. */
export async function markPartPaid(
  tx: Db,
  id: string,
  { paymentid, now }: { paymentid: string; now: number },
): Promise<void> {
  const change = { state: 'paid' as const, paymentid, refusal: null, workat: null, now };
  await changePart(tx, id, ['due', 'trying', 'failed', 'waived'], change);
}

/** Notes why the card was refused, before the try is ended at the card service. */
export async function noteRefusal(
  db: Db,
  id: string,
  { paymentid, refusal, now }: { paymentid: string; refusal: string; now: number },
): Promise<void> {
  await db
    .updateTable('instalments')
    .set({ refusal, updatedat: now })
    .where('_id', '=', id)
    .where('state', '=', 'trying')
    .where('paymentid', '=', paymentid)
    .execute();
}

export const findDueParts = (db: Db, now: number, limit: number): Promise<InstalmentRow[]> =>
  parts(db).where('workat', '<=', now).orderBy('workat').limit(limit).execute();

/** Takes due work for this worker; false when another worker was first. */
export async function claimPart(
  db: Db,
  { _id, workat }: Pick<InstalmentRow, '_id' | 'workat'>,
  lease: Lease,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('instalments')
    .set(lease)
    .where('_id', '=', _id)
    .where('workat', '=', workat)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Parts for which the card was tried in vain, with who owes them; the oldest first, or those after one. */
export const findFailed = (
  db: Db,
  { after, limit }: { after?: Pick<InstalmentRow, 'day' | '_id'> | undefined; limit: number },
) =>
  db
    .selectFrom('instalments')
    .innerJoin('invoices', 'invoices._id', 'instalments.invoiceid')
    .innerJoin('users', 'users._id', 'invoices.userid')
    .select(['instalments._id', 'instalments.invoiceid', 'instalments.number', 'instalments.day'])
    .select(['instalments.refusal', 'invoices.number as invoice', 'invoices.currency'])
    .select(['users._id as userid', 'users.name'])
    .where('instalments.state', '=', 'failed')
    .$if(after !== undefined, (some) =>
      some.where((of) =>
        of(
          of.refTuple('instalments.day', 'instalments._id'),
          '>',
          of.tuple(after?.day ?? '', after?._id ?? ''),
        ),
      ),
    )
    .orderBy('instalments.day')
    .orderBy('instalments._id')
    .limit(limit)
    .execute();

/** What an account agreed to, as it takes it along. */
export async function exportParts(db: Db, userid: string) {
  const found = await db
    .selectFrom('instalments')
    .innerJoin('invoices', 'invoices._id', 'instalments.invoiceid')
    .leftJoin('familypayments', 'familypayments._id', 'instalments.paymentid')
    .select(['invoices.number as invoice', 'instalments.number', 'instalments.day', 'instalments.amount'])
    .select(['instalments.state', 'familypayments.plan'])
    .where('instalments.userid', '=', userid)
    .orderBy('instalments.invoiceid')
    .orderBy('instalments.number')
    .execute();
  return found.map(({ plan, ...part }) => ({ ...part, ...saidBy(plan) }));
}

function saidBy(plan: string | null) {
  if (plan === null) return {};
  const { words, agreedat } = readPlan(plan);
  return { words, agreedat };
}

/** An account is erased: nothing that it agreed to is tried any more, and what is open stays in the books. */
export async function waiveOf(tx: Db, userid: string, now: number): Promise<void> {
  await tx
    .updateTable('instalments')
    .set({ state: 'waived', workat: null, updatedat: now })
    .where('userid', '=', userid)
    .where('state', 'in', ['due', 'failed'])
    .execute();
  await tx.updateTable('instalments').set({ userid: null }).where('userid', '=', userid).execute();
}
