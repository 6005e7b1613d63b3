import type { Kysely } from 'kysely';

/**
 * What teachers give their classes in lessons: notes on what to practise, and files, which lie elsewhere under
 * their ids; and the days on which learners practised.
 */
export async function addMaterials({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('lessonnotes')
    .addColumn('lessonid', 'text', (c) => c.primaryKey().references('lessons._id').onDelete('cascade'))
    .addColumn('markdown', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('changedat', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createTable('lessonfiles')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('lessonid', 'text', (c) => c.notNull().references('lessons._id').onDelete('cascade'))
    .addColumn('classid', 'text', (c) => c.notNull().references('classes._id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('lessonfiles_lesson').on('lessonfiles').columns(['lessonid', '_id']).execute();
  await schema.createIndex('lessonfiles_class').on('lessonfiles').columns(['classid', 'bytes']).execute();
  await schema
    .createTable('practised')
    .addColumn('learnerid', 'text', (c) => c.notNull().references('learners._id').onDelete('cascade'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('practised_once', ['learnerid', 'day'])
    .execute();
}
