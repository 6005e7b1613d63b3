import { type Kysely, sql } from 'kysely';

/** Consents to saving a card, and the cards that were saved by them. */
export async function addMandates({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('mandates')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('userid', 'text')
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('asked', 'saved', 'forgetting')`))
    .addColumn('customerid', 'text')
    .addColumn('methodid', 'text')
    .addColumn('last4', 'text')
    .addColumn('until', 'text')
    .addColumn('intentid', 'text')
    .addColumn('words', 'text', (c) => c.notNull())
    .addColumn('consentedat', 'bigint', (c) => c.notNull())
    .addColumn('workat', 'bigint')
    .addColumn('lease', 'text')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addCheckConstraint(
      'mandates_saved',
      sql`state <> 'saved' or (customerid is not null and methodid is not null and last4 is not null and until is not null)`,
    )
    .addCheckConstraint('mandates_forgotten', sql`(state = 'forgetting') = (userid is null)`)
    .execute();
  await schema.createIndex('mandates_user').on('mandates').columns(['userid', 'createdat']).execute();
  await schema.createIndex('mandates_intent').on('mandates').column('intentid').unique().execute();
  await schema.createIndex('mandates_work').on('mandates').column('workat').execute();
}
