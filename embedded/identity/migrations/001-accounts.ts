import { type Kysely, sql } from 'kysely';

/** The tables of the first release, for SQLite and PostgreSQL alike. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('identity_accounts')
    .addColumn('localid', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('emailverified', 'integer', (c) => c.notNull().check(sql`emailverified in (0, 1)`))
    .addColumn('initialemail', 'text', (c) => c.notNull())
    .addColumn('displayname', 'text')
    .addColumn('photourl', 'text')
    .addColumn('passwordhash', 'text')
    .addColumn('disabled', 'integer', (c) => c.notNull().check(sql`disabled in (0, 1)`))
    .addColumn('emaillinksignin', 'integer', (c) => c.notNull().check(sql`emaillinksignin in (0, 1)`))
    .addColumn('epoch', 'integer', (c) => c.notNull())
    .addColumn('validsince', 'bigint', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('lastloginat', 'bigint', (c) => c.notNull())
    .addColumn('lastrefreshat', 'bigint', (c) => c.notNull())
    .execute();

  await schema
    .createTable('identity_providers')
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('sub', 'text', (c) => c.notNull())
    .addColumn('localid', 'text', (c) =>
      c.notNull().references('identity_accounts.localid').onDelete('cascade'),
    )
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('displayname', 'text')
    .addColumn('photourl', 'text')
    .addColumn('screenname', 'text')
    .addPrimaryKeyConstraint('identity_providers_person', ['provider', 'sub'])
    .addUniqueConstraint('identity_providers_once', ['localid', 'provider'])
    .execute();

  await schema
    .createTable('identity_refresh_tokens')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('localid', 'text', (c) => c.notNull())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('epoch', 'integer', (c) => c.notNull())
    .addColumn('authtime', 'bigint', (c) => c.notNull())
    .addColumn('usedat', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('identity_refresh_tokens_usedat')
    .on('identity_refresh_tokens')
    .column('usedat')
    .execute();

  await schema
    .createTable('identity_codes')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('localid', 'text', (c) => c.references('identity_accounts.localid').onDelete('cascade'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('newemail', 'text')
    .addColumn('expiresat', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('identity_codes_localid').on('identity_codes').column('localid').execute();
  await schema.createIndex('identity_codes_expiresat').on('identity_codes').column('expiresat').execute();

  await schema
    .createTable('identity_attempts')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('identity_attempts_since').on('identity_attempts').column('since').execute();

  await schema
    .createTable('identity_keys')
    .addColumn('kid', 'text', (c) => c.primaryKey())
    .addColumn('privatekey', 'text', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('retiredat', 'bigint')
    .execute();

  await schema
    .createTable('identity_used_assertions')
    .addColumn('jti', 'text', (c) => c.primaryKey())
    .addColumn('expiresat', 'bigint', (c) => c.notNull())
    .execute();
}
