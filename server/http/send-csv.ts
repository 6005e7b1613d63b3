import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { isFormer } from '#contract/former.ts';

/** A cell: texts are made safe, numbers are written as they are, null is empty. */
export type Cell = string | number | null;

/** Without it Excel reads a file in the system's own code page, and spoils every name with an accent. */
const BYTE_ORDER_MARK = '\ufeff';

/** What a spreadsheet would run as a formula (OWASP, "CSV injection"); a negative amount is none. */
const FORMULA = /^[=+\-@\t\r\n]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

function cell(value: Cell): string {
  const text = String(value ?? '');
  const harmless = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const record = (cells: readonly Cell[]) => `${cells.map(cell).join(',')}\r\n`;

/** Whole cents in currency units, e.g. `59.50` or `-12.00`. */
export const csvMoney = (cents: number) => (cents / 100).toFixed(2);

/** An address, empty for somebody who has left. */
export const csvEmail = (email: string) => (isFormer(email) ? '' : email);

/** Epoch milliseconds as ISO 8601, which every spreadsheet reads. */
export const csvMoment = (ms: number) => new Date(ms).toISOString();

/**
 * Answers a CSV file (RFC 4180, UTF-8) to be saved as `<name>.csv`: a head, then the rows as they come, so that a long table is
 * never in memory as a whole. A text that a spreadsheet would calculate gets an apostrophe before it.
 */
export function sendCsv(
  reply: Pick<FastifyReply, 'type' | 'header'> & { send: (payload: never) => unknown },
  name: string,
  {
    head,
    rows,
  }: { head: readonly string[]; rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]> },
) {
  async function* lines() {
    yield BYTE_ORDER_MARK + record(head);
    for await (const row of rows) yield record(row);
  }
  reply.type('text/csv; charset=utf-8');
  reply.header('content-disposition', `attachment; filename="${name}.csv"`);
  // The contract calls the file a string; on its way it is a stream of it.
  return reply.send(Readable.from(lines()) as never) as never;
}
