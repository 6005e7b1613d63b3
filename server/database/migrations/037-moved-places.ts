import type { Kysely } from 'kysely';

/** Since when a place is its learner's, where it was another's of the family before. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('enrolments').addColumn('movedat', 'bigint').execute();
}
