import type { Kysely } from 'kysely';

/** Accounts that stand for erased ones of which something is open with the school. */
export async function addFormerFamilies({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('users').addColumn('erasedat', 'bigint').execute();
  await schema
    .createIndex('users_erasedat')
    .on('users')
    .column('erasedat')
    .where('erasedat', 'is not', null)
    .execute();
}
