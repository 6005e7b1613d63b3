import { type Kysely, sql } from 'kysely';

/**
 * Mails are kept as letters, which become text and HTML when they are sent: then the school's name and address are those of that moment. What
 * could not be sent is found by its own index.
 */
export async function up(
  db: Kysely<{ mails: { _id: string; text: string; letter: string } }>,
): Promise<void> {
  const { schema } = db;
  await schema.alterTable('mails').addColumn('letter', 'text').execute();
  await schema.alterTable('mails').addColumn('retriedat', 'bigint').execute();
  const due = await sql<{
    _id: string;
    text: string;
  }>`select _id, text from mails where workat is not null`.execute(db);
  for (const { _id, text } of due.rows) {
    const letter = JSON.stringify({ reader: 'address', paragraphs: paragraphsOf(text), opensAccount: true });
    await db.updateTable('mails').set({ letter }).where('_id', '=', _id).execute();
  }
  await schema.alterTable('mails').dropColumn('text').execute();
  await schema.alterTable('mails').dropColumn('html').execute();
  await schema
    .createIndex('mails_failed')
    .on('mails')
    .column('_id')
    .where(sql.ref('lasterror'), 'is not', null)
    .execute();
}

/** Paths of pages and the school's name stood in the texts as `{origin}/path` and `{school}`. */
function paragraphsOf(text: string): unknown[] {
  const paragraphs = text
    .trim()
    .split('\n\n')
    .filter((paragraph) => paragraph !== '{school}');
  return paragraphs.map((paragraph) => {
    const [, path] = /^\{origin\}(\/\S*)$/.exec(paragraph) ?? [];
    return path === undefined ? paragraph : { path };
  });
}
