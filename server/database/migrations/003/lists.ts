import type { Kysely } from 'kysely';

/** What a school calls its levels, groups and categories, and adds to them; empty where they are as delivered. */
export async function addLists({ schema }: Kysely<unknown>) {
  // By the name of the list, as JSON.
  await schema.alterTable('school').addColumn('lists', 'text').execute();
}
