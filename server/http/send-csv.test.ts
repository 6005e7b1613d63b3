import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cell, sendCsv } from './send-csv.ts';

/** The file that is sent. */
async function fileOf(head: readonly string[], rows: readonly (readonly Cell[])[]): Promise<string> {
  let sent: unknown;
  const reply = { type: () => reply, header: () => reply, send: (payload: unknown) => (sent = payload) };
  sendCsv(reply as never, 'x', { head, rows });
  // `text` would drop the mark.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    new Uint8Array(
      Buffer.concat(await (sent as AsyncIterable<Buffer> & { toArray(): Promise<Buffer[]> }).toArray()),
    ),
  );
}

/** RFC 4180, by hand; what a spreadsheet would calculate has an apostrophe before it. */
function cellOf(value: Cell): string {
  const said = String(value ?? '');
  const isFormula = /^[=+\-@\t\r\n]/.test(said) && !/^-?\d+(\.\d+)?$/.test(said);
  const harmless = isFormula ? `'${said}` : said;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

test('a file is written as RFC 4180 says, to the byte, and no cell of it is a formula', async () => {
  const piece = fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    "'",
    '"',
    ',',
    ';',
    '\r',
    '\n',
    '\t',
    ' ',
    '1',
    '.5',
    'é',
    'a',
  );
  const cell = fc.oneof(
    fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
    fc.integer(),
    fc.constant(null),
  );
  const row = fc.array(cell, { minLength: 2, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 5 }), async (rows) => {
      const records = [['Name', 'Sum'], ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`);
      expect(await fileOf(['Name', 'Sum'], rows)).toBe(`\ufeff${records.join('')}`);
    }),
  );
});
