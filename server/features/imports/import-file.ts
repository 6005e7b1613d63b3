import type { BornForm, ImportColumns, Imported, Verdict } from '#contract/imports/calls.ts';
import { wallTimeAt } from '#contract/time/wall-time.ts';
import { t } from '#languages/t.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import type { Rows } from '#server/features/feature.ts';
import { type ImportEntries, importEntries, judgeAll } from './import-entries.ts';
import type { Judged } from './judge-family.ts';
import { noteImport } from './note-import.ts';
import { deleteImport, insertImport } from './queries.ts';
import { type Reading, readEntries } from './reading/read-entry.ts';
import { readTable, type Table } from './reading/read-table.ts';

export type ImportOptions = {
  db: Db;
  now: () => number;
  readSchool: ReadSchool;
  /** What features say of their tables. */
  rows: Rows;
};
/** As the call carries it. */
type ImportForm = { file: Blob; columns: ImportColumns; bornform?: BornForm | undefined };
type Actor = { _id: string; name: string };

/** A file as it was read, and its lines as far as they make sense by themselves. */
type ReadFile = { table: Table; readings: Reading[]; job: ImportEntries };

/** Says what would become of each line. Throws `invalid-input` for a file that cannot be read. */
export async function judgeFile(options: ImportOptions, form: ImportForm): Promise<Imported> {
  const file = await readFile(options, form);
  return reportOf(file, form, await judgeAll(options.db, file.job));
}

/**
 * Takes in the families and children of a file that are new. Idempotent: the same file again, after an import
 * that was interrupted too, adds what is not there yet. Throws `invalid-input` for a file that cannot be
 * read, and `import-not-found` when it is undone meanwhile.
 */
export async function importFile(
  options: ImportOptions,
  form: ImportForm,
  { actor }: { actor: Actor },
): Promise<Imported> {
  const { db, now } = options;
  const file = await readFile(options, form);
  const { entries } = file.job;
  const insertedId = await insertImport(db, { actor, lines: entries.length, now: now() });
  const told = reportOf(file, form, await importEntries(db, insertedId, file.job));
  if (told.counts.new === 0) {
    await deleteImport(db, insertedId);
    return told;
  }
  await noteImport(options, insertedId, { action: 'imported', count: told.counts.new, actor });
  return { insertedId, ...told };
}

/**
 * The rows of a file that an admin has to decide or to correct, each with the sentence that says why, below
 * their headings.
 */
export async function findUnfitLines(
  options: ImportOptions,
  form: ImportForm,
): Promise<{ head: string[]; rows: string[][] }> {
  const file = await readFile(options, form);
  const { rows } = reportOf(file, form, await judgeAll(options.db, file.job));
  const unfit = new Map(rows.map((row) => [row.line, row]));
  const { headings } = file.table;
  return {
    head: [...headings, t('imports.line_heading'), t('imports.what_to_look_at')],
    rows: file.table.rows.flatMap(({ line, cells }) => {
      const { verdict, sentence = '' } = unfit.get(line) ?? {};
      if (verdict !== 'wrong' && verdict !== 'doubtful') return [];
      return [[...headings.map((_, place) => cells[place] ?? ''), String(line), sentence]];
    }),
  };
}

async function readFile(
  { readSchool, now }: ImportOptions,
  { file, columns, bornform }: ImportForm,
): Promise<ReadFile> {
  const table = await readTable(new Uint8Array(await file.arrayBuffer()));
  const { timezone = 'UTC' } = await readSchool();
  const today = wallTimeAt(now(), timezone).slice(0, 'yyyy-mm-dd'.length);
  const readings = await readEntries(table, { columns, bornform, today });
  const entries = readings.flatMap((reading) => ('entry' in reading ? reading.entry : []));
  return { table, readings, job: { entries, today, now } };
}

/** What became of each line, in their order, and how many of each kind there are. */
function reportOf({ readings }: ReadFile, { columns }: ImportForm, judged: readonly Judged[]): Imported {
  const unfit = readings.flatMap((reading) =>
    'fault' in reading ? { line: reading.line, ...reading.fault } : [],
  );
  const others = judged.map((one) => ({
    line: one.entry.line,
    verdict: one.verdict,
    ...('sentence' in one && { field: one.field, sentence: one.sentence }),
  }));
  const rows = [...unfit, ...others]
    .sort((one, other) => one.line - other.line)
    .map(({ line, verdict, ...said }) => {
      const column = 'field' in said && said.field ? columns[said.field]?.trim() : undefined;
      return {
        line,
        verdict,
        ...(column && { column }),
        ...('sentence' in said && { sentence: said.sentence }),
      };
    });
  const count = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
  const counts = {
    new: count('new'),
    same: count('same'),
    doubtful: count('doubtful'),
    wrong: count('wrong'),
  };
  return { counts, rows };
}
