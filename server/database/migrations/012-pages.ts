import { type Kysely, type RawBuilder, sql } from 'kysely';

/** A page of a public list is read from an index in the order of the list, with what narrows it beside. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  const present = (name: string, columns: RawBuilder<unknown>) =>
    schema
      .createIndex(name)
      .on('classes')
      .expression(columns)
      .where(sql.ref('deletedat'), 'is', null)
      .execute();
  for (const name of ['classes_newest', 'classes_popular', 'classes_price'])
    await schema.dropIndex(name).execute();
  await present('classes_newest', sql`status, createdat desc, _id desc, level, "group"`);
  await present('classes_popular', sql`status, enrolledstudents desc, _id desc, level, "group"`);
  await present('classes_price', sql`status, (-price) desc, _id desc, level, "group"`);
  // All that is summed up of what an instructor teaches.
  await present('classes_taught', sql`status, instructorid, enrolledstudents`);

  await schema.createIndex('blogs_newest').on('blogs').columns(['time desc', '_id desc']).execute();
  await schema
    .createIndex('blogs_category')
    .on('blogs')
    .columns(['category', 'time desc', '_id desc'])
    .execute();
}
