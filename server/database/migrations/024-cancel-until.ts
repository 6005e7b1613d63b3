import type { Kysely } from 'kysely';

/** Until when a place can be cancelled, as its student was told: what the school changes later takes nothing of it away. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('enrolments').addColumn('canceluntil', 'bigint').execute();
}
