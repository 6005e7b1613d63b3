import { type Kysely, sql } from 'kysely';

/** The service's tables, for SQLite and PostgreSQL alike. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('cards_intents')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('clientsecret', 'text', (c) => c.notNull())
    .addColumn('amount', 'integer', (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) =>
      c
        .notNull()
        .check(
          sql`status in ('requires_payment_method', 'requires_confirmation', 'requires_action', 'succeeded', 'canceled')`,
        ),
    )
    .addColumn('description', 'text')
    .addColumn('receiptemail', 'text')
    .addColumn('metadata', 'text', (c) => c.notNull())
    .addColumn('methodid', 'text')
    .addColumn('chargeid', 'text')
    .addColumn('authenticationid', 'text', (c) => c.unique())
    .addColumn('lasterror', 'text')
    .addColumn('cancellationreason', 'text')
    .addColumn('canceledat', 'bigint')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addCheckConstraint('cards_intents_canceled', sql`(status = 'canceled') = (canceledat is not null)`)
    .addCheckConstraint(
      'cards_intents_challenge',
      sql`(status = 'requires_action') = (authenticationid is not null)`,
    )
    .execute();
  await schema.createIndex('cards_intents_list').on('cards_intents').columns(['createdat', 'id']).execute();

  await schema
    .createTable('cards_methods')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('brand', 'text', (c) => c.notNull())
    .addColumn('last4', 'text', (c) => c.notNull())
    .addColumn('expmonth', 'integer', (c) => c.notNull())
    .addColumn('expyear', 'integer', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('hascvc', 'integer', (c) => c.notNull().check(sql`hascvc in (0, 1)`))
    .addColumn('billing', 'text', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();

  await schema
    .createTable('cards_charges')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('intentid', 'text', (c) => c.notNull().references('cards_intents.id'))
    .addColumn('methodid', 'text', (c) => c.notNull().references('cards_methods.id'))
    .addColumn('amount', 'integer', (c) => c.notNull())
    .addColumn('amountrefunded', 'integer', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('succeeded', 'failed')`))
    .addColumn('failure', 'text')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addCheckConstraint('cards_charges_refunded', sql`amountrefunded >= 0 and amountrefunded <= amount`)
    .addCheckConstraint('cards_charges_failure', sql`(status = 'failed') = (failure is not null)`)
    .execute();
  // Money is taken once for an intent, whatever races.
  await schema
    .createIndex('cards_charges_paid_once')
    .on('cards_charges')
    .column('intentid')
    .unique()
    .where(sql.ref('status'), '=', sql`'succeeded'`)
    .execute();

  await schema
    .createTable('cards_refunds')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('chargeid', 'text', (c) => c.notNull().references('cards_charges.id'))
    .addColumn('intentid', 'text', (c) => c.notNull().references('cards_intents.id'))
    .addColumn('amount', 'integer', (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('pending', 'succeeded', 'failed')`))
    .addColumn('reason', 'text')
    .addColumn('metadata', 'text', (c) => c.notNull())
    .addColumn('next', 'text', (c) => c.check(sql`next in ('succeeded', 'failed')`))
    .addColumn('settlesat', 'bigint')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('cards_refunds_intent')
    .on('cards_refunds')
    .columns(['intentid', 'createdat'])
    .execute();
  await schema.createIndex('cards_refunds_work').on('cards_refunds').column('settlesat').execute();

  await schema
    .createTable('cards_events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('nextattemptat', 'bigint')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('cards_events_work').on('cards_events').column('nextattemptat').execute();
  await schema.createIndex('cards_events_list').on('cards_events').columns(['createdat', 'id']).execute();

  await schema
    .createTable('cards_idempotency')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('parameters', 'text', (c) => c.notNull())
    .addColumn('owner', 'text', (c) => c.notNull())
    .addColumn('leaseuntil', 'bigint', (c) => c.notNull())
    .addColumn('status', 'integer')
    .addColumn('body', 'text')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('cards_idempotency_age').on('cards_idempotency').column('createdat').execute();
}
