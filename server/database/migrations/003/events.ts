import { type Kysely, sql } from 'kysely';

/** Messages of webhooks in the order of what they speak of. Webhooks of before stay as they are, version 0. */
export async function addEvents({ schema }: Kysely<unknown>) {
  await schema
    .alterTable('webhooks')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema.alterTable('webhookmessages').addColumn('subject', 'text').execute();
  for (const column of ['sequence', 'dueat', 'givenupat'])
    await schema.alterTable('webhookmessages').addColumn(column, 'bigint').execute();
  // What of a subject is still to be sent: the first of it goes before the others.
  await schema
    .createIndex('webhookmessages_order')
    .on('webhookmessages')
    .columns(['webhookid', 'subject', 'sequence'])
    .where(sql.ref('workat'), 'is not', null)
    .execute();
  await schema
    .createTable('webhooksubjects')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('sequence', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('webhooksubjects_age').on('webhooksubjects').column('sequence').execute();
}
