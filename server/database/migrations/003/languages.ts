import type { Kysely } from 'kysely';

/**
 * The languages that a school offers, the one in which each account reads, and translations of what the
 * school writes. All are empty: a school of before is English, and nobody has chosen.
 */
export async function addLanguages({ schema }: Kysely<unknown>) {
  // Codes, the default first, as JSON.
  await schema.alterTable('school').addColumn('languages', 'text').execute();
  await schema.alterTable('users').addColumn('language', 'text').execute();
  await schema.alterTable('texts').addColumn('language', 'text').execute();
  // By the code of their language, as JSON.
  await schema.alterTable('texts').addColumn('translations', 'text').execute();
}
