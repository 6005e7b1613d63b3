import type { PublicContent } from '#contract/endpoint.ts';
import type { Db, Row } from '#server/database/schema.ts';

/** How often each content has been changed by any process. */
export const findContentVersions = (db: Db): Promise<Row<'contentversions'>[]> =>
  db.selectFrom('contentversions').selectAll().execute();

/** Counts a change of each; gives their versions since. */
export const countContentChanges = (
  db: Db,
  contents: readonly PublicContent[],
): Promise<Row<'contentversions'>[]> =>
  db
    .insertInto('contentversions')
    // Always in one order, so that two processes never wait for each other.
    .values(contents.toSorted().map((content) => ({ content, version: 1 })))
    .onConflict((c) =>
      c.column('content').doUpdateSet((eb) => ({ version: eb('contentversions.version', '+', 1) })),
    )
    .returningAll()
    .execute();
