import { type Kysely, sql } from 'kysely';

/**
 * Buildings in which the school teaches, and which of them a room is in. Two rooms of one name are then told
 * apart by it.
 */
export async function makeSites({ schema }: Kysely<unknown>) {
  await schema
    .createTable('sites')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('street', 'text', (c) => c.notNull())
    .addColumn('postcode', 'text', (c) => c.notNull())
    .addColumn('town', 'text', (c) => c.notNull())
    .addColumn('directions', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('sites_name').unique().on('sites').expression(sql`lower(name)`).execute();

  await schema
    .alterTable('rooms')
    .addColumn('siteid', 'text', (c) => c.references('sites._id').onDelete('set null'))
    .execute();
  await schema.createIndex('rooms_siteid').on('rooms').column('siteid').execute();
  await schema.dropIndex('rooms_name').execute();
  await schema
    .createIndex('rooms_name')
    .unique()
    .on('rooms')
    .expression(sql`lower(name), coalesce(siteid, '')`)
    .where(sql.ref('retiredat'), 'is', null)
    .execute();
}
