import { correction, generate, mode } from 'lean-qr';
import { directionOf } from '#languages/languages.ts';
import { makePrint, Print, type Style } from '#server/pdf/print.ts';
import type { InvoiceWords, Sheet } from './printed.ts';

const MUTED = '#5d5769';
const RULE = '#cfc8d6';
const SHADE = '#f6f3f8';
const MARGIN = 56;
/** Where the address stands in the window of an envelope. */
const PAYER_Y = 142;
const FOOT = 64;
const SMALL: Style = { size: 8.5, colour: MUTED };
const BODY: Style = { size: 9.5 };
const SUM: Style = { size: 9.5, isTabular: true };
const STRONG: Style = { size: 9.5, weight: 'semibold' };
/** How wide a column of sums is. */
const SUM_WIDTH = 76;
const GAP = 8;
const CELL = 6;
const QR_WIDTH = 96;
/** Modules that a reader needs clear around a code (ISO/IEC 18004, section 9.1). */
const QUIET_ZONE = 4;
/** The largest that EPC069-12 allows. */
const QR_VERSION_MAX = 13;

/** An invoice, a credit note or a statement as PDF, the same bytes whenever it is made. */
export function invoicePdf(printed: Sheet): Promise<Buffer> {
  const { words, language, paper, issuedday } = printed;
  const options = {
    title: words.title,
    language,
    direction: directionOf(language),
    paper,
    madeAt: new Date(`${issuedday}T00:00:00Z`),
    producer: 'Cadenza',
  };
  return makePrint(options, (print) => drawInvoice(print, printed));
}

function drawInvoice(print: Print, printed: Sheet) {
  const { words, colour } = printed;
  const inner = print.width - 2 * MARGIN;
  const below = (sections: ((y: number) => number)[], y: number) =>
    sections.reduce((at, draw) => draw(at), y);

  const head = Math.max(drawSchool(print, printed), PAYER_Y);
  const address = drawPayer(print, printed, head);
  const facts = drawFacts(print, printed, head);
  below(
    [
      (y) =>
        print.text(
          'H1',
          words.title,
          { x: MARGIN, y: y + 22, width: inner },
          {
            size: 18,
            weight: 'semibold',
            colour,
          },
        ),
      (y) => drawLines(print, printed, y + 12),
      (y) => drawSums(print, printed, y + 10),
      (y) => drawPay(print, printed, y + 18),
      (y) => drawNotes(print, words, y + 14),
    ],
    Math.max(address, facts),
  );
  print.onEachPage((page, pages) => {
    const text = words.page.replace('%1', `${page}`).replace('%2', `${pages}`);
    const box = { x: MARGIN, y: print.height - 40, width: inner / 2 };
    print.draw(print.lines(printed.school.name, box.width, SMALL).slice(0, 1), box, SMALL);
    const end = { ...box, x: MARGIN + inner / 2, align: 'end' as const };
    print.draw(print.lines(text, box.width, SMALL), end, SMALL);
  });
}

/** The school's name, and its address on the other side. */
function drawSchool(print: Print, { school, colour }: Sheet): number {
  const half = (print.width - 2 * MARGIN) / 2 - GAP;
  const name: Style = { size: 15, weight: 'semibold', colour };
  print.artifact(() => print.area(0, 0, print.width, 6, colour));
  const start = print.text('P', school.name, { x: MARGIN, y: 44, width: half }, name);
  let end = 44;
  const side = { x: print.width - MARGIN - half, width: half, align: 'end' as const };
  for (const line of school.lines) end = print.text('P', line, { ...side, y: end }, SMALL);
  return Math.max(start, end) + 10;
}

function drawPayer(print: Print, { words, payer }: Sheet, y: number): number {
  const width = (print.width - 2 * MARGIN) / 2 - GAP;
  let at = print.text('P', words.to, { x: MARGIN, y, width }, SMALL);
  at = print.text('P', payer.name, { x: MARGIN, y: at + 2, width }, { size: 10.5, weight: 'semibold' });
  for (const line of payer.lines) at = print.text('P', line, { x: MARGIN, y: at, width }, BODY);
  return at;
}

/** Number, days and the like: what each is on the one side, what it says on the other. */
function drawFacts(print: Print, { words }: Sheet, y: number): number {
  const half = (print.width - 2 * MARGIN) / 2;
  return drawPairs(print, words.facts, { x: print.width - MARGIN - half + GAP, y, width: half - GAP });
}

function drawPairs(
  print: Print,
  pairs: readonly [label: string, value: string][],
  { x, y, width }: { x: number; y: number; width: number },
): number {
  const labelWidth = width * 0.42;
  const valueWidth = width - labelWidth - GAP;
  let at = y;
  for (const [label, value] of pairs) {
    const labels = print.lines(label, labelWidth, SMALL);
    const values = print.lines(value, valueWidth, BODY);
    let end = at;
    print.tag('P', () => {
      print.content(() => {
        end = print.draw(labels, { x, y: at + 1, width: labelWidth }, SMALL);
      });
      print.content(() => {
        const box = { x: x + labelWidth + GAP, y: at, width: valueWidth };
        end = Math.max(end, print.draw(values, box, BODY));
      });
    });
    at = end + 2;
  }
  return at;
}

/** Goes on to another page where what comes next does not fit. */
function onOnePage(print: Print, y: number, height: number): number {
  if (y + height <= print.height - FOOT) return y;
  print.newPage();
  return MARGIN;
}

function drawLines(print: Print, { words, colour }: Sheet, y: number): number {
  const inner = print.width - 2 * MARGIN;
  const sumColumns = words.columns.length - 1;
  const first = inner - sumColumns * (SUM_WIDTH + GAP);
  const columns = words.columns.map((label, index) => ({
    label,
    x: index === 0 ? MARGIN : MARGIN + first + GAP + (index - 1) * (SUM_WIDTH + GAP),
    width: index === 0 ? first : SUM_WIDTH,
    align: index === 0 ? ('start' as const) : ('end' as const),
  }));
  const headStyle: Style = { size: 8.5, weight: 'semibold', colour };
  const heads = columns.map((column) => ({
    ...column,
    lines: print.lines(column.label, column.width, headStyle),
  }));
  const lineHeight = Print.lineHeight(headStyle);
  const headHeight = Math.max(...heads.map(({ lines }) => lines.length)) * lineHeight + CELL;
  const drawHead = (top: number, { isFirst }: { isFirst: boolean }) => {
    for (const { lines, ...box } of heads) {
      const draw = () => {
        print.draw(lines, { ...box, y: top }, headStyle);
      };
      if (isFirst) print.tag('TH', () => print.content(draw), { scope: 'Column' });
      else print.artifact(draw, 'Pagination');
    }
    print.artifact(() => print.rule(MARGIN, top + headHeight - 2, inner, colour, 1));
    return top + headHeight + CELL / 2;
  };

  const rows = words.rows.map((row) => {
    const label = print.lines(row.label, first, STRONG);
    const about = row.about.map((line) => print.lines(line, first, SMALL));
    const height =
      label.length * Print.lineHeight(STRONG) + about.flat().length * Print.lineHeight(SMALL) + CELL;
    return { ...row, height };
  });
  const start = onOnePage(print, y, headHeight + CELL + (rows[0]?.height ?? 0));
  let at = start;
  print.tag('Table', () => {
    print.tag('THead', () =>
      print.tag('TR', () => {
        at = drawHead(at, { isFirst: true });
      }),
    );
    print.tag('TBody', () => {
      for (const row of rows) {
        const next = onOnePage(print, at, row.height);
        at = next === at ? at : drawHead(next, { isFirst: false });
        const top = at;
        print.tag('TR', () => {
          const [box, ...sums] = columns;
          if (!box) return;
          print.tag('TD', () => {
            let end = print.text('P', row.label, { ...box, y: top }, STRONG);
            for (const line of row.about) end = print.text('P', line, { ...box, y: end }, SMALL);
          });
          for (const [index, cell] of sums.entries())
            print.text('TD', row.sums[index] ?? '', { ...cell, y: top }, SUM);
        });
        at = top + row.height;
        print.artifact(() => print.rule(MARGIN, at - CELL / 2 + 1, inner, RULE, 0.5));
        at += CELL / 2;
      }
    });
  });
  return at;
}

/** Taxes by rate, the total, what was paid before and what is left, as a table with a head in each row. */
function drawSums(print: Print, { words, colour }: Sheet, y: number): number {
  const width = 260;
  const x = print.width - MARGIN - width;
  const labelWidth = width - SUM_WIDTH - 24 - GAP;
  const styleOf = (isTotal: boolean): Style =>
    isTotal ? { size: 11, weight: 'semibold', colour, isTabular: true } : SUM;
  const rows = words.sums.map(({ label, value, isTotal = false }) => {
    const style = styleOf(isTotal);
    const lines = print.lines(label, labelWidth - CELL, style);
    return { label, value, isTotal, style, height: lines.length * Print.lineHeight(style) + CELL };
  });
  let at = onOnePage(
    print,
    y,
    rows.reduce((sum, { height }) => sum + height, 0),
  );
  print.tag('Table', () => {
    for (const { label, value, isTotal, style, height } of rows) {
      if (isTotal) print.artifact(() => print.area(x, at, width, height, SHADE));
      print.tag('TR', () => {
        const top = at + CELL / 2;
        print.text('TH', label, { x: x + CELL, y: top, width: labelWidth - CELL }, style, { scope: 'Row' });
        const box = { x: x + labelWidth + GAP, y: top, width: SUM_WIDTH + 24 - CELL, align: 'end' as const };
        print.text('TD', value, box, style);
      });
      at += height;
    }
  });
  return at;
}

/** Where to transfer it to, with a code that banking apps read. */
function drawPay(print: Print, { words: { pay }, transfer, colour }: Sheet, y: number): number {
  if (!pay) return y;
  const inner = print.width - 2 * MARGIN;
  const width = pay.scan === null ? inner : inner - QR_WIDTH - 3 * GAP;
  const top = onOnePage(print, y, Math.max(QR_WIDTH + 34, 22 + pay.facts.length * 18));
  const heading: Style = { size: 11, weight: 'semibold', colour };
  let at = print.text('H2', pay.heading, { x: MARGIN, y: top, width }, heading);
  at = drawPairs(print, pay.facts, { x: MARGIN, y: at + 4, width: Math.min(width, 330) });
  if (pay.scan === null || transfer === null) return at;
  const scan = pay.scan;
  // As bytes alone: not every banking app reads a code that names its character set.
  const code = generate(mode.bytes(new TextEncoder().encode(transfer)), {
    minCorrectionLevel: correction.M,
    maxCorrectionLevel: correction.M,
    maxVersion: QR_VERSION_MAX,
  });
  const size = code.size + 2 * QUIET_ZONE;
  const x = print.width - MARGIN - QR_WIDTH;
  const isSet = (column: number, row: number) => Boolean(code.get(column - QUIET_ZONE, row - QUIET_ZONE));
  const draw = () => print.grid({ x, y: top, width: QR_WIDTH }, size, isSet);
  print.tag('Figure', () => print.content(draw), {
    alt: scan,
    bbox: [x, top, x + QR_WIDTH, top + QR_WIDTH],
  });
  const caption = { x: x - 2 * GAP, y: top + QR_WIDTH, width: QR_WIDTH + 2 * GAP, align: 'end' as const };
  return Math.max(at, print.text('P', scan, caption, SMALL));
}

/** Line by line, so that long terms go on over the page. */
function drawNotes(print: Print, { notes }: InvoiceWords, y: number): number {
  const width = print.width - 2 * MARGIN;
  let at = y;
  for (const note of notes) {
    const lines = print.lines(note, width, BODY);
    print.tag('P', () => {
      for (const line of lines) {
        at = onOnePage(print, at, Print.lineHeight(BODY));
        print.content(() => {
          at = print.draw([line], { x: MARGIN, y: at, width }, BODY);
        });
      }
    });
    at += 8;
  }
  return at;
}
