import { sql } from 'kysely';
import type { Db, NewRow, Row } from '#server/database/schema.ts';
import type { Lease } from '#server/jobs/leases.ts';

export type FamilyRefund = Row<'familyrefunds'>;

export const insertFamilyRefund = (tx: Db, row: NewRow<'familyrefunds'>) =>
  tx.insertInto('familyrefunds').values(row).returningAll().executeTakeFirstOrThrow();

export const findFamilyRefund = (db: Db, id: string): Promise<FamilyRefund | undefined> =>
  db.selectFrom('familyrefunds').selectAll().where('_id', '=', id).executeTakeFirst();

export const findFamilyRefundByKey = (db: Db, key: string): Promise<FamilyRefund | undefined> =>
  db.selectFrom('familyrefunds').selectAll().where('key', '=', key).executeTakeFirst();

/** Those of these ids. */
export const findFamilyRefunds = async (db: Db, ids: readonly string[]): Promise<FamilyRefund[]> =>
  ids.length === 0 ? [] : db.selectFrom('familyrefunds').selectAll().where('_id', 'in', ids).execute();

/** What was to go to the cards of these payments. */
export const findOfPayments = async (db: Db, paymentids: readonly string[]): Promise<FamilyRefund[]> =>
  paymentids.length === 0
    ? []
    : db
        .selectFrom('familyrefunds')
        .selectAll()
        .where('paymentid', 'in', paymentids)
        .orderBy('_id')
        .execute();

/** What an account paid by card for its invoices: each payment with its movement and its cents. */
export async function findInvoicePayments(db: Db, userid: string) {
  const found = await db
    .selectFrom('familypayments')
    .innerJoin('ledger', 'ledger._id', 'familypayments.ledgerid')
    .select([
      'familypayments._id as paymentid',
      'familypayments.intentid',
      'familypayments.cardlast4',
      'ledger._id as ledgerid',
      'ledger.amount',
      'ledger.createdat as paidat',
    ])
    .where('familypayments.userid', '=', userid)
    .execute();
  return found.flatMap(({ intentid, ...paid }) => (intentid === null ? [] : [{ ...paid, intentid }]));
}

/** The movement of the payment for invoices that takes a refund; undefined where it is of places. */
export async function findPaidMovement(db: Db, paymentid: string | null): Promise<string | undefined> {
  const found = db.selectFrom('familypayments').select('ledgerid').where('_id', '=', paymentid);
  return (await found.executeTakeFirst())?.ledgerid ?? undefined;
}

/** Changes one provided that it is in one of these states; undefined where another was first. */
export const moveFamilyRefund = (
  db: Db,
  id: string,
  from: readonly FamilyRefund['state'][],
  change: Partial<Pick<FamilyRefund, 'state' | 'workat' | 'refundid'>>,
): Promise<FamilyRefund | undefined> =>
  db
    .updateTable('familyrefunds')
    .set(change)
    .where('_id', '=', id)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst();

/** What is still to go to cards of an account, in cents. */
export async function sumDue(db: Db, userid: string): Promise<number> {
  const { sum } = await db
    .selectFrom('familyrefunds')
    .select(sql<number>`coalesce(sum(card), 0)`.as('sum'))
    .where('userid', '=', userid)
    .where('state', '=', 'due')
    .executeTakeFirstOrThrow();
  return Number(sum);
}

export const findDueRefunds = (db: Db, now: number, limit: number): Promise<FamilyRefund[]> =>
  db
    .selectFrom('familyrefunds')
    .selectAll()
    .where('workat', '<=', now)
    .orderBy('workat')
    .limit(limit)
    .execute();

/** Takes a due one for this worker; false where another was first. */
export async function claimRefund(db: Db, { _id, workat }: FamilyRefund, lease: Lease): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('familyrefunds')
    .set(lease)
    .where('_id', '=', _id)
    .where('workat', '=', workat)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
