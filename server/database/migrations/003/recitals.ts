import type { Kysely } from 'kysely';

/** Recitals: evenings with pieces, who plays them, and how families let their children be named. */
export async function addRecitals({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('recitals')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('starttime', 'text', (c) => c.notNull())
    .addColumn('heldminutes', 'integer', (c) => c.notNull())
    .addColumn('roomid', 'text', (c) => c.references('rooms._id'))
    .addColumn('public', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('seq', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('printedat', 'bigint')
    .addColumn('printedas', 'text')
    .addColumn('deletedat', 'bigint')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('changedat', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('recitals_day').on('recitals').columns(['day', '_id']).execute();
  await schema.createIndex('recitals_room').on('recitals').columns(['roomid', 'day']).execute();
  await schema
    .createTable('recitalpieces')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('recitalid', 'text', (c) => c.notNull().references('recitals._id').onDelete('cascade'))
    .addColumn('position', 'integer')
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('composer', 'text', (c) => c.notNull())
    .addColumn('minutes', 'integer', (c) => c.notNull())
    .addColumn('setupminutes', 'integer', (c) => c.notNull())
    .addColumn('instrument', 'text', (c) => c.notNull())
    .addColumn('accompanistid', 'text')
    .addColumn('turnerid', 'text')
    .addColumn('turnsself', 'integer', (c) => c.notNull())
    .addColumn('needs', 'text', (c) => c.notNull())
    .addColumn('printednumber', 'integer')
    .addColumn('printedtitle', 'text')
    .addColumn('printedcomposer', 'text')
    .execute();
  await schema.createIndex('recitalpieces_recital').on('recitalpieces').column('recitalid').execute();
  await schema.createIndex('recitalpieces_accompanist').on('recitalpieces').column('accompanistid').execute();
  await schema.createIndex('recitalpieces_turner').on('recitalpieces').column('turnerid').execute();
  await schema
    .createTable('recitalperformers')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('recitalid', 'text', (c) => c.notNull().references('recitals._id').onDelete('cascade'))
    .addColumn('pieceid', 'text', (c) => c.notNull().references('recitalpieces._id').onDelete('cascade'))
    .addColumn('learnerid', 'text', (c) => c.notNull())
    .addColumn('position', 'integer')
    .addColumn('printedas', 'text')
    .execute();
  await schema.createIndex('recitalperformers_recital').on('recitalperformers').column('recitalid').execute();
  await schema.createIndex('recitalperformers_piece').on('recitalperformers').column('pieceid').execute();
  await schema.createIndex('recitalperformers_learner').on('recitalperformers').column('learnerid').execute();
  // The latest answer counts.
  await schema
    .createTable('recitalconsents')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('recitalid', 'text', (c) => c.notNull().references('recitals._id').onDelete('cascade'))
    .addColumn('learnerid', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('byid', 'text')
    .addColumn('answeredat', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('recitalconsents_recital').on('recitalconsents').column('recitalid').execute();
  await schema.createIndex('recitalconsents_learner').on('recitalconsents').column('learnerid').execute();
  await schema.createIndex('recitalconsents_by').on('recitalconsents').column('byid').execute();
}
