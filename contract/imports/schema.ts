import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import { says } from '#contract/fields.form.ts';
import { ById, CsvFile, Dry, DryQuery, Id, Moment, Money, Updated } from '#contract/primitives.schema.ts';
import { t } from '#languages/t.ts';
import {
  BORN_FORMS,
  COLUMN_FIELDS,
  type ColumnField,
  IMPORT_BYTES_MAX,
  importCalls,
  REQUIRED_FIELDS,
  VERDICTS,
} from './calls.ts';

/** Comma-separated values, with the columns named in its first row. */
const File = z.file().max(IMPORT_BYTES_MAX, says('imports.file_too_large'));

const HEADING_MAX = 1000;
const Columns = z
  .strictObject(
    Object.fromEntries(
      COLUMN_FIELDS.map((field) => [field, z.string().max(HEADING_MAX).optional()]),
    ) as Record<ColumnField, z.ZodOptional<z.ZodString>>,
  )
  .superRefine((columns, { addIssue }) => {
    for (const field of REQUIRED_FIELDS)
      if (!columns[field]) addIssue({ code: 'custom', path: [field], message: t('imports.column_missing') });
  });

const IN_JSON = z.string().transform((text, { addIssue }) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    addIssue({ code: 'custom', message: t('imports.no_json') });
    return z.NEVER;
  }
});

/**
 * `columns` is JSON: our field → the file's heading. Without `bornform` a day that fits two forms is
 * doubtful.
 */
const ImportFile = z.object({
  file: File,
  columns: IN_JSON.pipe(Columns),
  bornform: z.enum(BORN_FORMS).optional(),
});

export const ImportTable = z.object({
  headings: z.array(z.string()),
  /** `line` counts from 1 with the headings; rows without a word are left out. */
  rows: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
});

export const Imported = z.object({
  /** The import that can be undone; absent where nothing was taken in. */
  insertedId: Id.optional(),
  counts: z.object({ new: z.int(), same: z.int(), doubtful: z.int(), wrong: z.int() }),
  rows: z.array(
    z.object({
      /** Counts from 1 with the headings, as a spreadsheet numbers its rows. */
      line: z.int(),
      /** Which child of the line, from 2 on. */
      child: z.int().optional(),
      verdict: z.enum(VERDICTS),
      /** The file's heading of the cell that it is about. */
      column: z.string().optional(),
      sentence: z.string().optional(),
      /** What becomes of the place that the line asks for: given, there already, or not given. */
      place: z
        .object({ state: z.enum(['new', 'same', 'refused']), classname: z.string(), sentence: z.string() })
        .optional(),
    }),
  ),
  /** The places of all lines, with what is paid for them; absent where no column names a class. */
  places: z
    .object({
      new: z.int(),
      same: z.int(),
      refused: z.int(),
      cash: Money,
      transfer: Money,
      owed: Money,
      currency: z.string(),
    })
    .optional(),
});

export const Import = z.object({
  _id: Id,
  actorname: z.string(),
  createdat: Moment,
  /** Children imported so far. */
  rows: z.int(),
  /** Of the file, without its headings. */
  lines: z.int(),
  /** The lines that were processed so far. */
  linesdone: z.int(),
  /** Imported accounts that have not been signed in to. */
  unclaimed: z.int(),
  state: z.enum(['working', 'interrupted', 'done', 'undone']),
});

export const UndoneImport = z.object({
  /** Children and accounts that were removed again; absent in a dry run, which says what becomes of places. */
  deletedCount: z.int().optional(),
  /** The places that end, and what is no longer owed for them; absent where none does. */
  places: z.object({ ended: z.int(), struck: Money, currency: z.string() }).optional(),
  /** Rows that stay, and why. */
  kept: z.array(z.object({ name: z.string(), email: z.string(), sentence: z.string() })),
});

export const importEndpoints = withSchemas(importCalls, {
  readImportTable: {
    summary: 'Reads a file of families as a table, and keeps nothing of it.',
    unlogged: 'Changes nothing.',
    body: z.object({ file: File }),
    response: { 200: ImportTable },
  },
  importFamilies: {
    summary:
      'Takes in the families and children of a file that are new, enrols them in the classes that it names, and says of each line what it is.',
    querystring: z.object({
      /** `1` is a dry run. */
      dry: Dry,
    }),
    body: ImportFile,
    response: { 200: Imported },
  },
  exportUnfitLines: {
    summary: 'The lines of a file that are wrong or doubtful, with the reason of each, to be corrected.',
    unlogged: 'Changes nothing.',
    body: ImportFile,
    response: { 200: CsvFile },
  },
  listImports: {
    summary: 'The latest imports, the newest first.',
    response: { 200: z.array(Import) },
  },
  sendFamilyClaims: {
    summary:
      'Invites each family of an import by a mail with a link that works for 14 days, unless it has signed in or was invited within those.',
    refusals: ['import-not-found', 'import-under-way'],
    params: ById,
    response: { 200: Updated },
  },
  undoImport: {
    summary:
      'Takes back what an import brought, as far as nothing refers to it, and ends the places that it gave, as far as they are unpaid and nothing has happened to them.',
    refusals: ['import-not-found', 'import-under-way'],
    params: ById,
    querystring: DryQuery,
    response: { 200: UndoneImport },
  },
});
