import type { Kysely } from 'kysely';

/** Since when a guardian may choose classes and gets mail, where that is not from the beginning: a recovery ends what was given of late. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  for (const column of ['enrolssince', 'mailssince'])
    await schema.alterTable('guardians').addColumn(column, 'bigint').execute();
}
