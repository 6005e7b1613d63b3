import { type Kysely, sql } from 'kysely';

/** Posts that the school writes itself: drafts, what is published at a moment to come, who wrote them and who likes them. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  const blogs = schema.alterTable('blogs');
  await blogs.addColumn('state', 'text', (c) => c.notNull().defaultTo('published')).execute();
  await blogs.addColumn('authorid', 'text').execute();
  await blogs.addColumn('version', 'integer', (c) => c.notNull().defaultTo(1)).execute();
  await schema.createIndex('blogs_public').on('blogs').columns(['state', 'time desc', '_id desc']).execute();
  await schema
    .createIndex('blogs_author')
    .on('blogs')
    .columns(['authorid', 'time desc', '_id desc'])
    .where(sql.ref('authorid'), 'is not', null)
    .execute();

  await schema
    .createTable('reactions')
    .addColumn('blogid', 'text', (c) => c.notNull())
    .addColumn('userid', 'text', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('reactions_once', ['blogid', 'userid'])
    .execute();
  await schema.createIndex('reactions_user').on('reactions').column('userid').execute();
}
