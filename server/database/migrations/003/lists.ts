import type { Kysely } from 'kysely';

/** The levels, groups and categories that a school renames, reorders or adds to; empty where it has not. */
export async function addLists({ schema }: Kysely<unknown>) {
  // By the name of the list, as JSON.
  await schema.alterTable('school').addColumn('lists', 'text').execute();
}
