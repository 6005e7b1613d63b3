import { type Kysely, sql } from 'kysely';

/** Who is asked by mail to run the school. */
export async function addInvitations({ schema }: Kysely<unknown>) {
  await schema
    .createTable('invitations')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull().check(sql`role in ('instructor', 'office', 'admin')`))
    .addColumn('classids', 'text', (c) => c.notNull())
    .addColumn('byid', 'text', (c) => c.notNull().references('users._id').onDelete('cascade'))
    .addColumn('until', 'bigint', (c) => c.notNull())
    .addColumn('ended', 'text')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('invitations_email').on('invitations').column('email').execute();
  await schema.createIndex('invitations_byid').on('invitations').column('byid').execute();
}
