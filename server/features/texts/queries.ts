import type { TextSlug } from '#contract/texts/calls.ts';
import type { Written } from '#contract/translations.ts';
import { isShipped } from '#languages/languages.ts';
import type { Db, Row } from '#server/database/schema.ts';

export type TextRow = Row<'texts'>;

/** A text as it is now; undefined where it was never written. */
export async function findText(db: Db, slug: TextSlug): Promise<TextRow | undefined> {
  return db
    .selectFrom('texts')
    .selectAll()
    .where('slug', '=', slug)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** What a text says, in its language and in others. */
export const writtenOf = ({
  markdown,
  language,
  translations,
}: Pick<TextRow, 'markdown' | 'language' | 'translations'>): Written<{ markdown: string }> => ({
  markdown,
  ...(language !== null && isShipped(language) && { language }),
  ...(translations !== null && { translations: JSON.parse(translations) }),
});

/** The texts that say something, as they are now, without what they say. */
export async function findWrittenTexts(db: Db): Promise<Pick<TextRow, 'slug' | 'version' | 'updatedat'>[]> {
  return db
    .selectFrom('texts')
    .select(['slug', 'version', 'updatedat'])
    .where('markdown', '<>', '')
    .where((eb) =>
      eb(
        'version',
        '=',
        eb
          .selectFrom('texts as latest')
          .select(({ fn }) => fn.max('latest.version').as('version'))
          .whereRef('latest.slug', '=', 'texts.slug'),
      ),
    )
    .orderBy('slug')
    .execute();
}

/** Makes who else writes a text wait until the transaction ends. */
export async function lockText(tx: Db, slug: TextSlug): Promise<void> {
  await tx.selectFrom('texts').select('slug').where('slug', '=', slug).forNoKeyUpdate('texts').execute();
}

/** Adds translations to a version. */
export async function updateTranslations(
  tx: Db,
  { slug, version, ...change }: Pick<TextRow, 'slug' | 'version' | 'language' | 'translations'>,
): Promise<void> {
  await tx.updateTable('texts').set(change).where('slug', '=', slug).where('version', '=', version).execute();
}

/** Adds a version; false where it was added meanwhile. */
export async function insertText(tx: Db, text: TextRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('texts')
    .values(text)
    .onConflict((c) => c.columns(['slug', 'version']).doNothing())
    .executeTakeFirstOrThrow();
  return Boolean(numInsertedOrUpdatedRows);
}

export async function insertConsents(tx: Db, consents: readonly Row<'consents'>[]) {
  if (consents.length === 0) return;
  await tx.insertInto('consents').values(consents).execute();
}

/** The texts that an account accepted. */
export async function findConsents(db: Db, userid: string) {
  return db
    .selectFrom('consents')
    .select(['slug', 'version', 'createdat'])
    .where('userid', '=', userid)
    .orderBy('slug')
    .execute();
}

export async function deleteConsents(tx: Db, userid: string) {
  await tx.deleteFrom('consents').where('userid', '=', userid).execute();
}

/** Removes the author's name from texts. */
export async function forgetAuthor(tx: Db, userid: string) {
  await tx.updateTable('texts').set({ authorid: null }).where('authorid', '=', userid).execute();
}
