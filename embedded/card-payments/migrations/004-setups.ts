import { type Kysely, sql } from 'kysely';

/** Cards that are saved without a payment. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('cards_setups')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('clientsecret', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) =>
      c
        .notNull()
        .check(
          sql`status in ('requires_payment_method', 'requires_confirmation', 'requires_action', 'succeeded', 'canceled')`,
        ),
    )
    .addColumn('description', 'text')
    .addColumn('metadata', 'text', (c) => c.notNull())
    .addColumn('methodid', 'text')
    .addColumn('customerid', 'text')
    .addColumn('usage', 'text', (c) => c.notNull().check(sql`usage in ('on_session', 'off_session')`))
    .addColumn('authenticationid', 'text')
    .addColumn('lasterror', 'text')
    .addColumn('cancellationreason', 'text')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('cards_setups_authentication')
    .unique()
    .on('cards_setups')
    .column('authenticationid')
    .execute();
}
