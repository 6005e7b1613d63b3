import { type Kysely, sql } from 'kysely';

/** What has come to nothing is found by its age, to be deleted. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('orders_expired')
    .on('orders')
    .column('updatedat')
    .where(sql<boolean>`state = 'expired' and paidby = 'card'`)
    .execute();
  await schema
    .createIndex('waitlist_closed')
    .on('waitlist')
    .column('createdat')
    .where(sql<boolean>`state = 'closed' and orderid is null`)
    .execute();
  await schema
    .createIndex('merges_final')
    .on('merges')
    .column('createdat')
    .where(sql<boolean>`undo = '{}'`)
    .execute();
}
