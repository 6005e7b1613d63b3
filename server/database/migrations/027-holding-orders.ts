import { type Kysely, sql } from 'kysely';

/** Orders that hold a seat, by learner: few at any time, while those of years past are many. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('orders_holding')
    .on('orders')
    .columns(['learnerid', 'classid'])
    .where(sql.ref('state'), 'in', sql`('held', 'intent', 'expiring')`)
    .execute();
}
