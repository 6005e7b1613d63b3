import type { Kysely } from 'kysely';

/** A name that is erased is looked for in the log by who acted, and among the actions of one kind by what was before and after. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createIndex('changes_actor').on('changes').column('actorid').execute();
  await schema.createIndex('changes_action').on('changes').column('action').execute();
}
