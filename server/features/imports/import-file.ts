import type * as z from 'zod';
import { formatsOf } from '#contract/formats.ts';
import { type BornForm, fieldOf, type ImportColumns, type Verdict } from '#contract/imports/calls.ts';
import type { Imported as ImportedSchema } from '#contract/imports/schema.ts';
import { wallTimeAt } from '#contract/time/wall-time.ts';
import { t } from '#languages/t.ts';
import { mapInTurns } from '#server/database/lists/turns.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import type { Rows } from '#server/features/feature.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { openPlaceFinder } from './find-place.ts';
import type { Enrolling, PlaceTold } from './give-wished.ts';
import { type ImportEntries, importEntries, judgeAll, type Outcome } from './import-entries.ts';
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
  payments: Payments;
};
/** As the call carries it. */
type ImportForm = { file: Blob; columns: ImportColumns; bornform?: BornForm | undefined };
type Actor = { _id: string; name: string };

/** A file as it was read, and its lines as far as they make sense by themselves. */
type ReadFile = {
  table: Table;
  readings: Reading[];
  job: ImportEntries;
  /** Where a column names classes. */
  enrolling?: Enrolling;
};

/** Sums in cents. */
type ImportedHere = z.output<typeof ImportedSchema>;

/** Says what would become of each line. Throws `invalid-input` for a file that cannot be read. */
export async function judgeFile(
  options: ImportOptions,
  form: ImportForm,
  { actor }: { actor: Actor },
): Promise<ImportedHere> {
  const file = await readFile(options, form, actor);
  return reportOf(file, form, await judgeAll(options.db, file.job, file.enrolling));
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
): Promise<ImportedHere> {
  const { db, now, payments } = options;
  const file = await readFile(options, form, actor);
  const { entries } = file.job;
  const insertedId = await insertImport(db, { actor, lines: entries.length, now: now() });
  const told = await reportOf(file, form, await importEntries(db, insertedId, file.job, file.enrolling));
  const hasGiven = told.places !== undefined && told.places.new > 0;
  if (hasGiven) payments.changed();
  if (told.counts.new === 0 && !hasGiven) {
    await deleteImport(db, insertedId);
    return told;
  }
  // Of places the log has a line each.
  if (told.counts.new > 0)
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
  { actor }: { actor: Actor },
): Promise<{ head: string[]; rows: string[][] }> {
  const file = await readFile(options, form, actor);
  const { rows } = await reportOf(file, form, await judgeAll(options.db, file.job, file.enrolling));
  const unfit = Map.groupBy(rows, ({ line }) => line);
  const { headings } = file.table;
  return {
    head: [...headings, t('imports.line_heading'), t('imports.what_to_look_at')],
    rows: file.table.rows.flatMap(({ line, cells }) => {
      const why = (unfit.get(line) ?? []).flatMap(({ verdict, sentence = '', place }) => {
        if (place?.state === 'refused') return place.sentence;
        return verdict === 'wrong' || verdict === 'doubtful' ? sentence : [];
      });
      if (why.length === 0) return [];
      return [[...headings.map((_, at) => cells[at] ?? ''), String(line), why.join(' ')]];
    }),
  };
}

async function readFile(
  { db, readSchool, now, payments }: ImportOptions,
  { file, columns, bornform }: ImportForm,
  actor: Actor,
): Promise<ReadFile> {
  const table = await readTable(new Uint8Array(await file.arrayBuffer()));
  const school = await readSchool();
  const today = wallTimeAt(now(), school.timezone ?? 'UTC').slice(0, 'yyyy-mm-dd'.length);
  const readings = await readEntries(table, { columns, bornform, today, dayWords: formatsOf(school).day });
  const entries = readings.flatMap((reading) => ('entry' in reading ? reading.entry : []));
  const job = { entries, today, now };
  if (!columns.class) return { table, readings, job };
  const terms = await payments.terms();
  return {
    table,
    readings,
    job,
    enrolling: { payments, actor, terms, findPlace: await openPlaceFinder(db) },
  };
}

/** What became of each line, in their order, and how many of each kind there are. */
async function reportOf(
  { readings, enrolling }: ReadFile,
  { columns }: ImportForm,
  { lines: judged, places }: Outcome,
): Promise<ImportedHere> {
  const placeOf = new Map(places.map((one) => [one.entry, one]));
  const unfit = readings.flatMap((reading) =>
    'fault' in reading ? { line: reading.line, child: reading.child, ...reading.fault } : [],
  );
  const others = judged.map((one) => ({
    line: one.entry.line,
    child: one.entry.child,
    verdict: one.verdict,
    place: placeOf.get(one.entry),
    ...('sentence' in one && { field: one.field, sentence: one.sentence }),
  }));
  const inOrder = [...unfit, ...others].sort(
    (one, other) => one.line - other.line || one.child - other.child,
  );
  const rows = await mapInTurns(inOrder, ({ line, child, verdict, ...said }) => {
    const place = 'place' in said ? said.place : undefined;
    const column = 'field' in said && said.field ? columns[fieldOf(said.field, child)]?.trim() : undefined;
    return {
      line,
      ...(child > 1 && { child }),
      verdict,
      ...(column && { column }),
      ...('sentence' in said && { sentence: said.sentence }),
      ...(place && {
        place: { state: place.state, classname: place.classname, sentence: place.sentence },
      }),
    };
  });
  const count = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
  const counts = {
    new: count('new'),
    same: count('same'),
    doubtful: count('doubtful'),
    wrong: count('wrong'),
  };
  if (!enrolling) return { counts, rows };
  const countOf = (state: PlaceTold['state']) => places.filter((one) => one.state === state).length;
  const sumOf = (way: PlaceTold['pay']) =>
    places.reduce((total, { pay, cents = 0 }) => (pay === way ? total + cents : total), 0);
  return {
    counts,
    rows,
    places: {
      new: countOf('new'),
      same: countOf('same'),
      refused: countOf('refused'),
      cash: sumOf('cash'),
      transfer: sumOf('transfer'),
      owed: sumOf('due'),
      currency: enrolling.terms.currency,
    },
  };
}
