import type * as z from 'zod';
import { memberName } from '#contract/former.ts';
import { IMPORT_SILENT_MS } from '#contract/imports/calls.ts';
import type { Import as ImportSchema } from '#contract/imports/schema.ts';
import type { Db } from '#server/database/schema.ts';
import { ensure } from '#server/http/errors.ts';
import { countUnclaimed, findImport, findImports, type ImportRow } from './queries.ts';

type Import = z.output<typeof ImportSchema>;

/** The latest imports, the newest first, and how far each is. */
export async function listImports(db: Db, now: number): Promise<Import[]> {
  const rows = await findImports(db);
  const unclaimed = await countUnclaimed(
    db,
    rows.map(({ _id }) => _id),
  );
  return rows.map((row) => ({
    ...row,
    actorname: memberName(row.actorname),
    unclaimed: unclaimed.get(row._id) ?? 0,
    state: stateOf(row, now),
  }));
}

/** An import that is no longer at work. Throws `import-not-found` and `import-under-way`. */
export async function findEndedImport(db: Db, id: string, now: number): Promise<ImportRow> {
  const row = await findImport(db, id);
  ensure(row, 'import-not-found');
  ensure(stateOf(row, now) !== 'working', 'import-under-way');
  return row;
}

function stateOf({ undoneat, lines, linesdone, changedat }: ImportRow, now: number): Import['state'] {
  if (undoneat !== null) return 'undone';
  if (linesdone >= lines) return 'done';
  return now - changedat < IMPORT_SILENT_MS ? 'working' : 'interrupted';
}
