import { type Kysely, sql } from 'kysely';

/** What families are charged beside the prices of places, and what is taken off what they owe. */
export async function makeCharges({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('charges')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('userid', 'text', (c) => c.references('users._id').onDelete('set null'))
    .addColumn('learnerid', 'text', (c) => c.references('learners._id'))
    .addColumn('classid', 'text', (c) => c.references('classes._id'))
    .addColumn('kind', 'text', (c) =>
      c.notNull().check(sql`kind in ('tuition', 'fee', 'discount', 'latefee', 'credit', 'writeoff')`),
    )
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('amount', 'integer', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('taxrate', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('periodfrom', 'text')
    .addColumn('periodto', 'text')
    .addColumn('orderid', 'text', (c) => c.references('orders._id'))
    .addColumn('reverses', 'text', (c) => c.unique().references('charges._id'))
    .addColumn('key', 'text', (c) => c.notNull().unique())
    .addColumn('byid', 'text', (c) => c.references('users._id').onDelete('set null'))
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('charges_user').on('charges').columns(['userid', '_id']).execute();
  await schema.createIndex('charges_learner').on('charges').columns(['learnerid', 'classid']).execute();
  await schema.createIndex('charges_class').on('charges').columns(['classid', 'day']).execute();
  for (const column of ['orderid', 'byid'])
    await schema
      .createIndex(`charges_${column}`)
      .on('charges')
      .column(column)
      .where(sql.ref(column), 'is not', null)
      .execute();
}
