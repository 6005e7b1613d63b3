import type { Kysely } from 'kysely';

/** What the price of a class is for, a term or a lesson, and when and how it is due: not entered for any class so far. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const column of ['priceunit', 'duetext'])
    await schema.alterTable('classes').addColumn(column, 'text').execute();
}
