import { type Kysely, sql } from 'kysely';

/** API keys and webhooks of the school's own programs. The log speaks of them too, so what it may be about is held by its type alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('apikeys')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('prefix', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('ownerid', 'text', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('usedat', 'bigint')
    .execute();
  await schema.createIndex('apikeys_owner').on('apikeys').column('ownerid').execute();

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
    .execute();
  await sql`insert into changes_new
      (_id, about, subjectid, subjectname, action, "before", "after", note, actorid, actorname, createdat)
    select _id, about, subjectid, subjectname, action, "before", "after", note, actorid, actorname, createdat
    from changes`.execute(db);
  await schema.dropTable('changes').execute();
  await schema.alterTable('changes_new').renameTo('changes').execute();
  await schema.createIndex('changes_about').on('changes').columns(['about', '_id']).execute();
  await schema.createIndex('changes_subject').on('changes').columns(['subjectid', '_id']).execute();
  await schema.createIndex('changes_actor').on('changes').column('actorid').execute();

  await schema
    .createTable('webhooks')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('events', 'text', (c) => c.notNull())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('ownerid', 'text', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('failingsince', 'bigint')
    .addColumn('stoppedat', 'bigint')
    .execute();
  await schema
    .createTable('webhookmessages')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    // References nothing: an enrolment must not fail because a webhook is deleted in the same moment.
    .addColumn('webhookid', 'text', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('ref', 'text', (c) => c.notNull())
    .addColumn('userid', 'text')
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('workat', 'bigint')
    .addColumn('sentat', 'bigint')
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('status', 'integer')
    .addColumn('problem', 'text')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('webhookmessages_once', ['webhookid', 'event', 'ref'])
    .execute();
  await schema
    .createIndex('webhookmessages_work')
    .on('webhookmessages')
    .columns(['webhookid', 'workat'])
    .where(sql.ref('workat'), 'is not', null)
    .execute();
  await schema
    .createIndex('webhookmessages_log')
    .on('webhookmessages')
    .columns(['webhookid', '_id'])
    .execute();
  await schema.createIndex('webhookmessages_user').on('webhookmessages').column('userid').execute();
  await schema.createIndex('webhookmessages_age').on('webhookmessages').column('createdat').execute();
}
