import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { countTurns } from '#tests/support/count-turns.ts';
import { guarded, unguarded } from './csv-cells.ts';
import { type Cell, type Dialect, dialectOf, sendCsv } from './send-csv.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** The file that is sent. */
async function fileOf(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  dialect?: Dialect,
): Promise<string> {
  let sent: unknown;
  const reply = { type: () => reply, header: () => reply, send: (payload: unknown) => (sent = payload) };
  sendCsv(reply as never, 'x', { head, rows, dialect });
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
  let harmless = '';
  let begins = true;
  for (const [at, sign] of [...said].entries()) {
    if ((begins && '=+-@＝＋－＠'.includes(sign)) || (at === 0 && '\t\r\n'.includes(sign))) harmless += "'";
    harmless += sign;
    begins = ';\t\r\n'.includes(sign) || (begins && sign === ' ' && at > 0);
  }
  if (/^-?\d+(\.\d+)?$/.test(said)) harmless = said;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

test('a file is written as RFC 4180 says, to the byte, and no cell of it is a formula', async () => {
  const piece = fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '＝',
    '＠',
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

test('while 100 000 rows go out, the event loop gets a turn every ten milliseconds', async () => {
  const turns = countTurns();
  const file = await fileOf(['Name', 'Sum'], Array<Cell[]>(100_000).fill(['Clara', 1]));
  expect(file.length).toBeGreaterThan(800_000);
  expect(await turns.end()).toBeGreaterThan(100_000 / 25);
});

test.each([
  ['=1+1', "'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['x;=1+1', "x;'=1+1"],
  ['x; @SUM(1)', "x; '@SUM(1)"],
  ['x\t-1+1', "x\t'-1+1"],
  ['\t=1', "'\t'=1"],
  ['-12.50', '-12.50'],
  ['a-b; c', 'a-b; c'],
])('the cell %j is written as %j, and read as it was', (text, cell) => {
  expect(guarded(text)).toBe(cell);
  expect(unguarded(cell)).toBe(text);
});

test.each([
  ['en-US', '"a;b, c",-1234.50,8.1'],
  ['en-DE', '"a;b, c";-1234,50;8,1'],
  ['en-FR', '"a;b, c";-1234,50;8,1'],
  ['en-CH', '"a;b, c";-1234.50;8.1'],
  [undefined, '"a;b, c",-1234.50,8.1'],
])('cells and decimals are divided as spreadsheets of %s read them', async (locale, line) => {
  const file = await fileOf(
    ['Name', 'Sum', 'Rate'],
    [['a;b, c', { cents: -123_450 }, 8.1]],
    dialectOf(locale),
  );
  expect(file.split('\r\n')[1]).toBe(line);
});
