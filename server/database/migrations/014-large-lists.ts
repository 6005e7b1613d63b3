import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** What lists of a large school are narrowed by lies in an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  // One index for the public list, free seats beside what else narrows it, and for the sums of seats in the admins' overview.
  for (const name of ['classes_newest', 'classes_seatsums']) await schema.dropIndex(name).execute();
  await schema
    .createIndex('classes_newest')
    .on('classes')
    .expression(
      sql`status, createdat desc, _id desc, level, "group", availableseat, heldseats, enrolledstudents`,
    )
    .where(sql.ref('deletedat'), 'is', null)
    .execute();
  if (db.getExecutor().adapter instanceof PostgresAdapter) await indexPartsOfNames(db);
}

/**
 * With the extension `pg_trgm`, which comes with PostgreSQL and which the owner of a database may add, a part of a name is found by an index;
 * where it cannot be added every name is looked at, as on SQLite.
 */
async function indexPartsOfNames(db: Kysely<unknown>) {
  await sql`do $$ begin
    create extension if not exists pg_trgm;
    create index users_parts on users using gin (lower(name) gin_trgm_ops, email gin_trgm_ops);
  exception when others then raise notice 'Without pg_trgm: %', sqlerrm;
  end $$`.execute(db);
}
