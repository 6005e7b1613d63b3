import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { digitsIn } from '#server/database/lists/phone-index.ts';
import { makeIndex } from '#server/database/migrations/002/search.ts';

/** Accounts are found by the digits of their telephone number, as they are by parts of their name. */
export async function indexPhones(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter))
    return makeIndex(db, {
      name: 'users_digits',
      options: `tokenize = 'trigram case_sensitive 1'`,
      table: 'users',
      columns: ['phone'],
      text: digitsIn,
    });
  const index = `create index users_digits on users using gin ((${digitsIn('phone')}) gin_trgm_ops)`;
  await sql
    .raw(
      `do $$ begin ${index}; exception when others then raise notice 'Without pg_trgm: %', sqlerrm; end $$`,
    )
    .execute(db);
}
