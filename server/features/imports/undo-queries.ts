import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/database/schema.ts';
import { locked } from '#statements/lock.ts';
import { importedAs } from './imported-as.ts';

export type Batch = { importid: string; after: string; limit: number; now: number };

/** What keeps a learner, and how that is said; every table that refers to learners, but for what goes with them. */
export const REFERENCES = [
  ['enrolments', 'Is enrolled in a class.'],
  ['orders', 'Has a payment.'],
  ['waitlist', 'Is or was on a waiting list.'],
  ['selections', 'A class is chosen.'],
  ['guardians', 'This child has another guardian, too.'],
  ['takeovers', 'Has their own account now.'],
] as const;

/**
 * Children that an import brought, locked, and whether there was a sign-in to an account that it also brought, or to one whose child it says
 * nothing of as it was.
 */
export async function lockChildren(tx: Db, { importid, after, limit }: Batch) {
  const ids = tx
    .selectFrom('learners')
    .select('_id')
    .where('importid', '=', importid)
    .where('self', '=', 0)
    .where('_id', '>', after)
    .orderBy('_id')
    .limit(limit);
  const found = (await ids.execute()).map(({ _id }) => _id);
  if (found.length === 0) return [];
  await lockLearners(tx, found);
  // Read once they are locked: a family may have changed one meanwhile.
  return tx
    .selectFrom('learners')
    .leftJoin('users', 'users._id', 'learners.userid')
    .selectAll('learners')
    .select('users.email')
    .select(
      sql<boolean>`coalesce((users.importid = learners.importid or learners.importedas is null) and users.uid is not null, false)`.as(
        'isclaimed',
      ),
    )
    .where('learners._id', 'in', found)
    .orderBy('learners._id')
    .execute();
}

/** The accounts that it brought, locked with the learners that they are themselves. */
export async function lockAccounts(tx: Db, { importid, after, limit }: Batch) {
  const users = tx
    .selectFrom('users')
    .select(['_id', 'uid', 'name', 'email', 'role'])
    .where('importid', '=', importid)
    .where('_id', '>', after)
    .orderBy('_id')
    .limit(limit);
  const accounts = await locked(tx, users, 'users').execute();
  if (accounts.length === 0) return [];
  const learners = await tx
    .selectFrom('learners')
    .select(['_id', 'userid', 'firstname', 'lastname', 'born', 'note', 'reminds', 'importedas'])
    .where(
      'userid',
      'in',
      accounts.map(({ _id }) => _id),
    )
    .where('self', '=', 1)
    .execute();
  await lockLearners(
    tx,
    learners.map(({ _id }) => _id),
  );
  const selves = new Map(learners.map((learner) => [learner.userid, learner]));
  return accounts.map((account) => {
    const self = selves.get(account._id);
    return { ...account, learnerid: self?._id ?? '', isChanged: self !== undefined && isChanged(self) };
  });
}

/** Whether a learner is not as its import brought it; unknown, and taken for as it was, of imports that kept nothing to tell it by. */
export const isChanged = (learner: Parameters<typeof importedAs>[0] & { importedas: string | null }) =>
  learner.importedas !== null && learner.importedas !== importedAs(learner);

/** Whoever refers to one of them in this moment comes before it is looked at, or finds it gone. */
async function lockLearners(tx: Db, ids: readonly string[]) {
  if (ids.length === 0) return;
  await tx
    .updateTable('learners')
    .set({ _id: sql.ref('_id') })
    .where('_id', 'in', ids)
    .execute();
}

/** Of these learners those that something refers to, with the first reason. A look into the index for each: it never reads a table whole. */
export async function findLearnersInUse(
  tx: Db,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const reasons = REFERENCES.map(
    ([table, reason]) =>
      sql`when (select learnerid from ${sql.table(table)} where learnerid = learners._id limit 1) is not null then ${sql.lit(reason)}`,
  );
  const merged = sql`when (select _id from merges where droppedid = learners._id and undo <> '{}' limit 1) is not null then 'Was merged with another entry of the child, which can be undone for a day.'`;
  // What its family had entered of the child is gone, but for this one.
  const kept = sql`when (select _id from merges where keptid = learners._id and undoneat is null limit 1) is not null then 'Was merged with another entry of the child.'`;
  const asked = sql`when (select learnerid from claims where learnerid = learners._id and kind <> 'family' and until > ${now} limit 1) is not null then 'An invitation for this child has been sent and can still be accepted.'`;
  return reasonsOf(tx, { table: 'learners', reasons: [...reasons, merged, kept, asked], ids });
}

/** The same of accounts. */
export async function findAccountsInUse(
  tx: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const reasons = [
    sql`when (select _id from learners where userid = users._id and self = 0 limit 1) is not null then 'Has children who stay.'`,
    sql`when (select userid from guardians where userid = users._id limit 1) is not null then 'Looks after a child of another family.'`,
    sql`when (select userid from orders where userid = users._id limit 1) is not null then 'Has a payment.'`,
  ];
  return reasonsOf(tx, { table: 'users', reasons, ids });
}

async function reasonsOf(
  tx: Db,
  {
    table,
    reasons,
    ids,
  }: { table: 'learners' | 'users'; reasons: RawBuilder<unknown>[]; ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const reason = sql<string | null>`case ${sql.join(reasons, sql` `)} end`;
  const rows = await tx
    .selectFrom(table)
    .select('_id')
    .select(reason.as('reason'))
    .where('_id', 'in', ids)
    .execute();
  return new Map(rows.flatMap(({ _id, reason: said }) => (said === null ? [] : [[_id, said] as const])));
}

/** Which of these learners somebody was asked about by a mail. */
export async function findTold(tx: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const claims = await tx.selectFrom('claims').select('learnerid').where('learnerid', 'in', ids).execute();
  return claims.map(({ learnerid }) => learnerid);
}

export async function deleteLearners(tx: Db, ids: readonly string[]) {
  if (ids.length > 0) await tx.deleteFrom('learners').where('_id', 'in', ids).execute();
}

/** Deletes accounts that nothing refers to, with the learners that they are themselves. */
export async function deleteAccounts(tx: Db, ids: readonly string[]) {
  if (ids.length === 0) return;
  await tx.deleteFrom('learners').where('userid', 'in', ids).where('self', '=', 1).execute();
  await tx.deleteFrom('users').where('_id', 'in', ids).execute();
}
