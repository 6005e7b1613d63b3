import type { Kysely } from 'kysely';

/** What an accountant's files of a month are read by. */
export async function indexBooks({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createIndex('charges_day').on('charges').columns(['day', '_id']).execute();
  await schema.createIndex('invoices_day').on('invoices').columns(['issuedday', '_id']).execute();
}
