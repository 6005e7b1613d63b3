import { inChunks } from '#server/database/lists/batches.ts';
import type { Db, Row } from '#server/database/schema.ts';

export type NoticeRow = Row<'duenotices'>;

/** What families were told of these invoices' days, by invoice. */
export async function findNotices(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, NoticeRow>> {
  const found = await inChunks(ids, (some) =>
    db.selectFrom('duenotices').selectAll().where('invoiceid', 'in', some).execute(),
  );
  return new Map(found.map((row) => [row.invoiceid, row]));
}

/** Keeps what a family was told, while the row of its account is locked; what is not named stays. */
export async function saveNotice(
  tx: Db,
  invoiceid: string,
  change: Partial<Omit<NoticeRow, 'invoiceid'>>,
): Promise<void> {
  const known = tx.updateTable('duenotices').set(change).where('invoiceid', '=', invoiceid);
  const { numUpdatedRows } = await known.executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  await tx
    .insertInto('duenotices')
    .values({ invoiceid, ...change })
    .execute();
}

/** When a mail about an invoice was sent; undefined until then, and once it is no longer kept. */
export async function findSent(
  db: Db,
  { kind, ref }: Pick<Row<'mails'>, 'kind' | 'ref'>,
): Promise<number | undefined> {
  const sent = await db
    .selectFrom('mails')
    .select('sentat')
    .where('kind', '=', kind)
    .where('ref', '=', ref)
    .where('sentat', 'is not', null)
    .executeTakeFirst();
  return sent?.sentat ?? undefined;
}

/** An invoice that was issued and stands, with who pays it. */
export const findStanding = (db: Db, id: string) =>
  db
    .selectFrom('invoices')
    .select(['_id', 'number', 'userid', 'issuedday', 'dueday', 'currency'])
    .where('_id', '=', id)
    .where('state', '=', 'issued')
    .executeTakeFirst();
