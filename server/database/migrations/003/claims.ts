import type { Kysely } from 'kysely';

/**
 * When requests to come into a family are over: they are kept for a month after, and an import asks thousands of
 * families, so the hourly sweep finds by an index which it deletes.
 */
export async function indexClaims({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createIndex('claims_until').on('claims').column('until').execute();
}
