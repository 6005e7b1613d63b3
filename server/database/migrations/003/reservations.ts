import { type Kysely, sql } from 'kysely';

/** Classes that run once enough learners have joined, and the places that are reserved until then. */
export async function addReservations({ schema }: Kysely<unknown>): Promise<void> {
  const classes = () => schema.alterTable('classes');
  await classes().addColumn('runsfrom', 'integer').execute();
  await classes().addColumn('decideby', 'text').execute();
  await classes()
    .addColumn('decided', 'text', (c) => c.check(sql`decided in ('runs', 'not')`))
    .execute();
  await classes().addColumn('decidedkey', 'text').execute();
  await classes().addColumn('decisionworkat', 'bigint').execute();
  await schema
    .createIndex('classes_to_decide')
    .on('classes')
    .column('decideby')
    .where(sql<boolean>`decideby is not null and decided is null`)
    .execute();
  await schema
    .createIndex('classes_decision_work')
    .on('classes')
    .column('decisionworkat')
    .where(sql<boolean>`decisionworkat is not null`)
    .execute();

  const orders = () => schema.alterTable('orders');
  await orders()
    .addColumn('reserves', 'integer', (c) => c.notNull().defaultTo(0).check(sql`reserves in (0, 1)`))
    .execute();
  await orders().addColumn('reservedat', 'bigint').execute();
  await orders().addColumn('agreedby', 'text').execute();
  await schema
    .createIndex('orders_reserved')
    .on('orders')
    .columns(['classid', 'state'])
    .where(sql<boolean>`reservedat is not null`)
    .execute();

  await schema
    .alterTable('school')
    .addColumn('reservemode', 'text', (c) =>
      c.notNull().defaultTo('later').check(sql`reservemode in ('later', 'giveback')`),
    )
    .execute();
}
