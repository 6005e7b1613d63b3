import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** What an import did with the lines of a file, or would do. */
export type Imported = z.input<typeof schema.Imported>;
/** A file as the school reads it: its headings and rows. */
export type ImportTable = z.input<typeof schema.ImportTable>;
/** An import that was made, and how far it is. */
export type Import = z.input<typeof schema.Import>;
export type UndoneImport = z.input<typeof schema.UndoneImport>;
export type ImportField = (typeof IMPORT_FIELDS)[number];
export type BornForm = (typeof BORN_FORMS)[number];
export type Verdict = (typeof VERDICTS)[number];
/** Our field → the heading of the file's column. */
export type ImportColumns = { readonly [F in ImportField]?: string | undefined };

/** Fields of a line about a family and a child. */
export const IMPORT_FIELDS = [
  'email',
  'parentname',
  'phone',
  'firstname',
  'lastname',
  'born',
  'note',
] as const;
export const REQUIRED_FIELDS = ['email', 'firstname', 'lastname'] as const satisfies readonly ImportField[];
/** The order of day, month and year in the file's dates of birth. */
export const BORN_FORMS = ['yyyy-mm-dd', 'dd/mm/yyyy', 'mm/dd/yyyy'] as const;
/**
 * `new` is imported, `same` exists already, `doubtful` needs an admin's decision, `wrong` has to be
 * corrected.
 */
export const VERDICTS = ['new', 'same', 'doubtful', 'wrong'] as const;

export const IMPORT_BYTES_MAX = 5 * 1024 * 1024;
export const IMPORT_LINES_MAX = 20_000;
export const IMPORT_COLUMNS_MAX = 100;
export const PHONE_MAX = 40;
/** An import without progress for this long (milliseconds) was interrupted. */
export const IMPORT_SILENT_MS = 60_000;

const admins = { admin: 'any' } as const;

export const importCalls = {
  readImportTable: { method: 'POST', url: '/imports/table', config: { access: admins } },
  importFamilies: { method: 'POST', url: '/imports', config: { access: admins } },
  exportUnfitLines: { method: 'POST', url: '/imports/unfit', config: { access: admins } },
  listImports: { method: 'GET', url: '/imports', config: { access: { ...admins, key: 'people' } } },
  sendFamilyClaims: { method: 'POST', url: '/imports/:id/claims', config: { access: admins } },
  undoImport: { method: 'DELETE', url: '/imports/:id', config: { access: admins } },
} as const satisfies Calls;
