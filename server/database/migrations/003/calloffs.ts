import { type Kysely, sql } from 'kysely';

/**
 * Classes that the school has called off: since when, and a row for each with why, what goes back and how far
 * it has come.
 */
export async function addCallOffs({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('classes').addColumn('calledoffat', 'bigint').execute();
  await schema
    .createTable('calloffs')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('refund', 'text', (c) => c.notNull().check(sql`refund in ('whole', 'lessons-left', 'none')`))
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('byid', 'text')
    .addColumn('sums', 'text', (c) => c.notNull())
    .addColumn('workat', 'bigint')
    .addColumn('lease', 'text')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('calloffs_work').on('calloffs').column('workat').execute();
  await schema.createIndex('calloffs_by').on('calloffs').column('byid').execute();
  await schema.createIndex('calloffs_age').on('calloffs').columns(['createdat', '_id']).execute();
}
