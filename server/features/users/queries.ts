import { type Expression, sql } from 'kysely';
import type { Sort } from '#contract/pages.ts';
import { isOffice, type USER_COLUMNS } from '#contract/users/calls.ts';
import { newId } from '#server/database/ids.ts';
import { inChunks } from '#server/database/lists/batches.ts';
import { containsWords } from '#server/database/lists/contains.ts';
import { readFound, takeFoundIds } from '#server/database/lists/found-page.ts';
import {
  LIST_BATCH,
  orderOf,
  type PageQuery,
  takeBatches,
  takeCountedPage,
} from '#server/database/lists/pagination.ts';
import { hasDigits, hitsOfDigits, phoneDigits } from '#server/database/lists/phone-index.ts';
import { matchedBy, rowsAt } from '#server/database/lists/word-index.ts';
import type { Db, NewRow, Row } from '#server/database/schema.ts';
import { notifyOfAccounts } from './notify-of-accounts.ts';

export type UserRow = Row<'users'>;

export async function findUser(db: Db, id: string) {
  return db.selectFrom('users').selectAll().where('_id', '=', id).executeTakeFirst();
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('_id').limit(1).executeTakeFirst()) !== undefined;
}

export async function hasAdmin(db: Db): Promise<boolean> {
  const admins = db.selectFrom('users').select('_id').where('role', '=', 'admin');
  return (await admins.limit(1).executeTakeFirst()) !== undefined;
}

const COLUMNS = {
  name: sql<string>`lower(name)`,
  email: sql<string>`coalesce(email, '')`,
  role: sql.ref<string>('role'),
} satisfies Record<(typeof USER_COLUMNS)[number], unknown>;

/** All users by name, a batch at a time. */
export const findUsers = (db: Db) =>
  takeBatches(db.selectFrom('users').selectAll(), { by: [COLUMNS.name], isDescending: false }, LIST_BATCH);

/**
 * A page of the users, by words in name and address, by the digits of a telephone number and by role, and how
 * many there are in all; by name unless told.
 */
export async function searchUsers(
  db: Db,
  {
    q = '',
    role,
    sort = 'name',
    withPhones = false,
    ...ask
  }: PageQuery & {
    q?: string;
    role?: UserRow['role'];
    sort?: Sort<keyof typeof COLUMNS>;
    /** Whether who asks may know telephone numbers, and so look for one. */
    withPhones?: boolean;
  },
) {
  const order = orderOf(sort, COLUMNS);
  const narrowed = (accounts: typeof all) =>
    accounts.$if(role !== undefined, (query) => query.where('role', '=', role as UserRow['role']));
  const all = db.selectFrom('users');
  if (!q.trim()) return takeCountedPage(db, narrowed(all).selectAll(), { ...ask, order });
  const digits = withPhones ? phoneDigits(q) : undefined;
  const words = containsWords(['name', { lowered: 'email' }], q);
  const each = narrowed(all).where(digits === undefined ? words : either(words, hasDigits(digits)));
  // All but students are few, and an index has them.
  const isFew = role !== undefined && role !== 'student';
  const matched = isFew ? undefined : matchedBy(db, 'users', { columns: ['name', 'email'], q });
  const found = matched && [
    narrowed(rowsAt(db, 'users', matched.hits)).where(matched.and),
    ...(digits === undefined
      ? []
      : [narrowed(rowsAt(db, 'users', hitsOfDigits(digits))).where(sql<boolean>`(${words}) is not true`)]),
  ];
  const page = await takeFoundIds(db, { table: 'users', each, found: found ?? [each] }, { ...ask, order });
  return readFound(page, (ids) => all.selectAll().where('_id', 'in', ids).execute());
}

const either = (one: Expression<boolean>, other: Expression<boolean>) => sql<boolean>`(${one} or ${other})`;

/**
 * Whether others gave an account something: an import the account itself or a child, the office a place or
 * another family's rows, a parent a child to look after.
 */
export async function hasFromElsewhere(
  tx: Db,
  { _id, importid }: Pick<UserRow, '_id' | 'importid'>,
): Promise<boolean> {
  if (importid !== null) return true;
  const own = tx.selectFrom('learners').select('_id').where('userid', '=', _id);
  const any = own
    .where('importid', 'is not', null)
    .unionAll(
      tx
        .selectFrom('orders')
        .innerJoin('changes', 'changes.subjectid', 'orders._id')
        .select('orders._id')
        .where('orders.userid', '=', _id)
        .where('changes.action', '=', 'enrolled-by-hand'),
    )
    .unionAll(tx.selectFrom('merges').select('_id').where('keptid', '=', _id))
    .unionAll(
      tx
        .selectFrom('learners')
        .innerJoin('merges', 'merges.keptid', 'learners._id')
        .select('merges._id')
        .where('learners.userid', '=', _id),
    )
    .unionAll(tx.selectFrom('guardians').select('learnerid as _id').where('userid', '=', _id));
  return (await any.limit(1).executeTakeFirst()) !== undefined;
}

export type NewUser = Omit<
  NewRow<'users'>,
  '_id' | 'validsince' | 'emailverified' | 'provedat' | 'officesince'
>;

/** Adds a user; undefined when the address or the identity service's account is taken. */
export async function insertUser(tx: Db, user: NewUser): Promise<UserRow | undefined> {
  return (
    tx
      .insertInto('users')
      .values({
        ...user,
        _id: newId(user.createdat),
        validsince: 0,
        officesince: isOffice(user.role) ? user.createdat : null,
      })
      // Any conflict: of two first sign-ins at once, PostgreSQL may meet the other's uid before its address.
      .onConflict((c) => c.doNothing())
      .returningAll()
      .executeTakeFirst()
  );
}

/** The learner that an account is itself. */
export async function findSelfLearner(db: Db, userid: string): Promise<string> {
  const learners = db.selectFrom('learners').select('_id').where('userid', '=', userid);
  return (await learners.where('self', '=', 1).executeTakeFirstOrThrow())._id;
}

export async function updateUser(
  db: Db,
  id: string,
  change: Partial<Pick<UserRow, 'uid' | 'email' | 'name' | 'photoURL' | 'emailverified' | 'language'>>,
) {
  return db.updateTable('users').set(change).where('_id', '=', id).returningAll().executeTakeFirst();
}

/** Locks every admin's row, so that two admins who demote each other at once come one after the other. */
export async function lockAdmins(tx: Db) {
  await tx.updateTable('users').set({ role: 'admin' }).where('role', '=', 'admin').execute();
}

/**
 * Changes a role, the admins being locked; undefined when it would leave the school without an admin, or for
 * an unknown id.
 */
export async function updateRole(
  tx: Db,
  id: string,
  { role, listed, officesince }: Pick<UserRow, 'role'> & Partial<Pick<UserRow, 'listed' | 'officesince'>>,
) {
  return tx
    .updateTable('users')
    .set({ role, listed, officesince })
    .where('_id', '=', id)
    .$if(role !== 'admin', (update) =>
      update.where((where) =>
        where.or([
          where('role', '<>', 'admin'),
          where(
            sql<number>`(select count(*) from users where role = 'admin' and leavesat is null and _id <> ${id})`,
            '>',
            0,
          ),
        ]),
      ),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Whether the school has an admin besides this one who stays. */
export async function hasOtherAdmin(db: Db, id: string): Promise<boolean> {
  const others = db
    .selectFrom('users')
    .select('_id')
    .where('role', '=', 'admin')
    .where('_id', '<>', id)
    .where('leavesat', 'is', null);
  return (await others.limit(1).executeTakeFirst()) !== undefined;
}

/** Whether a class of theirs is on the public list. */
export async function hasApprovedClass(db: Db, userid: string): Promise<boolean> {
  const row = await db
    .selectFrom('classes')
    .select('_id')
    .where('instructorid', '=', userid)
    .where('status', '=', 'approved')
    .where('deletedat', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a user; undefined for an unknown id. */
export async function deleteUser(tx: Db, id: string) {
  return tx.deleteFrom('users').where('_id', '=', id).returning('role').executeTakeFirst();
}

/** Whom an account gave a role since some moment that they still have, and what they were before. */
export async function findRolesGivenBy(db: Db, { actorid, since }: { actorid: string; since: number }) {
  const given = await db
    .selectFrom('changes')
    .innerJoin('users', 'users._id', 'changes.subjectid')
    .select(['users._id', 'users.name', 'users.email', 'users.role', 'changes.before', 'changes.createdat'])
    .where('changes.actorid', '=', actorid)
    .where('changes.about', '=', 'user')
    .where('changes.action', '=', 'role')
    .where('changes.createdat', '>', since)
    .whereRef('changes.after', '=', 'users.role')
    .where('users.role', '<>', 'student')
    .where('users._id', '<>', actorid)
    .orderBy('changes.createdat', 'desc')
    .execute();
  const latest = new Map(given.toReversed().map((one) => [one._id, one]));
  return [...latest.values()].map((one) => ({ ...one, before: one.before as UserRow['role'] }));
}

/**
 * Keeps an account that was to be deleted; returns when it would have been, undefined where no deletion was
 * due.
 */
export async function cancelLeaving(tx: Db, id: string): Promise<number | undefined> {
  const leaving = await tx
    .selectFrom('users')
    .select('leavesat')
    .where('_id', '=', id)
    .where('leavesat', 'is not', null)
    .executeTakeFirst();
  if (leaving)
    await tx.updateTable('users').set({ leaveaskedat: null, leavesat: null }).where('_id', '=', id).execute();
  return leaving?.leavesat ?? undefined;
}

/** Notes that an account is to be deleted. */
export async function markLeaving(
  tx: Db,
  id: string,
  { askedat, leavesat }: { askedat: number; leavesat: number },
): Promise<void> {
  await tx.updateTable('users').set({ leaveaskedat: askedat, leavesat }).where('_id', '=', id).execute();
}

/** The accounts that are to be deleted by now. */
export async function findDueToLeave(db: Db, now: number) {
  return db
    .selectFrom('users')
    .select(['_id', 'uid'])
    .where('leavesat', '<=', now)
    .orderBy('leavesat')
    .execute();
}

type Contact = Pick<UserRow, 'phone' | 'emergencyname' | 'emergencyphone'>;
/** What the office writes of a family. */
type Household = Pick<UserRow, 'name' | 'email' | 'street' | 'postcode' | 'town' | 'note'>;

export async function findContact(db: Db, id: string): Promise<Contact | undefined> {
  return db
    .selectFrom('users')
    .select(['phone', 'emergencyname', 'emergencyphone'])
    .where('_id', '=', id)
    .executeTakeFirst();
}

/** What accounts are called and how each is reached, by id. */
export async function findContacts(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<UserRow, 'name' | 'email' | 'phone'>>> {
  const found = await inChunks(ids, (some) =>
    db.selectFrom('users').select(['_id', 'name', 'email', 'phone']).where('_id', 'in', some).execute(),
  );
  return new Map(found.map(({ _id, ...contact }) => [_id, contact]));
}

/** Changes how a family is reached, what it is called or in which language it reads. */
export async function updateContact(
  tx: Db,
  {
    userid,
    now,
    ...contact
  }: Partial<Contact & Household & Pick<UserRow, 'language'>> & {
    userid: string;
    now: number;
  },
): Promise<void> {
  await tx.updateTable('users').set(contact).where('_id', '=', userid).execute();
  await notifyOfAccounts(tx, 'account.changed', { userids: [userid], now });
}

/** Sign-ins before `now` count no longer. An ID token tells its moment in whole seconds, so this does too. */
export async function refuseOlderSignIns(db: Db, { userid, now }: { userid: string; now: number }) {
  const validsince = Math.floor(now / 1000) * 1000;
  await db.updateTable('users').set({ validsince }).where('_id', '=', userid).execute();
}

/**
 * Stores whether the address is proved, and when the identity service first said so of an address of the
 * account.
 */
export async function updateEmailVerified(
  tx: Db,
  { _id, provedat }: Pick<UserRow, '_id' | 'provedat'>,
  { emailverified, now }: { emailverified: 0 | 1; now: number },
) {
  await tx
    .updateTable('users')
    .set({ emailverified, ...(emailverified && { provedat: provedat ?? now }) })
    .where('_id', '=', _id)
    .execute();
}

/** Notes when the identity service last ended every session of an account, in epoch milliseconds. */
export async function updateSessionsSince(tx: Db, id: string, sessionssince: number): Promise<void> {
  await tx.updateTable('users').set({ sessionssince }).where('_id', '=', id).execute();
}

/** Adds accounts; gives those whose address is not taken. */
export const insertUsers = (tx: Db, users: readonly NewRow<'users'>[]): Promise<UserRow[]> =>
  tx
    .insertInto('users')
    .values(users)
    .onConflict((c) => c.doNothing())
    .returningAll()
    .execute();

/** Deletes accounts that nothing refers to. */
export async function deleteUsers(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('users').where('_id', 'in', ids).execute();
}
