import * as z from 'zod/mini';
import { Email, findFault, line, Name, requiredLine, text } from '#contract/fields.form.ts';
import { isFormer } from '#contract/former.ts';
import {
  type BornForm,
  CALLED_MAX,
  COLUMN_FIELDS,
  type ColumnField,
  fieldOf,
  IMPORT_FIELDS,
  type ImportColumns,
  type ImportField,
  LATER_CHILDREN,
  PHONE_MAX,
} from '#contract/imports/calls.ts';
import { LEARNER_NAME_MAX, NOTE_MAX } from '#contract/learners/calls.ts';
import { t } from '#languages/t.ts';
import { mapInTurns } from '#server/database/lists/turns.ts';
import { readBorn } from './read-born.ts';
import type { Table, TableRow } from './read-table.ts';
import { refuseFile } from './refuse-file.ts';

/** What a line says of a child and of who pays; `parentname` is empty where the line does not say it. */
export type Entry = Record<Exclude<ImportField, 'born'>, string> & {
  line: number;
  /** Which child of the line, from 1. */
  child: number;
  born: string | null;
};
/** What is wrong with a line, or doubtful in it, and with which of its fields. */
export type Fault = { verdict: 'doubtful' | 'wrong'; field: ImportField; sentence: string };
export type Reading = { entry: Entry } | { line: number; child: number; fault: Fault };

const RULES: Record<Exclude<ImportField, 'born'>, z.ZodMiniType<string, string>> = {
  email: Email.check(z.refine((email) => !isFormer(email), { error: () => t('imports.former_email') })),
  parentname: Name,
  phone: line(PHONE_MAX),
  firstname: requiredLine(LEARNER_NAME_MAX, 'imports.first_name_missing'),
  lastname: requiredLine(LEARNER_NAME_MAX, 'imports.last_name_missing'),
  note: text(NOTE_MAX),
  class: line(CALLED_MAX),
  term: line(CALLED_MAX),
  teacher: line(CALLED_MAX),
  pays: line(CALLED_MAX),
};

type Options = {
  columns: ImportColumns;
  bornform?: BornForm | undefined;
  today: string;
  /** A day as people read it. */
  dayWords: (day: string) => string;
};

/**
 * Reads every row by the columns that were chosen. Refuses the file where it has no such column, or two that
 * are headed alike.
 */
export async function readEntries(
  table: Table,
  { columns, bornform: form, today, dayWords }: Options,
): Promise<Reading[]> {
  const places = placesOf(table, columns);
  const readings = await mapInTurns(table.rows, (row) =>
    childrenIn(row, places).map((child): Reading => {
      const said = saidIn(row, places, child);
      const born = readBorn(said.born, { form, today, dayWords });
      const wrongs = IMPORT_FIELDS.flatMap((field) => faultOf(field, said, born));
      const fault = wrongs.find(({ verdict }) => verdict === 'wrong') ?? wrongs[0];
      if (fault || !('day' in born)) return { line: row.line, child, fault: fault as Fault };
      return { entry: { ...said, email: said.email.toLowerCase(), line: row.line, child, born: born.day } };
    }),
  );
  return readings.flat();
}

type Places = ReadonlyMap<ColumnField, number>;

/** Which children a line names; the first, too, where it names none. */
function childrenIn({ cells }: TableRow, places: Places): number[] {
  const isNamed = (child: number) =>
    (['firstname', 'lastname', 'born'] as const).some(
      (field) => (cells[places.get(fieldOf(field, child)) ?? -1] ?? '') !== '',
    );
  const named = [1, ...LATER_CHILDREN].filter(isNamed);
  return named.length > 0 ? named : [1];
}

function placesOf({ headings }: Table, columns: ImportColumns): Places {
  const places = new Map<ColumnField, number>();
  for (const field of COLUMN_FIELDS) {
    const heading = columns[field]?.trim();
    if (!heading) continue;
    const place = headings.indexOf(heading);
    if (place < 0) refuseFile(() => t('imports.has_no_column', { heading }), `columns.${field}`);
    if (headings.lastIndexOf(heading) !== place)
      refuseFile(() => t('imports.has_two_columns', { heading }), `columns.${field}`);
    places.set(field, place);
  }
  return places;
}

function saidIn({ cells }: TableRow, places: Places, child: number): Record<ImportField, string> {
  const cellAt = (field: ColumnField) => cells[places.get(field) ?? -1] ?? '';
  const cellOf = (field: ImportField) => cellAt(fieldOf(field, child));
  const said = {
    email: cellOf('email'),
    parentname: cellOf('parentname'),
    phone: cellOf('phone'),
    firstname: cellOf('firstname'),
    lastname: cellOf('lastname'),
    born: cellOf('born'),
    note: cellOf('note'),
    class: cellOf('class'),
    term: cellOf('term'),
    teacher: cellOf('teacher'),
    pays: cellOf('pays'),
  };
  const [first, last] = [places.get(fieldOf('firstname', child)), places.get(fieldOf('lastname', child))];
  // One column has the whole name of the child.
  if (first === last) return { ...said, ...dividedName(said.firstname) };
  // Children of one line have one last name where it says no other.
  const isWhole = places.get('firstname') === places.get('lastname');
  const family = isWhole ? dividedName(cellAt('firstname')).lastname : cellAt('lastname');
  return child > 1 && said.lastname === '' ? { ...said, lastname: family } : said;
}

/** `Rui Manuel Silva` and `Silva, Rui Manuel`. */
function dividedName(whole: string): { firstname: string; lastname: string } {
  const [, last, first] = /^([^,]+),(.+)$/.exec(whole) ?? [];
  if (last && first) return { firstname: first.trim(), lastname: last.trim() };
  const [, before = whole, after = ''] = /^(.+)\s+(\S+)$/.exec(whole) ?? [];
  return { firstname: before, lastname: after };
}

function faultOf(
  field: ImportField,
  said: Record<ImportField, string>,
  born: ReturnType<typeof readBorn>,
): Fault[] {
  if (field === 'born') return 'day' in born ? [] : [{ ...born, field }];
  if (field === 'email' && said.email === '')
    return [{ verdict: 'wrong', field, sentence: t('imports.email_missing') }];
  const sentence = findFault(RULES[field], said[field]);
  return sentence === undefined ? [] : [{ verdict: 'wrong', field, sentence }];
}
