import { type Kysely, sql } from 'kysely';
import { newId } from '#server/database/ids.ts';
import type { Before } from './before.ts';

/**
 * The log speaks of payments, keys and more, so what it may be about is held by its type alone; it names
 * teachers by id.
 */
export async function copyLog(db: Kysely<Before>) {
  const { schema } = db;
  await schema
    .createTable('changes_new')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('about', 'text', (c) => c.notNull())
    .addColumn('subjectid', 'text', (c) => c.notNull())
    .addColumn('subjectname', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('note', 'text')
    .addColumn('actorid', 'text')
    .addColumn('actorname', 'text')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    // The name is joined when the line is read, and gone with the learner.
    .addColumn('learnerid', 'text')
    .execute();
  const columns = sql.raw(
    '_id, about, subjectid, subjectname, action, "before", "after", note, actorid, actorname, createdat',
  );
  await sql`insert into changes_new (${columns}) select ${columns} from changes`.execute(db);
  await schema.dropTable('changes').execute();
  await schema.alterTable('changes_new').renameTo('changes').execute();
  const index = (name: string, columns: string[]) => schema.createIndex(name).on('changes').columns(columns);
  await index('changes_about', ['about', '_id']).execute();
  await index('changes_subject', ['subjectid', '_id']).execute();
  // What an account did of late, by what it is about.
  await index('changes_actor', ['actorid', 'about', 'createdat']).execute();
  await index('changes_learner', ['learnerid']).where(sql.ref('learnerid'), 'is not', null).execute();
  // Lines that name the learner who had a place before it was moved.
  await index('changes_previous', ['before']).where(sql.ref('action'), '=', sql`'place-moved'`).execute();
  await nameTeachers(db);
}

/** The address of a person who was erased held the account's id. */
const FORMER = /^deleted-(.+)@deleted\.invalid$/;

/** An address without an account becomes an id without one. */
async function nameTeachers(db: Kysely<Before>) {
  const users = await db.selectFrom('users').select(['_id', 'email']).execute();
  const ids = new Map(users.map(({ _id, email }) => [email.toLowerCase(), _id]));
  const idOf = (address: string | null) =>
    address && (ids.get(address.toLowerCase()) ?? FORMER.exec(address)?.[1] ?? newId());
  const handed = db.selectFrom('changes').select(['_id', 'before', 'after']).where('action', '=', 'teacher');
  for (const { _id, before, after } of await handed.execute())
    await db
      .updateTable('changes')
      .set({ before: idOf(before), after: idOf(after) })
      .where('_id', '=', _id)
      .execute();
}
