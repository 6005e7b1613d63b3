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
/** A field that a column may have: of the first child of a line, or of a later one. */
export type ColumnField = ImportField | LaterField;
/** Our field → the heading of the file's column. */
export type ImportColumns = { readonly [F in ColumnField]?: string | undefined };

/** Fields of a line about a family, a child, and the class that the child is to be enrolled in. */
export const IMPORT_FIELDS = [
  'email',
  'parentname',
  'phone',
  'firstname',
  'lastname',
  'born',
  'note',
  'class',
  'term',
  'teacher',
  'pays',
] as const;
/** What a line may say of a second and further child, each field with the child's number: `firstname2`. */
export const CHILD_FIELDS = ['firstname', 'lastname', 'born', 'note', 'class'] as const;
export const LATER_CHILDREN = [2, 3, 4] as const;
type LaterField = `${(typeof CHILD_FIELDS)[number]}${(typeof LATER_CHILDREN)[number]}`;
export const laterFields = (child: (typeof LATER_CHILDREN)[number]): LaterField[] =>
  CHILD_FIELDS.map((field): LaterField => `${field}${child}`);
/** The field of a child in a line, by its number from 1; what is the family's is the same for all. */
export function fieldOf(field: ImportField, child: number): ColumnField {
  const later = LATER_CHILDREN.find((one) => one === child);
  const own = CHILD_FIELDS.find((one) => one === field);
  return later && own ? `${own}${later}` : field;
}
export const COLUMN_FIELDS: readonly ColumnField[] = [
  ...IMPORT_FIELDS,
  ...LATER_CHILDREN.flatMap(laterFields),
];
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
/** Of a class, a term or a teacher, as a cell names it. */
export const CALLED_MAX = 200;
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
