import { type Kysely, sql } from 'kysely';
import { newId } from '#server/database/ids.ts';
import type { Before, LearnerRow } from './before.ts';

/** Accounts: whose address is proved, whom to call, when one leaves, and how many there are of each role. */
export async function describeUsers(db: Kysely<Before>) {
  const { schema } = db;
  const add = (name: string, type: 'text' | 'bigint') =>
    schema.alterTable('users').addColumn(name, type).execute();
  await schema
    .alterTable('users')
    .addColumn('emailverified', 'integer', (c) =>
      c.notNull().defaultTo(0).check(sql`emailverified in (0, 1)`),
    )
    .execute();
  await add('phone', 'text');
  await add('importid', 'text');
  await add('provedat', 'bigint');
  // When the identity service last ended every session, as far as the school knows.
  await add('sessionssince', 'bigint');
  await add('emergencyname', 'text');
  await add('emergencyphone', 'text');
  await add('leaveaskedat', 'bigint');
  await add('leavesat', 'bigint');
  // Instructors of 0.1.0 stay on the school's pages.
  await schema
    .alterTable('users')
    .addColumn('listed', 'integer', (c) => c.notNull().defaultTo(1).check(sql`listed in (0, 1, 2)`))
    .execute();
  // Both hold the address, so that a search for a part of a name or an address reads rows only where they
  // match.
  await schema.createIndex('users_name').on('users').expression(sql`lower(name), _id, email`).execute();
  await schema
    .createIndex('users_role_name')
    .on('users')
    .expression(sql`role, lower(name), _id, email`)
    .execute();
  for (const [name, column] of [
    ['users_import', 'importid'],
    ['users_leaving', 'leavesat'],
  ] as const)
    await schema
      .createIndex(name)
      .on('users')
      .column(column)
      .where(sql.ref(column), 'is not', null)
      .execute();

  await schema
    .createTable('rolecounts')
    .addColumn('role', 'text', (c) => c.primaryKey())
    .addColumn('count', 'integer', (c) => c.notNull())
    .execute();
  for (const role of ['admin', 'instructor', 'student'])
    await sql`insert into rolecounts (role, count)
      select ${sql.lit(role)}, count(*) from users where role = ${sql.lit(role)}`.execute(db);

  await schema
    .createTable('erasures')
    .addColumn('uid', 'text', (c) => c.primaryKey())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createTable('recoveries')
    .addColumn('userid', 'text', (c) => c.primaryKey().references('users._id').onDelete('cascade'))
    // What it ended, as JSON.
    .addColumn('ended', 'text', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
}

/** The identity service has sessions, too: those of the school are sign-ins. */
export async function renameSessions({ schema }: Kysely<Before>) {
  await schema.alterTable('sessions').renameTo('signins').execute();
  await schema.createIndex('signins_ended').on('signins').column('endedat').execute();
  await schema.createIndex('signins_seen').on('signins').column('seenat').execute();
}

const ROWS_AT_ONCE = 500;

/**
 * Makes a learner for each account, and one that left for each address in the records without an account:
 * erased people stood there under an address each. When they left was not recorded, so it is now.
 */
export async function makeLearners(db: Kysely<Before>, now: number) {
  const { schema } = db;
  await schema
    .createTable('learners')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('userid', 'text', (c) => c.references('users._id').onDelete('set null'))
    .addColumn('self', 'integer', (c) => c.notNull().check(sql`self in (0, 1)`))
    .addColumn('leftat', 'bigint')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('address', 'text')
    .addColumn('firstname', 'text')
    .addColumn('lastname', 'text')
    .addColumn('born', 'text')
    .addColumn('note', 'text')
    .addColumn('importid', 'text')
    // A mail the evening before a lesson.
    .addColumn('reminds', 'integer', (c) => c.notNull().defaultTo(1).check(sql`reminds in (0, 1)`))
    // What an import said of a learner.
    .addColumn('importedas', 'text')
    .execute();

  const users = await db
    .selectFrom('users')
    .select(['_id', 'createdat', sql<string>`lower(email)`.as('address')])
    .execute();
  const learners = users.map(
    ({ _id, createdat, address }): LearnerRow => ({
      _id: newId(createdat),
      userid: _id,
      self: 1,
      leftat: null,
      createdat,
      address,
    }),
  );
  const known = new Set(users.map(({ address }) => address));
  const named = await sql<{ address: string }>`select lower(email) as address from selections
    union select lower(email) from orders
    union select lower(email) from enrolments
    union select lower(email) from waitlist`.execute(db);
  for (const { address } of named.rows)
    if (!known.has(address))
      learners.push({ _id: newId(now), userid: null, self: 1, leftat: now, createdat: now, address });
  for (let at = 0; at < learners.length; at += ROWS_AT_ONCE)
    await db
      .insertInto('learners')
      .values(learners.slice(at, at + ROWS_AT_ONCE))
      .execute();
  // Records are joined to it by address while they are carried over.
  await schema.createIndex('learners_address').on('learners').column('address').execute();
}

/** Once all records name learners by id: an address is a column of accounts alone. */
export async function forgetAddresses({ schema }: Kysely<Before>) {
  await schema.dropIndex('learners_address').execute();
  await schema.alterTable('learners').dropColumn('address').execute();
  await schema
    .createIndex('learners_self')
    .on('learners')
    .column('userid')
    .unique()
    .where(sql.ref('self'), '=', sql`1`)
    .execute();
  await schema.createIndex('learners_user').on('learners').column('userid').execute();
  for (const [name, column] of [
    ['learners_import', 'importid'],
    // Whether a child of the same name, born on the same day, is entered already.
    ['learners_born', 'born'],
  ] as const)
    await schema
      .createIndex(name)
      .on('learners')
      .column(column)
      .where(sql.ref(column), 'is not', null)
      .execute();
}

/** Guardians, what is asked of whom, and what can be taken back. */
export async function makeFamilies({ schema }: Kysely<Before>) {
  const right = (name: string) => sql`${sql.ref(name)} in (0, 1)`;
  await schema
    .createTable('guardians')
    .addColumn('learnerid', 'text', (c) => c.notNull().references('learners._id').onDelete('cascade'))
    .addColumn('userid', 'text', (c) => c.notNull().references('users._id').onDelete('cascade'))
    .addColumn('mayenrol', 'integer', (c) => c.notNull().check(right('mayenrol')))
    .addColumn('maypay', 'integer', (c) => c.notNull().check(right('maypay')))
    .addColumn('getsmail', 'integer', (c) => c.notNull().check(right('getsmail')))
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    // When each right was given, where that was not at the beginning: a recovery ends what was given of late.
    .addColumn('payssince', 'bigint')
    .addColumn('enrolssince', 'bigint')
    .addColumn('mailssince', 'bigint')
    .addPrimaryKeyConstraint('guardians_once', ['learnerid', 'userid'])
    .execute();
  await schema.createIndex('guardians_user').on('guardians').column('userid').execute();

  await schema
    .createTable('claims')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('guardian', 'family', 'takeover')`))
    .addColumn('learnerid', 'text', (c) => c.notNull().references('learners._id').onDelete('cascade'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('mayenrol', 'integer', (c) => c.notNull())
    .addColumn('maypay', 'integer', (c) => c.notNull())
    .addColumn('getsmail', 'integer', (c) => c.notNull())
    // The account that asked: the claim ends with its right to.
    .addColumn('byid', 'text', (c) => c.notNull().references('users._id').onDelete('cascade'))
    .addColumn('until', 'bigint', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    // Why the link works no more.
    .addColumn('ended', 'text')
    .execute();
  await schema.createIndex('claims_learner').on('claims').columns(['learnerid', 'email']).execute();
  // How many an account has sent, and an address been sent, of late.
  await schema.createIndex('claims_by').on('claims').columns(['byid', 'createdat']).execute();
  await schema.createIndex('claims_email').on('claims').columns(['email', 'createdat']).execute();

  await schema
    .createTable('takeovers')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('learnerid', 'text', (c) => c.notNull().references('learners._id').onDelete('cascade'))
    .addColumn('fromid', 'text', (c) => c.notNull().references('users._id').onDelete('cascade'))
    .addColumn('toid', 'text', (c) => c.notNull().references('users._id').onDelete('cascade'))
    // The learner's name, in the place of which the account's name is shown.
    .addColumn('firstname', 'text')
    .addColumn('lastname', 'text')
    .addColumn('until', 'bigint', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  for (const column of ['learnerid', 'fromid', 'toid', 'until'])
    await schema.createIndex(`takeovers_${column}`).on('takeovers').column(column).execute();

  await schema
    .createTable('imports')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('actorid', 'text', (c) => c.references('users._id').onDelete('set null'))
    .addColumn('actorname', 'text', (c) => c.notNull())
    .addColumn('rows', 'integer', (c) => c.notNull())
    .addColumn('lines', 'integer', (c) => c.notNull())
    .addColumn('linesdone', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('changedat', 'bigint', (c) => c.notNull())
    .addColumn('undoneat', 'bigint')
    .execute();

  await schema
    .createTable('merges')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('user', 'learner')`))
    .addColumn('keptid', 'text', (c) => c.notNull())
    .addColumn('droppedid', 'text', (c) => c.notNull())
    // What to put back, as JSON; empty after a day.
    .addColumn('undo', 'text', (c) => c.notNull())
    .addColumn('actorid', 'text', (c) => c.references('users._id').onDelete('set null'))
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('undoneat', 'bigint')
    .execute();
  await schema.createIndex('merges_kept').on('merges').column('keptid').execute();
  await schema.createIndex('merges_dropped').on('merges').column('droppedid').execute();
  await schema
    .createIndex('merges_undo')
    .on('merges')
    .column('createdat')
    .where(sql.ref('undo'), '<>', sql`'{}'`)
    .execute();
  await schema
    .createIndex('merges_final')
    .on('merges')
    .column('createdat')
    .where(sql.ref('undo'), '=', sql`'{}'`)
    .execute();
}
