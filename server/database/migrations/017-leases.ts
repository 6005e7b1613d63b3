import { type Kysely, sql } from 'kysely';

/** Which process has claimed a piece of work, and which processes there are, so that what a dead one held need not wait for its lease. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const table of ['orders', 'webhookevents', 'mails', 'webhookmessages'])
    await schema.alterTable(table).addColumn('lease', 'text').execute();
  await schema
    .createTable('processes')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('beats', 'bigint', (c) => c.notNull())
    .execute();
  // The index of before begins with the webhook, and a dead process had messages of any.
  await schema
    .createIndex('webhookmessages_due')
    .on('webhookmessages')
    .column('workat')
    .where(sql.ref('workat'), 'is not', null)
    .execute();
}
