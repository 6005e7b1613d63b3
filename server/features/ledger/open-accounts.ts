import { chunksOf } from '#server/database/lists/batches.ts';
import type { Db, Row } from '#server/database/schema.ts';
import type { Merging, Moved } from '#server/features/feature.ts';
import type { Lease } from '#server/jobs/leases.ts';

type OpenAccountRow = Row<'openaccounts'>;

const ACCOUNTS_AT_ONCE = 500;

/**
 * Notes that accounts may owe something, in the transaction after which they do. The row stays locked until it
 * ends, so that no worker takes it away before it sees what they owe.
 */
export async function noteOpenAccounts(
  tx: Db,
  userids: readonly (string | null)[],
  now: number,
): Promise<void> {
  // In one order, so that no two transactions wait for each other.
  const ids = [...new Set(userids.flatMap((id) => id ?? []))].sort();
  for (const some of chunksOf(ids, ACCOUNTS_AT_ONCE))
    await tx
      .insertInto('openaccounts')
      .values(some.map((userid) => ({ userid, workat: now })))
      .onConflict((c) => c.column('userid').doUpdateSet((eb) => ({ userid: eb.ref('excluded.userid') })))
      .execute();
}

/** The ids of those that may owe something. */
export async function findOpenAccounts(db: Db): Promise<string[]> {
  const found: string[] = [];
  for (;;) {
    const some = await db
      .selectFrom('openaccounts')
      .select('userid')
      .where('userid', '>', found.at(-1) ?? '')
      .orderBy('userid')
      .limit(ACCOUNTS_AT_ONCE)
      .execute();
    found.push(...some.map(({ userid }) => userid));
    if (some.length < ACCOUNTS_AT_ONCE) return found;
  }
}

/** Those that are to be looked at, the longest due first. */
export const findDueAccounts = (db: Db, now: number, limit: number): Promise<OpenAccountRow[]> =>
  db
    .selectFrom('openaccounts')
    .selectAll()
    .where('workat', '<=', now)
    .orderBy('workat')
    .limit(limit)
    .execute();

/** Takes one for this worker; false when another was first. */
export async function claimAccount(
  db: Db,
  { userid, workat }: OpenAccountRow,
  lease: Lease,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('openaccounts')
    .set(lease)
    .where('userid', '=', userid)
    .where('workat', '=', workat)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The row of an account, locked until the transaction ends; the account's own is locked before it. */
export const lockOpenAccount = (tx: Db, userid: string): Promise<OpenAccountRow | undefined> =>
  tx
    .selectFrom('openaccounts')
    .selectAll()
    .where('userid', '=', userid)
    .forNoKeyUpdate('openaccounts')
    .executeTakeFirst();

export async function lookAgainAt(tx: Db, userid: string, workat: number): Promise<void> {
  await tx.updateTable('openaccounts').set({ workat, lease: null }).where('userid', '=', userid).execute();
}

/** Notes that an account owes nothing beside places, while its row is locked. */
export async function closeAccount(tx: Db, userid: string): Promise<void> {
  await tx.deleteFrom('openaccounts').where('userid', '=', userid).execute();
}

/** Lets an account be looked at in place of another, whose books it has from then on. */
export async function passOnOpenAccount(tx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  const gone = tx.deleteFrom('openaccounts').where('userid', '=', from).returning('workat');
  const was = await gone.executeTakeFirst();
  if (was) await noteOpenAccounts(tx, [to], was.workat);
}

/** Of two accounts that become one, or two again, each is looked at once more. */
export const openAccountMerging: Merging<Moved & { workat: number }> = {
  async move(tx, { from, to }) {
    const gone = tx.deleteFrom('openaccounts').where('userid', '=', from).returning('workat');
    const was = await gone.executeTakeFirst();
    if (was) await noteOpenAccounts(tx, [to], was.workat);
    return { ids: was ? [from] : [], workat: was?.workat ?? 0 };
  },
  async moveBack(tx, { ids, workat }, { from, to }) {
    await noteOpenAccounts(tx, ids, workat);
    // What the one paid of the other's invoices counts no more.
    if (ids.length === 0) await noteOpenAccounts(tx, [from], 0);
    await noteOpenAccounts(tx, [to], 0);
    await tx
      .deleteFrom('openaccounts')
      .where('userid', 'in', [from, to])
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('charges')
              .select('charges._id')
              .whereRef('charges.userid', '=', 'openaccounts.userid'),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('invoices')
              .select('invoices._id')
              .whereRef('invoices.userid', '=', 'openaccounts.userid'),
          ),
        ),
      )
      .execute();
    return ids.length;
  },
};
