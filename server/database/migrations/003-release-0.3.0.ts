import type { Kysely } from 'kysely';
import { addLanguages } from './003/languages.ts';

/** From the records of 0.2.0 to those of 0.3.0. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addLanguages(db);
}
