import { type Kysely, sql } from 'kysely';

/** What the first screen of who runs the school and the lists of registers ask of a school with thousands of classes. */
export async function indexDay({ schema }: Kysely<unknown>): Promise<void> {
  // The fewest and the most free places.
  await schema
    .createIndex('classes_free')
    .on('classes')
    .columns(['status', 'availableseat', '_id'])
    .where(sql.ref('deletedat'), 'is', null)
    .execute();
  // How many have a place at a lesson is told by the index alone; it is in the order of before.
  await schema.dropIndex('enrolments_class').execute();
  await schema
    .createIndex('enrolments_class')
    .on('enrolments')
    .columns(['classid', '_id', 'learnerid', 'date', 'movedat'])
    .execute();
  // All that is summed up of what an instructor teaches.
  await schema.dropIndex('classes_taught').execute();
  await schema
    .createIndex('classes_taught')
    .on('classes')
    .columns(['status', 'instructorid', 'enrolledstudents', 'availableseat'])
    .where(sql.ref('deletedat'), 'is', null)
    .execute();
}
