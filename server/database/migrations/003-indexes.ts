import type { Kysely } from 'kysely';

/** What a person has is found by the person: `orders_open_once` and `waitlist_once` hold a rule, and SQLite searches neither with bound states. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createIndex('orders_person').on('orders').columns(['email', 'classid']).execute();
  await schema.createIndex('waitlist_person').on('waitlist').columns(['email', 'classid']).execute();
}
