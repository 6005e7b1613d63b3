import { type NotNull, sql } from 'kysely';
import { FORMER_MEMBER } from '#contract/former.ts';
import { newId } from '#server/database/ids.ts';
import { chunksOf } from '#server/database/lists/batches.ts';
import { selfLearner } from '#server/database/rows/learners.ts';
import type { Db, NewRow, Row } from '#server/database/schema.ts';
import { insertLearners } from '#server/features/learners/index.ts';
import { insertUsers, notifyOfAccounts } from '#server/features/users/index.ts';
import { importedAs } from './imported-as.ts';

export type ImportRow = Row<'imports'>;

const LATEST = 100;
const EMPTY_KEPT_MS = 30 * 24 * 60 * 60_000;

export async function findImports(db: Db): Promise<ImportRow[]> {
  return db.selectFrom('imports').selectAll().orderBy('_id', 'desc').limit(LATEST).execute();
}

export async function findImport(db: Db, id: string): Promise<ImportRow | undefined> {
  return db.selectFrom('imports').selectAll().where('_id', '=', id).executeTakeFirst();
}

export async function insertImport(
  db: Db,
  { actor, lines, now }: { actor: { _id: string; name: string }; lines: number; now: number },
): Promise<string> {
  const row = {
    _id: newId(now),
    actorid: actor._id,
    actorname: actor.name,
    rows: 0,
    lines,
    createdat: now,
    changedat: now,
    undoneat: null,
  };
  await db.insertInto('imports').values(row).execute();
  return row._id;
}

/** Notes how far an import is; false where it was ended. */
export async function updateProgress(
  tx: Db,
  id: string,
  { rows, linesdone, now }: { rows: number; linesdone: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('imports')
    .set({
      rows: sql<number>`rows + ${rows}`,
      linesdone: sql<number>`linesdone + ${linesdone}`,
      changedat: now,
    })
    .where('_id', '=', id)
    .where('linesdone', '<', sql.ref<number>('lines'))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Lets an import go no further than it is. */
export async function endImport(db: Db, id: string) {
  await db
    .updateTable('imports')
    .set({ lines: sql.ref('linesdone') })
    .where('_id', '=', id)
    .execute();
}

export async function updateUndone(tx: Db, id: string, now: number) {
  await tx.updateTable('imports').set({ undoneat: now }).where('_id', '=', id).execute();
}

/** Deletes an import that took nothing in and gave no place. */
export async function deleteImport(db: Db, id: string) {
  await db.deleteFrom('imports').where('_id', '=', id).where('rows', '=', 0).execute();
}

/**
 * Deletes imports that added nothing and have stood still for thirty days. There are few imports, so it reads
 * all.
 */
export async function deleteEmptyImports(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('imports')
    .where('rows', '=', 0)
    .where('changedat', '<', now - EMPTY_KEPT_MS)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('orders').select('_id').whereRef('orders.importid', '=', 'imports._id'))),
    )
    .execute();
}

/** Accounts by their addresses, locked where that is asked for. */
export async function findAccounts(db: Db, emails: readonly string[], { isLocking = false } = {}) {
  // As a table: for a list PostgreSQL asks the index of parts of addresses, which takes a hundred times as
  // long.
  const list = sql.join(emails.map((email) => sql`(${email})`));
  const users = db
    .selectFrom('users')
    .selectAll()
    .where(sql<boolean>`email in (select wanted.column1 from (values ${list}) as wanted)`)
    .$narrowType<{ email: NotNull }>()
    .orderBy('email');
  return (isLocking ? users.forNoKeyUpdate('users') : users).execute();
}

/** All that are taught under these accounts. */
export async function findLearnersOf(db: Db, userids: readonly string[]) {
  if (userids.length === 0) return [];
  return db
    .selectFrom('learners')
    .select(['_id', 'userid', 'self', 'firstname', 'lastname', 'born'])
    .where('userid', 'in', userids)
    .execute();
}

type Born = { born: string; lastname: string };
/**
 * A statement takes some thirty thousand values on SQLite, and a file may give one address in all its lines.
 */
const BORN_AT_ONCE = 1000;

/**
 * Those of any account who were born on the day and have the last name of one of these; others of the same
 * days and names may be among them.
 */
export async function findBornAlike(db: Db, born: readonly Born[]) {
  const found: Awaited<ReturnType<typeof findSomeBornAlike>> = [];
  for (const some of chunksOf(born, BORN_AT_ONCE)) found.push(...(await findSomeBornAlike(db, some)));
  return found;
}

async function findSomeBornAlike(db: Db, born: readonly Born[]) {
  const days = new Set(born.map((one) => one.born));
  const names = new Set(born.map(({ lastname }) => lastname));
  // Each database lowers what it compares.
  const lowered = [...names].map((name) => sql<string>`lower(${name})`);
  return db
    .selectFrom('learners')
    .innerJoin('users', 'users._id', 'learners.userid')
    .select(({ fn }) => fn.coalesce('users.email', 'users.name').as('email'))
    .select(['learners.firstname', 'learners.lastname', 'learners.born'])
    .where('learners.born', 'in', [...days])
    .where(sql<string>`lower(learners.lastname)`, 'in', lowered)
    .execute();
}

type NewAccount = { email: string } & Pick<Row<'users'>, 'name' | 'phone'> &
  Pick<Row<'learners'>, 'born' | 'note'>;

/**
 * Adds accounts that were not signed in to yet, each with its own learner; gives those that were added, and
 * not those whose address is taken.
 */
export async function insertAccounts(
  tx: Db,
  accounts: readonly NewAccount[],
  { importid, now }: { importid: string; now: number },
) {
  if (accounts.length === 0) return [];
  const added = await insertUsers(
    tx,
    accounts.map(({ email, name, phone }) => ({
      _id: newId(now),
      uid: null,
      email,
      name,
      photoURL: null,
      role: 'student' as const,
      validsince: 0,
      phone,
      importid,
      createdat: now,
    })),
  );
  if (added.length === 0) return added;
  await notifyOfAccounts(tx, 'account.added', { userids: added.map(({ _id }) => _id), now });
  const selves = new Map(accounts.map(({ email, born, note }) => [email, { born, note }]));
  await insertBrought(
    tx,
    added.map((user) => ({ ...selfLearner(user), ...selves.get(user.email ?? ''), importid })),
  );
  return added;
}

type NewLearner = NewRow<'learners'> & Parameters<typeof importedAs>[0];

export async function insertBrought(tx: Db, learners: readonly NewLearner[]) {
  if (learners.length === 0) return;
  const rows = learners.map((learner) => ({ ...learner, importedas: importedAs(learner) }));
  await insertLearners(tx, rows);
}

/** Takes an admin's name off what they imported. */
export async function eraseImporter(tx: Db, actorid: string) {
  await tx
    .updateTable('imports')
    .set({ actorname: FORMER_MEMBER, actorid: null })
    .where('actorid', '=', actorid)
    .execute();
}

/** How many accounts of each of these imports were never signed in to. */
export async function countUnclaimed(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const counts = await db
    .selectFrom('users')
    .select(['importid', (of) => of.fn.countAll<number>().as('count')])
    .where('importid', 'in', ids)
    .where('uid', 'is', null)
    .groupBy('importid')
    .execute();
  return new Map(counts.map(({ importid, count }) => [importid ?? '', Number(count)]));
}

/**
 * Imported accounts that were never signed in to, each with its own learner, and whether an open claim
 * invites it; locked, so that two calls at once invite no one twice.
 */
export async function findUnclaimed(
  tx: Db,
  importid: string,
  { after, limit, now }: { after: string; limit: number; now: number },
) {
  const users = tx
    .selectFrom('users')
    .innerJoin('learners', 'learners.userid', 'users._id')
    .select(['users._id', 'users.email', 'learners._id as learnerid'])
    .$narrowType<{ email: NotNull }>()
    .where('users.importid', '=', importid)
    .where('users.uid', 'is', null)
    .where('learners.self', '=', 1)
    .where('users._id', '>', after)
    .orderBy('users._id')
    .limit(limit);
  const some = await users.forNoKeyUpdate('users').execute();
  if (some.length === 0) return [];
  const claims = tx
    .selectFrom('claims')
    .select('learnerid')
    .where('until', '>', now)
    .where(
      'learnerid',
      'in',
      some.map(({ learnerid }) => learnerid),
    );
  const told = new Set((await claims.execute()).map(({ learnerid }) => learnerid));
  return some.map((family) => ({ ...family, istold: told.has(family.learnerid) }));
}
