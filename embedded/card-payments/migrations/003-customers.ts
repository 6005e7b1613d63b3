import { type Kysely, sql } from 'kysely';

/** Customers, and the payment methods that are saved with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('cards_customers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text')
    .addColumn('name', 'text')
    .addColumn('description', 'text')
    .addColumn('metadata', 'text', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('deletedat', 'bigint')
    .execute();

  await schema.alterTable('cards_intents').addColumn('customerid', 'text').execute();
  await schema
    .alterTable('cards_intents')
    .addColumn('setupfutureusage', 'text', (c) =>
      c.check(sql`setupfutureusage in ('on_session', 'off_session')`),
    )
    .execute();

  await schema.alterTable('cards_methods').addColumn('customerid', 'text').execute();
  await schema
    .alterTable('cards_methods')
    .addColumn('issetup', 'integer', (c) => c.notNull().defaultTo(0).check(sql`issetup in (0, 1)`))
    .execute();
  await schema.alterTable('cards_methods').addColumn('detachedat', 'bigint').execute();
  await schema
    .createIndex('cards_methods_customer')
    .on('cards_methods')
    .columns(['customerid', 'createdat', 'id'])
    .execute();
}
