import { type Kysely, sql } from 'kysely';

/** What the first screen of the school counts: the questions without an answer. */
export async function indexUnanswered({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('questions_unanswered')
    .on('questions')
    .column('_id')
    .where(sql.ref('answeredat'), 'is', null)
    .execute();
}
