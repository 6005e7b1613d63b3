import { type Kysely, sql } from 'kysely';

/** Disputes of charges, and what kind of card a payment method is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable('cards_methods')
    .addColumn('funding', 'text', (c) => c.notNull().defaultTo('credit'))
    .execute();
  await schema
    .createTable('cards_disputes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('chargeid', 'text', (c) => c.notNull().unique().references('cards_charges.id'))
    .addColumn('intentid', 'text', (c) => c.notNull().references('cards_intents.id'))
    .addColumn('amount', 'integer', (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) =>
      c.notNull().check(sql`status in ('needs_response', 'under_review', 'won', 'lost')`),
    )
    .addColumn('evidence', 'text')
    .addColumn('submissions', 'integer', (c) => c.notNull())
    .addColumn('metadata', 'text', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('cards_disputes_intent').on('cards_disputes').column('intentid').execute();
}
