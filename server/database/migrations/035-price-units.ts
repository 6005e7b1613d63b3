import type { Kysely } from 'kysely';

/** What the price of a class covers (a term, a lesson), and when and how it is due: empty for existing classes. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const column of ['priceunit', 'duetext'])
    await schema.alterTable('classes').addColumn(column, 'text').execute();
}
