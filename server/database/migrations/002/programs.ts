import { type Kysely, sql } from 'kysely';
import type { Before } from './before.ts';

/** API keys and webhooks of the school's own programs. */
export async function makeIntegrations({ schema }: Kysely<Before>) {
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
    .addColumn('until', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('apikeys_owner').on('apikeys').column('ownerid').execute();

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
    .addColumn('lease', 'text')
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
  // A process that died may have had messages of any webhook.
  await schema
    .createIndex('webhookmessages_due')
    .on('webhookmessages')
    .column('workat')
    .where(sql.ref('workat'), 'is not', null)
    .execute();
}

/** What the processes on one database say to each other, and which of them has claimed a piece of work. */
export async function makeProcesses({ schema }: Kysely<Before>) {
  await schema
    .createTable('contentversions')
    .addColumn('content', 'text', (c) => c.primaryKey())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createTable('callcounts')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('until', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createTable('processes')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('beats', 'bigint', (c) => c.notNull())
    .execute();
  await schema.alterTable('webhookevents').addColumn('lease', 'text').execute();
}
