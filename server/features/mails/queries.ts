import {
  LIST_BATCH,
  NEWEST_FIRST,
  type PageQuery,
  takeBatches,
  takePage,
} from '#server/database/lists/pagination.ts';
import type { Db, Row } from '#server/database/schema.ts';

export type MailRow = Row<'mails'>;

/**
 * Mails with a reason why they were not sent: a sent one has none. Not of places that are held for a wish, whose
 * families have not agreed to be named.
 */
const failed = (db: Db) =>
  db.selectFrom('mails').where('lasterror', 'is not', null).where('kind', '<>', 'wish-offered');

/** All of them, the newest first, a batch at a time. */
export const findFailedMails = (db: Db) => takeBatches(failed(db).selectAll(), NEWEST_FIRST, LIST_BATCH);

/** A page of them. */
export const browseFailedMails = (db: Db, ask: PageQuery) => takePage(failed(db).selectAll(), ask);

export async function findFailedMail(db: Db, id: string): Promise<MailRow | undefined> {
  return failed(db).selectAll().where('_id', '=', id).executeTakeFirst();
}

const ATTENTION_MS = 7 * 24 * 60 * 60_000;
/** After so many attempts, about half an hour, it is more than a server that is busy. */
const ATTEMPTS_MIN = 4;

/**
 * How many mails of the last week an admin has to look at: given up or failing for a while, and worth sending
 * again.
 */
export async function countFailedMails(db: Db, now: number): Promise<number> {
  const { count } = await failed(db)
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('letter', 'is not', null)
    .where('createdat', '>', now - ATTENTION_MS)
    .where((of) => of.or([of('workat', 'is', null), of('attempts', '>=', ATTEMPTS_MIN)]))
    .executeTakeFirstOrThrow();
  return Number(count);
}
