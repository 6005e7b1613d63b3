import type { Db, Row } from '#server/database/schema.ts';
import type { Lease } from '#server/jobs/leases.ts';
import type { SavedCard } from '#server/services/card-payments.ts';

export type MandateRow = Row<'mandates'>;
/** A card that payments can use. */
export type Saved = MandateRow & Record<'customerid' | 'methodid' | 'last4' | 'until', string>;

/** The saved cards of an account, the newest first. */
export const findSaved = (db: Db, userid: string): Promise<Saved[]> =>
  db
    .selectFrom('mandates')
    .selectAll()
    .where('userid', '=', userid)
    .where('state', '=', 'saved')
    .orderBy('consentedat', 'desc')
    .orderBy('_id', 'desc')
    .$narrowType<Record<'customerid' | 'methodid' | 'last4' | 'until', string>>()
    .execute();

/** An account's newest consent that is for no payment any more, and of which no card was saved; locked. */
export const lockUnused = (tx: Db, userid: string): Promise<MandateRow | undefined> =>
  tx
    .selectFrom('mandates')
    .selectAll()
    .where('userid', '=', userid)
    .where('state', '=', 'asked')
    .where('intentid', 'is', null)
    .orderBy('createdat', 'desc')
    .orderBy('_id', 'desc')
    .limit(1)
    .forNoKeyUpdate('mandates')
    .executeTakeFirst();

export async function insertMandate(tx: Db, row: Omit<MandateRow, 'lease'>): Promise<void> {
  await tx.insertInto('mandates').values(row).execute();
}

export async function updateMandate(
  tx: Db,
  _id: string,
  change: Partial<Omit<MandateRow, '_id' | 'createdat'>>,
): Promise<void> {
  await tx.updateTable('mandates').set(change).where('_id', '=', _id).execute();
}

/** Notes the customer that the card service has made for a consent. */
export async function keepCustomer(db: Db, _id: string, customerid: string): Promise<void> {
  await db
    .updateTable('mandates')
    .set({ customerid })
    .where('_id', '=', _id)
    .where('customerid', 'is', null)
    .execute();
}

/** What was consented to for a payment is not to be saved any more. */
export async function withdrawFor(db: Db, intentid: string): Promise<MandateRow | undefined> {
  return db
    .updateTable('mandates')
    .set({ intentid: null })
    .where('intentid', '=', intentid)
    .returningAll()
    .executeTakeFirst();
}

/** The card of a payment that has succeeded is saved; of an account's cards the newest alone stays. */
export async function saveCardOf(
  tx: Db,
  { intentid, card, now }: { intentid: string; card: SavedCard; now: number },
): Promise<void> {
  const { customerid, methodid, last4, until } = card;
  const saved = await tx
    .updateTable('mandates')
    .set({ state: 'saved', methodid, last4, until, intentid: null, workat: now })
    .where('intentid', '=', intentid)
    .where('customerid', '=', customerid)
    .where('state', '=', 'asked')
    .returning('userid')
    .executeTakeFirst();
  const [, ...replaced] = saved?.userid ? await findSaved(tx, saved.userid) : [];
  if (replaced.length === 0) return;
  const ids = replaced.map(({ _id }) => _id);
  await tx.updateTable('mandates').set(forgotten(now)).where('_id', 'in', ids).execute();
}

const forgotten = (now: number) =>
  ({ state: 'forgetting', userid: null, intentid: null, workat: now }) as const;

/** From now on no payment uses the cards of an account; the workers have them forgotten. Gives which. */
export async function forgetCards(tx: Db, userid: string, now: number): Promise<MandateRow[]> {
  const known = await tx.selectFrom('mandates').selectAll().where('userid', '=', userid).execute();
  await tx.updateTable('mandates').set(forgotten(now)).where('userid', '=', userid).execute();
  return known;
}

export const findDueMandates = (db: Db, now: number, limit: number): Promise<MandateRow[]> =>
  db.selectFrom('mandates').selectAll().where('workat', '<=', now).orderBy('workat').limit(limit).execute();

/** Takes due work for this worker; false when another worker was first. */
export async function claimMandate(
  db: Db,
  { _id, workat }: Pick<MandateRow, '_id' | 'workat'>,
  lease: Lease,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mandates')
    .set(lease)
    .where('_id', '=', _id)
    .where('workat', '=', workat)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Ends what was claimed, unless something has changed it meanwhile. */
export async function endWork(
  db: Db,
  _id: string,
  { workat }: Lease,
  change: Partial<Pick<MandateRow, 'state' | 'userid' | 'workat' | 'intentid'>>,
): Promise<void> {
  await db
    .updateTable('mandates')
    .set({ workat: null, ...change })
    .where('_id', '=', _id)
    .where('workat', '=', workat)
    .execute();
}

export async function deleteForgotten(db: Db, _id: string): Promise<void> {
  await db.deleteFrom('mandates').where('_id', '=', _id).where('state', '=', 'forgetting').execute();
}
