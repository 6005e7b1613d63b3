import type { Kysely } from 'kysely';
import type { IdentityTables } from '#embedded/identity/tables.ts';

/** The second factor: one an account, its recovery codes, and sign-ins that wait for it. */
export async function up(db: Kysely<IdentityTables>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('identity_refresh_tokens').addColumn('secondfactor', 'text').execute();

  await schema
    .createTable('identity_second_factors')
    .addColumn('localid', 'text', (c) =>
      c.primaryKey().references('identity_accounts.localid').onDelete('cascade'),
    )
    .addColumn('epoch', 'integer', (c) => c.notNull())
    .addColumn('displayname', 'text')
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('laststep', 'bigint', (c) => c.notNull())
    .addColumn('enrolledat', 'bigint', (c) => c.notNull())
    .execute();

  await schema
    .createTable('identity_recovery_codes')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('localid', 'text', (c) =>
      c.notNull().references('identity_second_factors.localid').onDelete('cascade'),
    )
    .execute();
  await schema
    .createIndex('identity_recovery_codes_localid')
    .on('identity_recovery_codes')
    .column('localid')
    .execute();

  await schema
    .createTable('identity_pending_sign_ins')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('localid', 'text', (c) =>
      c.notNull().references('identity_accounts.localid').onDelete('cascade'),
    )
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('epoch', 'integer', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('expiresat', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('identity_pending_sign_ins_localid')
    .on('identity_pending_sign_ins')
    .column('localid')
    .execute();
  await schema
    .createIndex('identity_pending_sign_ins_expiresat')
    .on('identity_pending_sign_ins')
    .column('expiresat')
    .execute();
}
