import type { Kysely } from 'kysely';
import { sql } from 'kysely';

type Approved = {
  _id: string;
  classname: string;
  image: string;
  price: number;
  capacity: number;
  level: string;
  group: string;
  description: string;
};
type Before = { classes: Approved & { status: string; approvedas: string | null } };

/** What an admin approved stays known, and forms say which state of a class they were filled in on. */
export async function up(db: Kysely<Before>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('classes').addColumn('approvedas', 'text').execute();
  await schema.alterTable('classes').addColumn('changedat', 'bigint').execute();
  await schema
    .alterTable('classes')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await schema
    .alterTable('classes')
    .addColumn('editversion', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await schema
    .createIndex('classes_changed')
    .on('classes')
    .column('_id')
    .where(sql.ref('changedat'), 'is not', null)
    .execute();

  // Lists of the admins, by name.
  await schema.createIndex('users_name').on('users').expression(sql`lower(name), _id`).execute();
  await schema
    .createIndex('classes_name')
    .on('classes')
    .expression(sql`lower(classname), _id`)
    .where(sql.ref('deletedat'), 'is', null)
    .execute();

  // What was approved before nobody wrote down: classes count as approved as they stand.
  const approved = await db
    .selectFrom('classes')
    .select(['_id', 'classname', 'image', 'price', 'capacity', 'level', 'group', 'description'])
    .where('status', '=', 'approved')
    .execute();
  for (const { _id, ...fields } of approved) {
    await db
      .updateTable('classes')
      .set({ approvedas: JSON.stringify(fields) })
      .where('_id', '=', _id)
      .execute();
  }
}
