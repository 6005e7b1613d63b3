import { type Kysely, sql } from 'kysely';

/** When invoices are due and what they say, and classes whose lessons are billed by the term or month. */
export async function makeBilling(db: Kysely<unknown>): Promise<void> {
  await makeSettings(db);
  await addBilledClasses(db);
  await makeChargeLessons(db);
  await makeRuns(db);
}

async function makeSettings({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('billingsettings')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('dueafterdays', 'integer', (c) => c.notNull())
    .addColumn('latefee', 'integer', (c) => c.check(sql`latefee > 0`))
    .addColumn('latefeeafterdays', 'integer')
    .addColumn('taxrate', 'integer', (c) => c.notNull().check(sql`taxrate between 0 and 999`))
    .addColumn('taxnumber', 'text')
    .addColumn('invoicetext', 'text')
    .addColumn('iban', 'text')
    .addColumn('bic', 'text')
    .addColumn('holder', 'text')
    .addColumn('version', 'integer', (c) => c.notNull())
    .addCheckConstraint('billingsettings_latefee', sql`(latefee is null) = (latefeeafterdays is null)`)
    .addCheckConstraint('billingsettings_bank', sql`(iban is null) = (holder is null)`)
    .execute();
}

async function addBilledClasses({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('classes')
    .addColumn('billing', 'text', (c) =>
      c.notNull().defaultTo('once').check(sql`billing in ('once', 'term', 'month')`),
    )
    .execute();
  await schema
    .createIndex('classes_billed')
    .on('classes')
    .column('_id')
    .where(sql<boolean>`billing <> 'once' and deletedat is null`)
    .execute();
  // The days of the lessons that the first sum of a place is for; null where it is for all of the class.
  for (const name of ['billfrom', 'billto'])
    await schema.alterTable('orders').addColumn(name, 'text').execute();
  await schema
    .createIndex('orders_billed')
    .on('orders')
    .columns(['classid', 'learnerid'])
    .where(sql<boolean>`billfrom is not null and state = 'enrolled'`)
    .execute();
}

async function makeChargeLessons({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('chargelessons')
    // A lesson that is taken out of the records was billed all the same, and is credited.
    .addColumn('lessonid', 'text', (c) => c.notNull())
    .addColumn('learnerid', 'text', (c) => c.notNull().references('learners._id').onDelete('cascade'))
    .addColumn('classid', 'text', (c) => c.notNull().references('classes._id'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('chargeid', 'text', (c) => c.references('charges._id'))
    .addColumn('orderid', 'text', (c) => c.references('orders._id'))
    .addColumn('amount', 'integer', (c) => c.notNull())
    .addColumn('creditid', 'text', (c) => c.references('charges._id'))
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('chargelessons_pk', ['lessonid', 'learnerid'])
    .execute();
  const index = (name: string, columns: string[]) =>
    schema.createIndex(`chargelessons_${name}`).on('chargelessons').columns(columns);
  await index('learner', ['learnerid', 'classid']).execute();
  await index('class', ['classid']).where(sql.ref('creditid'), 'is', null).execute();
  for (const column of ['chargeid', 'orderid', 'creditid'])
    await index(column, [column]).where(sql.ref(column), 'is not', null).execute();
}

async function makeRuns({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('billingruns')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('periodfrom', 'text', (c) => c.notNull())
    .addColumn('periodto', 'text', (c) => c.notNull())
    .addColumn('classes', 'text', (c) => c.notNull())
    .addColumn('leaveout', 'text', (c) => c.notNull())
    .addColumn('at', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('done', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('of', 'integer', (c) => c.notNull())
    .addColumn('charges', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('sum', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('families', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('familyat', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('invoices', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('byid', 'text', (c) => c.references('users._id').onDelete('set null'))
    .addColumn('workat', 'bigint')
    .addColumn('lease', 'text')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  const index = (column: string) =>
    schema
      .createIndex(`billingruns_${column}`)
      .on('billingruns')
      .column(column)
      .where(sql.ref(column), 'is not', null);
  await index('workat').execute();
  await index('byid').execute();
}
