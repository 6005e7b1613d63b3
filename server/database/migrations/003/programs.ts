import type { Kysely } from 'kysely';

/** From where a key may be used, what programs wrote with which, and whose key made a change. */
export async function widenKeys({ schema }: Kysely<unknown>) {
  // CIDR ranges with spaces between them; empty: from anywhere.
  await schema
    .alterTable('apikeys')
    .addColumn('addresses', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await schema.alterTable('changes').addColumn('keyname', 'text').execute();
  await schema
    .createTable('keywrites')
    .addColumn('keyid', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    // SHA-256 of what was asked.
    .addColumn('request', 'text', (c) => c.notNull())
    .addColumn('status', 'integer')
    .addColumn('body', 'text')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('keywrites_pk', ['keyid', 'key'])
    .execute();
  await schema.createIndex('keywrites_createdat').on('keywrites').column('createdat').execute();
}
