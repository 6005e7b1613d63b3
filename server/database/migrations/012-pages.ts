import { type Kysely, sql } from 'kysely';

const IS_OFFERED = sql<boolean>`status = 'approved' and deletedat is null`;

/** A page of a public list is read from an index that holds just that list, in its order, with what narrows it beside. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const name of ['classes_newest', 'classes_popular', 'classes_price'])
    await schema.dropIndex(name).execute();
  const offered = (name: string, order: ReturnType<typeof sql>) =>
    schema
      .createIndex(name)
      .on('classes')
      .expression(sql`${order}, _id desc, level, "group"`)
      .where(IS_OFFERED)
      .execute();
  await offered('classes_newest', sql`createdat desc`);
  await offered('classes_popular', sql`enrolledstudents desc`);
  await offered('classes_price', sql`(-price) desc`);
  await schema
    .createIndex('classes_taught')
    .on('classes')
    .columns(['instructorid', 'enrolledstudents'])
    .where(IS_OFFERED)
    .execute();

  await schema.createIndex('blogs_newest').on('blogs').columns(['time desc', '_id desc']).execute();
  await schema
    .createIndex('blogs_category')
    .on('blogs')
    .columns(['category', 'time desc', '_id desc'])
    .execute();
}
