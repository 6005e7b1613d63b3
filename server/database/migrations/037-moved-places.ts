import type { Kysely } from 'kysely';

/** When a place was moved to its learner from another of the family. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('enrolments').addColumn('movedat', 'bigint').execute();
}
