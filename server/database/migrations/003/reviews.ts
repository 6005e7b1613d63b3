import { type Kysely, sql } from 'kysely';

/** Classes and posts that the school reads line by line before it decides, and what it writes beside them. */
export async function addReviews({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('school')
    .addColumn('reviewposts', 'text', (c) =>
      c.notNull().defaultTo('asked').check(sql`reviewposts in ('asked', 'always')`),
    )
    .execute();
  await schema
    .createTable('reviews')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('classid', 'text', (c) => c.references('classes._id').onDelete('cascade'))
    .addColumn('blogid', 'text', (c) => c.references('blogs._id').onDelete('cascade'))
    .addColumn('turn', 'text', (c) => c.notNull().check(sql`turn in ('teacher', 'school')`))
    .addColumn('parts', 'text', (c) => c.notNull())
    .addColumn('lookedat', 'bigint', (c) => c.notNull())
    .addColumn('partsbefore', 'text')
    .addColumn('lookedbefore', 'bigint')
    .addColumn('changedat', 'bigint', (c) => c.notNull())
    .addCheckConstraint('reviews_of_one', sql`(classid is null) <> (blogid is null)`)
    .execute();
  const index = (name: string) => schema.createIndex(name).on('reviews');
  await index('reviews_class').column('classid').unique().execute();
  await index('reviews_blog').column('blogid').unique().execute();
  await index('reviews_turn').columns(['turn', 'changedat desc', '_id desc']).execute();
  await schema
    .createTable('reviewnotes')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('reviewid', 'text', (c) => c.notNull().references('reviews._id').onDelete('cascade'))
    .addColumn('field', 'text', (c) => c.notNull())
    .addColumn('paragraph', 'integer')
    .addColumn('about', 'text', (c) => c.notNull())
    .addColumn('words', 'text')
    .addColumn('proposal', 'text')
    .addColumn('answer', 'text')
    .addColumn('answeredat', 'bigint')
    .addColumn('answererid', 'text', (c) => c.references('users._id').onDelete('set null'))
    .addColumn('takenat', 'bigint')
    .addColumn('byid', 'text', (c) => c.references('users._id').onDelete('set null'))
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('reviewnotes_review').on('reviewnotes').columns(['reviewid', '_id']).execute();
  await schema.createIndex('reviewnotes_author').on('reviewnotes').columns(['byid', '_id']).execute();
  await schema.createIndex('reviewnotes_answerer').on('reviewnotes').column('answererid').execute();
}
