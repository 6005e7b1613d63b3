import { type Kysely, sql } from 'kysely';

/** The discounts of the school, and which of them an order carries. */
export async function makeDiscounts({ schema }: Kysely<unknown>) {
  await schema
    .createTable('discounts')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('sibling', 'code')`))
    .addColumn('percent', 'integer')
    .addColumn('amount', 'integer')
    .addColumn('nth', 'integer')
    .addColumn('code', 'text')
    .addColumn('codekey', 'text')
    .addColumn('firstday', 'text')
    .addColumn('lastday', 'text')
    .addColumn('times', 'integer')
    .addColumn('timesfamily', 'integer')
    .addColumn('classids', 'text')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('endedat', 'bigint')
    .addCheckConstraint('discounts_take_off_one', sql`(percent is null) <> (amount is null)`)
    .addCheckConstraint('discounts_of_kind', sql`(kind = 'code') = (codekey is not null)`)
    .execute();
  // A code that ended may be given out anew.
  await schema
    .createIndex('discounts_code_once')
    .on('discounts')
    .column('codekey')
    .unique()
    .where(sql<boolean>`endedat is null`)
    .execute();
  await schema.alterTable('orders').addColumn('discountid', 'text').execute();
  await schema
    .createIndex('orders_discount')
    .on('orders')
    .columns(['discountid', 'userid'])
    .where(sql<boolean>`discountid is not null`)
    .execute();
}
