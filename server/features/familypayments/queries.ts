import { inChunks } from '#server/database/lists/batches.ts';
import type { Db, NewRow, Row } from '#server/database/schema.ts';
import { sumInvoices } from '#server/features/ledger/index.ts';
import type { Lease } from '#server/jobs/leases.ts';

export type FamilyPaymentRow = Row<'familypayments'>;

const payments = (db: Db) => db.selectFrom('familypayments').selectAll();

export const findFamilyPayment = (db: Db, id: string): Promise<FamilyPaymentRow | undefined> =>
  payments(db).where('_id', '=', id).executeTakeFirst();

export const findByIntent = (db: Db, intentid: string): Promise<FamilyPaymentRow | undefined> =>
  payments(db).where('intentid', '=', intentid).executeTakeFirst();

/** Those of several payments at the card service that families made for invoices. */
export const findFamilyPaymentsByIntent = (
  db: Db,
  intentids: readonly string[],
): Promise<FamilyPaymentRow[]> =>
  inChunks(intentids, (some) => payments(db).where('intentid', 'in', some).execute());

/** What an account is paying and has not paid yet, the newest first. */
export const findOpenOf = (db: Db, userid: string): Promise<FamilyPaymentRow[]> =>
  payments(db)
    .where('userid', '=', userid)
    .where('state', '=', 'open')
    .orderBy('createdat', 'desc')
    .orderBy('_id', 'desc')
    .execute();

/** A payment, locked until the transaction ends. */
export const lockFamilyPayment = (tx: Db, id: string): Promise<FamilyPaymentRow> =>
  payments(tx).where('_id', '=', id).forNoKeyUpdate('familypayments').executeTakeFirstOrThrow();

export const insertFamilyPayment = (tx: Db, row: NewRow<'familypayments'>): Promise<FamilyPaymentRow> =>
  tx.insertInto('familypayments').values(row).returningAll().executeTakeFirstOrThrow();

type Change = Partial<
  Pick<FamilyPaymentRow, 'state' | 'intentid' | 'clientsecret' | 'ledgerid' | 'cardlast4' | 'workat'>
>;

/** Changes a payment that is still open; undefined when another was first. */
export const changeOpen = (
  db: Db,
  id: string,
  { now, ...change }: Change & { now: number },
): Promise<FamilyPaymentRow | undefined> =>
  db
    .updateTable('familypayments')
    .set({ ...change, updatedat: now })
    .where('_id', '=', id)
    .where('state', '=', 'open')
    .returningAll()
    .executeTakeFirst();

/** Its money came, whether it was given up before or not. */
export const markPaid = (
  tx: Db,
  id: string,
  { now, ...change }: Change & { now: number },
): Promise<FamilyPaymentRow> =>
  tx
    .updateTable('familypayments')
    .set({ ...change, state: 'paid', workat: null, updatedat: now })
    .where('_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const findDue = (db: Db, now: number, limit: number): Promise<FamilyPaymentRow[]> =>
  payments(db).where('workat', '<=', now).orderBy('workat').limit(limit).execute();

/** Takes due work for this worker; false when another worker was first. */
export async function claimFamilyPayment(
  db: Db,
  { _id, workat }: Pick<FamilyPaymentRow, '_id' | 'workat'>,
  lease: Lease,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('familypayments')
    .set(lease)
    .where('_id', '=', _id)
    .where('workat', '=', workat)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** What of invoices is open but for places, in cents, by their ids: as far as they are this account's. */
export async function payableOf(
  tx: Db,
  { userid, ids }: { userid: string | null; ids: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const invoices = await tx
    .selectFrom('invoices')
    .select(['_id', 'kind', 'state', 'total'])
    .where('userid', userid === null ? 'is' : '=', userid)
    .where('_id', 'in', ids)
    .execute();
  const sums = await sumInvoices(tx, invoices);
  return new Map([...sums].map(([id, { openCharges }]) => [id, openCharges]));
}

/** Whether a payment of this account can be made; undefined where it has none under this id. */
export async function isFamilyPaymentOpen(
  db: Db,
  { userid, intentid, clientSecret }: { userid: string; intentid: string; clientSecret: string },
): Promise<boolean | undefined> {
  const payment = await findByIntent(db, intentid);
  if (payment?.userid !== userid || payment.clientsecret !== clientSecret) return undefined;
  return payment.state === 'open' && payment.offsession === 0;
}
