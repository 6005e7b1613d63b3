import { type Kysely, sql } from 'kysely';

/** Trial lessons: orders of one lesson, which take the place of a guest in it and no seat of its class. */
export async function addTrials({ schema }: Kysely<unknown>): Promise<void> {
  // A lesson that is taken out of the records leaves the order what it is.
  await schema.alterTable('orders').addColumn('lessonid', 'text').execute();
  await schema.alterTable('orders').addColumn('trialat', 'bigint').execute();
  await schema.alterTable('orders').addColumn('trialid', 'text').execute();
  await schema
    .alterTable('school')
    .addColumn('trialfee', 'text', (c) =>
      c.notNull().defaultTo('kept').check(sql`trialfee in ('kept', 'off')`),
    )
    .execute();

  const index = (name: string, columns: string[]) => schema.createIndex(name).on('orders').columns(columns);
  await schema.dropIndex('orders_open_once').execute();
  await index('orders_open_once', ['learnerid', 'classid'])
    .unique()
    .where(sql<boolean>`lessonid is null and state in ('held', 'intent', 'expiring', 'enrolled')`)
    .execute();
  await index('orders_trial_once', ['learnerid', 'classid'])
    .unique()
    .where(sql<boolean>`lessonid is not null and state in ('held', 'intent', 'expiring')`)
    .execute();
  await index('orders_trial_off_once', ['trialid'])
    .unique()
    .where(sql<boolean>`trialid is not null and state in ('held', 'intent', 'expiring', 'enrolled')`)
    .execute();
  await index('orders_lesson', ['lessonid', 'state']).where(sql<boolean>`lessonid is not null`).execute();
  await index('orders_trials', ['trialat'])
    .where(sql<boolean>`trialat is not null and state = 'enrolled'`)
    .execute();
}
