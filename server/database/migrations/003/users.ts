import { type Kysely, sql } from 'kysely';

/**
 * Accounts may have the role of the office, and no address: a family that the office adds at the desk. SQLite
 * changes no check of a column, so the column is made anew.
 */
export async function widenUsers(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  for (const name of ['users_role', 'users_role_name']) await schema.dropIndex(name).execute();
  await schema.alterTable('users').renameColumn('role', 'oldrole').execute();
  await schema
    .alterTable('users')
    .addColumn('role', 'text', (c) =>
      c.notNull().defaultTo('student').check(sql`role in ('admin', 'office', 'instructor', 'student')`),
    )
    .execute();
  await sql`update users set role = oldrole where oldrole <> 'student'`.execute(db);
  await schema.alterTable('users').dropColumn('oldrole').execute();
  await schema.createIndex('users_role').on('users').columns(['role', '_id']).execute();
  await schema
    .createIndex('users_role_name')
    .on('users')
    .expression(sql`role, lower(name), _id, email`)
    .execute();
  await schema
    .alterTable('users')
    .alterColumn('email', (column) => column.dropNotNull())
    .execute();
  // Lists in the order of addresses begin with those who have none.
  await schema.createIndex('users_email').on('users').expression(sql`coalesce(email, ''), _id`).execute();
  for (const name of ['street', 'postcode', 'town', 'note'])
    await schema.alterTable('users').addColumn(name, 'text').execute();
  await sql`insert into rolecounts (role, count) values ('office', 0)`.execute(db);
}
