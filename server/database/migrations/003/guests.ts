import type { Kysely } from 'kysely';

/** Guests of lessons that were moved, and who was to come to a lesson and does not: calendars have it. */
export async function widenGuests({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('guests').addColumn('movedat', 'bigint').execute();
  await schema
    .createTable('formerguests')
    .addColumn('lessonid', 'text', (c) => c.notNull().references('lessons._id').onDelete('cascade'))
    .addColumn('learnerid', 'text', (c) => c.notNull().references('learners._id').onDelete('cascade'))
    .addColumn('times', 'integer', (c) => c.notNull())
    .addColumn('endedat', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('formerguests_pk', ['lessonid', 'learnerid'])
    .execute();
  await schema
    .createIndex('formerguests_learner')
    .on('formerguests')
    .columns(['learnerid', 'endedat'])
    .execute();
}
