import { pipeline } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod';
import { decimalOf } from '#contract/formats.ts';
import { isFormer } from '#contract/former.ts';
import type { CsvHeadings } from '#contract/primitives.schema.ts';
import { ENGLISH } from '#languages/languages.ts';
import { type PlainId, t, withLanguage } from '#languages/t.ts';
import { inTurns } from '#server/database/lists/turns.ts';
import { guarded } from './csv-cells.ts';

/** A cell: texts are made safe, sums and numbers are written as the dialect says, null is empty. */
export type Cell = string | number | { cents: number } | null;

/** What divides the cells of a line, and the whole part of a number from the rest. */
export type Dialect = { delimiter: ',' | ';'; decimal: '.' | ',' };

/** As RFC 4180 writes it, and as programs read it. */
const PLAIN: Dialect = { delimiter: ',', decimal: '.' };
/** Where numbers have a point, and lists a semicolon all the same. */
const SEMICOLONS = new Set(['CH', 'LI']);

/**
 * As spreadsheets of a country read a file without being told: where a comma stands in numbers, a semicolon
 * divides cells. `locale` names the country (`en-DE`); without one it is as programs read it.
 */
export function dialectOf(locale: string | undefined): Dialect {
  const { region } = new Intl.Locale(locale ?? 'en');
  if (region === undefined) return PLAIN;
  if (decimalOf(region) === ',') return { delimiter: ';', decimal: ',' };
  return SEMICOLONS.has(region) ? { ...PLAIN, delimiter: ';' } : PLAIN;
}

/**
 * As RFC 4180 writes it; without the mark Excel reads a file in the system's own code page, and spoils every
 * name with an accent.
 */
const formOf = ({ delimiter, decimal }: Dialect) => ({
  bom: true,
  delimiter,
  record_delimiter: '\r\n',
  quoted_match: /[\r\n]/,
  cast: {
    string: guarded,
    number: (number: number) => `${number}`.replace('.', decimal),
    object: (sum: object) => csvMoney((sum as { cents: number }).cents).replace('.', decimal),
  },
});

/** Whole cents in currency units, e.g. `59.50` or `-12.00`. */
export const csvMoney = (cents: number) => (cents / 100).toFixed(2);

/** An address, empty for a person who has left. */
export const csvEmail = (email: string | null) => (email === null || isFormer(email) ? '' : email);

/** Epoch milliseconds as ISO 8601, which every spreadsheet reads. */
export const csvMoment = (ms: number) => new Date(ms).toISOString();

/** What stands above the columns, in the language of now; `names` are the English ones, in whichever that is. */
export function headOf(ids: readonly PlainId[], { headings }: z.output<typeof CsvHeadings>): string[] {
  const head = () => ids.map((id) => t(id));
  return headings === 'names' ? withLanguage(ENGLISH, head) : head();
}

/**
 * Answers a CSV file (RFC 4180, UTF-8) to be saved as `<name>.csv`: a head, then the rows as they come, so
 * that a long table is never in memory as a whole. A text that a spreadsheet would calculate gets an
 * apostrophe before it.
 */
export function sendCsv(
  reply: Pick<FastifyReply, 'type' | 'header'> & { send: (payload: never) => unknown },
  name: string,
  {
    head,
    rows,
    dialect = PLAIN,
  }: {
    head: readonly string[];
    rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;
    dialect?: Dialect;
  },
) {
  async function* records() {
    yield head;
    yield* inTurns(rows);
  }
  reply.type('text/csv; charset=utf-8');
  reply.header('content-disposition', `attachment; filename="${name}.csv"`);
  // The contract calls the file a string; on its way it is a stream of it.
  // What fails on the way ends the answer in the middle, as Fastify does with a stream that fails.
  const file = pipeline(records, stringify(formOf(dialect)), () => {});
  return reply.send(file as never) as never;
}
