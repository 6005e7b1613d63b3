import { type Kysely, sql } from 'kysely';

/** Rows that several admins may change at once get a version, by which the second of two learns of the first change. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const table of ['terms', 'rooms', 'closures'])
    await schema
      .alterTable(table)
      .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
      .execute();
  await schema
    .alterTable('classes')
    .addColumn('planversion', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  // Instructors of before stay on the school's pages.
  await schema
    .alterTable('users')
    .addColumn('listed', 'integer', (c) => c.notNull().defaultTo(1).check(sql`listed in (0, 1, 2)`))
    .execute();
  // Of whom a line of the log speaks: the name is joined when it is read, and gone with the learner.
  await schema.alterTable('changes').addColumn('learnerid', 'text').execute();
  await schema
    .createIndex('changes_learner')
    .on('changes')
    .column('learnerid')
    .where(sql.ref('learnerid'), 'is not', null)
    .execute();
}
