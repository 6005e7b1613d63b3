import { type Kysely, sql } from 'kysely';

/** Why the money of a payment went back that gave no place. */
const NO_PLACE = [
  'Another amount was paid than the one asked for.',
  'Another class meets at the same time.',
  'Another payment for the same class came first.',
  'The class was full when the payment came.',
  'It was paid without naming a class.',
  'The money was refunded at the card service.',
];

/**
 * When places ended; of those of before it is taken to be when their order last changed. And which orders were
 * not paid: the check of a month asks which of them have a place all the same.
 */
export async function addEnds(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('orders').addColumn('endedat', 'bigint').execute();
  await sql`
    update orders set endedat = updatedat
    where (state in ('refund_due', 'refunded', 'refund_failed') or (state = 'expired' and paidby = 'due'))
    and classid is not null
    and (reason is null or reason not in (${sql.join(NO_PLACE)}))
  `.execute(db);
  await db.schema
    .createIndex('orders_unpaid')
    .on('orders')
    .column('_id')
    .where(sql<boolean>`state in ('held', 'intent', 'expiring', 'expired')`)
    .execute();
}
