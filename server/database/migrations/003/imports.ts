import { type Kysely, sql } from 'kysely';

/** Which import gave a place, so that its undo takes back that place and no other. */
export async function markImported({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('orders').addColumn('importid', 'text').execute();
  await schema
    .createIndex('orders_import')
    .on('orders')
    .columns(['importid', 'userid'])
    .where(sql<boolean>`importid is not null`)
    .execute();
}
