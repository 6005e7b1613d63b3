import { type Kysely, sql } from 'kysely';

/** What families would like to learn and when, and the places that are held for it. */
export async function addWishes({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('wishes')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('learnerid', 'text', (c) => c.notNull().references('learners._id').onDelete('cascade'))
    .addColumn('instrumentid', 'text', (c) => c.notNull().references('instruments._id').onDelete('cascade'))
    .addColumn('level', 'text')
    .addColumn('group', 'text')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('endsat', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('wishes_learner').on('wishes').columns(['learnerid', 'instrumentid']).execute();
  await schema.createIndex('wishes_instrument').on('wishes').columns(['instrumentid', '_id']).execute();
  await schema.createIndex('wishes_end').on('wishes').column('endsat').execute();
  await schema
    .createTable('wishhours')
    .addColumn('wishid', 'text', (c) => c.notNull().references('wishes._id').onDelete('cascade'))
    .addColumn('weekday', 'integer', (c) => c.notNull())
    .addColumn('hour', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('wishhours_pk', ['wishid', 'weekday', 'hour'])
    .execute();

  await schema.alterTable('classes').addColumn('wishesuntil', 'bigint').execute();
  // The wish may end before the place that is held for it.
  await schema.alterTable('waitlist').addColumn('wishid', 'text').execute();
  await schema
    .createIndex('waitlist_wish')
    .on('waitlist')
    .columns(['wishid', 'classid'])
    .where(sql<boolean>`wishid is not null`)
    .execute();
  // Programs read those that families asked for.
  await schema
    .createIndex('waitlist_asked')
    .on('waitlist')
    .column('_id')
    .where(sql<boolean>`wishid is null`)
    .execute();
}
