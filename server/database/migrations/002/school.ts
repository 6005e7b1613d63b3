import { type Kysely, sql } from 'kysely';
import type { Before } from './before.ts';

/**
 * What the school says of itself, in its records instead of the environment, which makes the row at the next
 * start.
 */
export async function describeSchool({ schema }: Kysely<Before>) {
  await schema
    .createTable('school')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('tagline', 'text')
    .addColumn('street', 'text')
    .addColumn('postcode', 'text')
    .addColumn('town', 'text')
    .addColumn('country', 'text')
    .addColumn('phone', 'text')
    .addColumn('email', 'text')
    .addColumn('hours', 'text')
    .addColumn('timezone', 'text')
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('enrolmentprice', 'bigint')
    .addColumn('cancelwithin', 'bigint', (c) => c.notNull())
    .addColumn('logo', 'text')
    .addColumn('palette', 'text')
    .addColumn('welcome', 'text')
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('cancelfrom', 'text', (c) =>
      c.notNull().defaultTo('enrolling').check(sql`cancelfrom in ('enrolling', 'first-lesson')`),
    )
    .execute();
  await schema
    .createTable('facts')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('title', 'text')
    .addColumn('words', 'text')
    .addColumn('byline', 'text')
    .addColumn('day', 'text')
    .addColumn('position', 'integer', (c) => c.notNull())
    .execute();

  // The school's own texts, each version of them, and which account agreed to which.
  await schema
    .createTable('texts')
    .addColumn('slug', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('markdown', 'text', (c) => c.notNull())
    .addColumn('authorid', 'text')
    .addColumn('updatedat', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('texts_version', ['slug', 'version'])
    .execute();
  await schema
    .createTable('consents')
    .addColumn('userid', 'text', (c) => c.notNull())
    .addColumn('slug', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('consents_once', ['userid', 'slug'])
    .execute();

  // What instructors write of themselves. It goes with the account.
  await schema
    .createTable('instructors')
    .addColumn('userid', 'text', (c) => c.primaryKey().references('users._id').onDelete('cascade'))
    .addColumn('words', 'text', (c) => c.notNull())
    .addColumn('instruments', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('changedat', 'bigint', (c) => c.notNull())
    .execute();

  // What visitors and families ask the school, and what the office answered.
  await schema
    .createTable('questions')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('userid', 'text')
    .addColumn('email', 'text')
    .addColumn('name', 'text')
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('classid', 'text')
    .addColumn('answer', 'text')
    .addColumn('answeredat', 'bigint')
    .addColumn('byid', 'text')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('questions_age').on('questions').columns(['createdat', '_id']).execute();
  await schema.createIndex('questions_user').on('questions').column('userid').execute();
  await schema.createIndex('questions_email').on('questions').column('email').execute();
  await schema.createIndex('questions_by').on('questions').column('byid').execute();
}

/** Posts that the school writes itself: drafts, the moment from which one is public, authors and likes. */
export async function describePosts({ schema }: Kysely<Before>) {
  const blogs = schema.alterTable('blogs');
  await blogs.addColumn('state', 'text', (c) => c.notNull().defaultTo('published')).execute();
  await blogs.addColumn('authorid', 'text').execute();
  await blogs.addColumn('version', 'integer', (c) => c.notNull().defaultTo(1)).execute();
  await schema.createIndex('blogs_newest').on('blogs').columns(['time desc', '_id desc']).execute();
  await schema
    .createIndex('blogs_category')
    .on('blogs')
    .columns(['category', 'time desc', '_id desc'])
    .execute();
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
