import type { Kysely } from 'kysely';

/** The index of when lessons begin tells what is held at a time, and of which class, so that looking for clashes reads no lesson that does not clash. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.dropIndex('lessons_startsat').execute();
  await schema
    .createIndex('lessons_startsat')
    .on('lessons')
    .columns(['startsat', '_id', 'endsat', 'classid', 'state'])
    .execute();
}
