import { chunksOf, inChunks } from '#server/database/lists/batches.ts';
import type { Db, NewRow, Row } from '#server/database/schema.ts';
import { noteOpenAccounts } from '#server/features/ledger/index.ts';

export type ChargeRow = Row<'charges'>;

/** The most rows of one statement: PostgreSQL binds 65 535 values at most, SQLite half of it. */
const ROWS_AT_ONCE = 500;

/** Adds charges whose keys are new; gives those rows. */
export async function insertCharges(tx: Db, rows: readonly NewRow<'charges'>[]): Promise<ChargeRow[]> {
  const added: ChargeRow[] = [];
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    added.push(
      ...(await tx
        .insertInto('charges')
        .values(rows.slice(at, at + ROWS_AT_ONCE))
        .onConflict((c) => c.column('key').doNothing())
        .returningAll()
        .execute()),
    );
  await noteOpenAccounts(
    tx,
    added.map(({ userid }) => userid),
    added[0]?.createdat ?? 0,
  );
  return added;
}

export async function findChargesByKey(db: Db, keys: readonly string[]): Promise<ChargeRow[]> {
  const found: ChargeRow[] = [];
  for (let at = 0; at < keys.length; at += ROWS_AT_ONCE) {
    const some = keys.slice(at, at + ROWS_AT_ONCE);
    found.push(...(await db.selectFrom('charges').selectAll().where('key', 'in', some).execute()));
  }
  return found;
}

/** All charges of an account, the oldest first. */
export const findCharges = (db: Db, { userid }: { userid: string }): Promise<ChargeRow[]> =>
  db.selectFrom('charges').selectAll().where('userid', '=', userid).orderBy('_id').execute();

/** Those of an account for one learner. */
export const findChargesFor = (
  db: Db,
  { userid, learnerid }: { userid: string; learnerid: string },
): Promise<ChargeRow[]> =>
  db
    .selectFrom('charges')
    .selectAll()
    .where('userid', '=', userid)
    .where('learnerid', '=', learnerid)
    .orderBy('_id')
    .execute();

/** Lets an account owe charges of another. */
export async function moveCharges(tx: Db, charges: readonly Pick<ChargeRow, '_id'>[], to: string) {
  const ids = charges.map(({ _id }) => _id);
  for (const some of chunksOf(ids, ROWS_AT_ONCE))
    await tx.updateTable('charges').set({ userid: to }).where('_id', 'in', some).execute();
  await noteOpenAccounts(tx, [to], 0);
}

/** Who owes a charge; undefined where there is no such charge. */
export const findOwner = (tx: Db, id: string): Promise<Pick<ChargeRow, 'userid'> | undefined> =>
  tx.selectFrom('charges').select('userid').where('_id', '=', id).executeTakeFirst();

/** A charge, locked until the transaction ends. */
export const lockCharge = (tx: Db, id: string): Promise<ChargeRow | undefined> =>
  tx.selectFrom('charges').selectAll().where('_id', '=', id).forNoKeyUpdate('charges').executeTakeFirst();

/** What takes a charge back; undefined while it stands. */
export const findReversal = (tx: Db, id: string): Promise<ChargeRow | undefined> =>
  tx.selectFrom('charges').selectAll().where('reverses', '=', id).executeTakeFirst();

/** What a run of billing took off a charge that it made, as far as it stands; empty for any other charge. */
export async function findTakenOff(tx: Db, charge: ChargeRow): Promise<ChargeRow[]> {
  const { kind, userid, learnerid, classid, periodfrom, createdat } = charge;
  if (kind !== 'tuition' || periodfrom === null) return [];
  return tx
    .selectFrom('charges')
    .leftJoin('charges as reversals', 'reversals.reverses', 'charges._id')
    .selectAll('charges')
    .where('charges.userid', '=', userid)
    .where('charges.learnerid', '=', learnerid)
    .where('charges.classid', '=', classid)
    .where('charges.kind', '=', 'discount')
    .where('charges.createdat', '=', createdat)
    .where('charges.reverses', 'is', null)
    .where('reversals._id', 'is', null)
    .orderBy('charges._id')
    .execute();
}

/** Which of these charges can be reversed: those that are no reversal and have none, in their order. */
export async function findReversible(tx: Db, ids: readonly string[]): Promise<string[]> {
  const found = await inChunks(ids, (some) =>
    tx
      .selectFrom('charges')
      .leftJoin('charges as reversals', 'reversals.reverses', 'charges._id')
      .select('charges._id')
      .where('charges._id', 'in', some)
      .where('charges.reverses', 'is', null)
      .where('reversals._id', 'is', null)
      .execute(),
  );
  return found.map(({ _id }) => _id).sort();
}
