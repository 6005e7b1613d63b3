import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse as parseStream } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { IMPORT_COLUMNS_MAX, IMPORT_LINES_MAX } from '#contract/imports/calls.ts';
import { t } from '#languages/t.ts';
import { inTurns } from '#server/database/lists/turns.ts';
import { unguarded } from '#server/http/answers/csv-cells.ts';
import { decodeText } from './decode-text.ts';
import { refuseFile } from './refuse-file.ts';

/** Cells without the blanks around them. */
export type TableRow = { line: number; cells: string[] };
/**
 * `line` counts from 1 with the headings, as a spreadsheet numbers its rows; rows without a word are left
 * out.
 */
export type Table = { headings: string[]; rows: TableRow[] };

const DELIMITERS = [';', ',', '\t'];
/** Of one row, however its cells share it: more is a quote that was never closed, or no table. */
const ROW_CHARACTERS_MAX = 64 * 1024;
/** So much is read at a time, while other requests are answered. */
const SLICE_CHARACTERS = 16 * 1024;

const OPTIONS = {
  record_delimiter: ['\r\n', '\n', '\r'],
  // A row may be short, and a quote may stand in the middle of a cell.
  relax_column_count: true,
  relax_quotes: true,
  max_record_size: ROW_CHARACTERS_MAX,
};

/**
 * A file of comma-separated values (RFC 4180), or with semicolons or tabs between them, as a table; the first
 * row that says anything has the headings. Refuses what is none, and what is too long or too wide.
 */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  const text = await decodeText(bytes);
  const [headings, ...rows] = await readRows(text, guessDelimiter(text));
  if (!headings) refuseFile(() => t('imports.is_empty'));
  if (headings.cells.length > IMPORT_COLUMNS_MAX)
    refuseFile(() => t('imports.too_many_columns', { max: IMPORT_COLUMNS_MAX }));
  return { headings: headings.cells, rows };
}

async function readRows(text: string, delimiter: string): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  let line = 0;
  try {
    const records = Readable.from(slicesOf(text)).pipe(parseStream({ ...OPTIONS, delimiter }));
    for await (const record of inTurns(records)) {
      line++;
      const cells = (record as string[]).map((cell) => unguarded(cell.trim()));
      if (cells.every((cell) => cell === '')) continue;
      // One more row has the headings.
      if (rows.push({ line, cells }) > IMPORT_LINES_MAX + 1)
        refuseFile(() => t('imports.too_many_lines', { max: IMPORT_LINES_MAX }));
    }
  } catch (error) {
    if (error instanceof CsvError) refuseFile(() => sentenceOf(error, line + 1));
    throw error;
  }
  return rows;
}

async function* slicesOf(text: string) {
  for (let at = 0; at < text.length; at += SLICE_CHARACTERS) {
    yield text.slice(at, at + SLICE_CHARACTERS);
    await nextTurn();
  }
}

function sentenceOf({ code }: CsvError, line: number): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return t('imports.quote_not_closed', { line });
  if (code === 'CSV_MAX_RECORD_SIZE') return t('imports.line_too_long', { line });
  return t('imports.line_unread', { line });
}

/** What divides the headings into most. */
function guessDelimiter(text: string): string {
  const widthBy = (delimiter: string) => {
    try {
      const options = { ...OPTIONS, delimiter, to: 1, skip_records_with_empty_values: true };
      return parse(text.slice(0, ROW_CHARACTERS_MAX), options)[0]?.length ?? 0;
    } catch {
      return 0;
    }
  };
  return DELIMITERS.reduce((best, one) => (widthBy(one) > widthBy(best) ? one : best));
}
