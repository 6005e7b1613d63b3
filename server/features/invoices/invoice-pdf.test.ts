import { createHash } from 'node:crypto';
import jsQr from 'jsqr';
import { describe, expect, test } from 'vitest';
import { openPdf, readTree } from '#tests/support/read-pdf.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { printInvoice } from './print-invoice.ts';
import { factsOf, lineOf } from './printed.test-support.ts';
import type { InvoiceFacts } from './printed.ts';

const LOOKS = { language: 'en', locale: 'en-IE', palette: undefined } as const;
const print = (facts: InvoiceFacts, looks: Partial<Parameters<typeof printInvoice>[1]> = {}) =>
  invoicePdf(printInvoice(facts, { ...LOOKS, ...looks }));
const text = (bytes: Buffer) => bytes.toString('latin1');

describe('a screen reader', () => {
  test('is told the title, the language, and each part as what it is', async () => {
    const bytes = await print(
      factsOf([lineOf(12000), lineOf(4500, { taxrate: 70, label: 'Loan of a cello' })]),
    );
    const pdf = await openPdf(bytes);
    const { info } = await pdf.getMetadata();
    expect(info).toMatchObject({ Title: 'Invoice 2026-0001', Language: 'en' });
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    expect(text(bytes)).toContain('/DisplayDocTitle true');
    expect(text(bytes)).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(await readTree(await pdf.getPage(1))).toEqual([
      'Document:',
      'P: Cadenza & Friends',
      'P: 12 Harbour Street',
      'P: D02 Dublin',
      'P: office@cadenza.example',
      'P: Bill to',
      'P: Grace Lee',
      'P: 7 Orchard Road',
      'P: D04 Dublin',
      'P: Date 24 November 2026',
      'P: Due by 8 December 2026',
      'P: Tax number IE1234567X',
      'H1: Invoice 2026-0001',
      'Table:',
      'THead:',
      'TR:',
      'TH: Billed for',
      'TH: Net',
      'TH: Tax',
      'TH: Amount',
      'TBody:',
      'TR:',
      'TD:',
      'P: Tuition March 2026',
      'P: Ada Lee · Cello for beginners',
      'P: 1 – 31 March 2026',
      'P: Tax 19%',
      'TD: €100.84',
      'TD: €19.16',
      'TD: €120.00',
      'TR:',
      'TD:',
      'P: Loan of a cello',
      'P: Ada Lee · Cello for beginners',
      'P: 1 – 31 March 2026',
      'P: Tax 7%',
      'TD: €42.06',
      'TD: €2.94',
      'TD: €45.00',
      'Table:',
      ...['TR:', 'TH: Net at 19% tax', 'TD: €100.84', 'TR:', 'TH: Tax 19%', 'TD: €19.16'],
      ...['TR:', 'TH: Net at 7% tax', 'TD: €42.06', 'TR:', 'TH: Tax 7%', 'TD: €2.94'],
      ...['TR:', 'TH: Total', 'TD: €165.00'],
      'H2: Pay by transfer',
      'P: Account holder Cadenza Music School',
      'P: IBAN IE29 AIBK 9311 5212 3456 78',
      'P: BIC AIBKIE2D',
      'P: Amount €165.00',
      'P: Reference 2026-0001',
      'Figure: Scan with your banking app to pay',
      'P: Scan with your banking app to pay',
      'P: Please pay within 14 days. Thank you!',
    ]);
    // The heads say of what they are the heads.
    expect(text(bytes).match(/\/Scope \/Column/g)).toHaveLength(4);
    expect(text(bytes).match(/\/Scope \/Row/g)).toHaveLength(5);
  });

  test('is told nothing of rules, and of heads and pages that are said again', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => lineOf(6000, { label: `Lesson ${at + 1}` }));
    const pdf = await openPdf(await print(factsOf(lines, { paid: 20000 })));
    expect(pdf.numPages).toBeGreaterThan(2);
    const read: string[] = [];
    for (let page = 1; page <= pdf.numPages; page++) {
      const { items } = await (await pdf.getPage(page)).getTextContent();
      const drawn = items.map((item) => ('str' in item ? item.str : '')).join('');
      expect(drawn).toContain(`Page ${page} of ${pdf.numPages}`);
      const tree = await readTree(await pdf.getPage(page));
      if (tree.some((part) => part.startsWith('P: Lesson'))) expect(drawn).toContain('Billed for');
      read.push(...tree);
    }
    expect(read.filter((part) => part === 'TH: Billed for')).toHaveLength(1);
    expect(read.filter((part) => part.includes('Page '))).toEqual([]);
    expect(read.filter((part) => part.startsWith('P: Lesson'))).toEqual(
      lines.map(({ label }) => `P: ${label}`),
    );
    expect(read).toContain('TH: To pay');
  });

  test('finds no text outside of a part or an artifact', async () => {
    const bytes = await print(factsOf([lineOf(12000)]));
    for (const [, content = ''] of text(bytes).matchAll(/stream\n([\s\S]*?)\nendstream/g)) {
      if (!content.includes('BDC')) continue;
      let depth = 0;
      for (const line of content.split('\n')) {
        if (/(BDC|BMC)$/.test(line)) depth++;
        else if (line === 'EMC') depth--;
        else if (/ (Tj|TJ|f|S)$|^(f|S|B)$/.test(line)) expect(depth, line).toBe(1);
      }
      expect(depth).toBe(0);
    }
  });
});

test('it is in the language it was issued in, on the paper of the school’s country', async () => {
  const german = await openPdf(await print(factsOf([lineOf(12000)]), { language: 'de', locale: 'en-DE' }));
  expect((await german.getMetadata()).info).toMatchObject({ Title: 'Rechnung 2026-0001', Language: 'de' });
  expect(await readTree(await german.getPage(1))).toContain('TD: 120,00 €');
  const widthOf = async (locale: string) => {
    const pdf = await openPdf(await print(factsOf([lineOf(1)]), { locale }));
    return Math.round((await pdf.getPage(1)).view[2] ?? 0);
  };
  expect([await widthOf('en-IE'), await widthOf('en-US')]).toEqual([595, 612]);
});

test('names run in their own direction, and are read out as they were written', async () => {
  const payer = { name: 'محمد الحسيني', lines: ['شارع الحمرا 15'] };
  const bytes = await print(factsOf([lineOf(100, { label: 'Уроки · Βιολί' })], { payer }));
  const page = await (await openPdf(bytes)).getPage(1);
  const items = (await page.getTextContent()).items.flatMap((item) => ('str' in item ? [item] : []));
  const at = (part: string) => items.find(({ str }) => str.includes(part))?.transform[4] as number;
  // The number of the house is left of the street.
  expect(at('15')).toBeLessThan(at('ارع'));
  expect(await readTree(page)).toContain('P: Уроки · Βιολί');
  const utf16 = (words: string) => Buffer.from(`\ufeff${words}`, 'utf16le').swap16().toString('latin1');
  expect(text(bytes)).toContain('/ActualText');
  expect(text(bytes).replaceAll(/\\([()\\])/g, '$1')).toContain(utf16(payer.name));
  // No character is drawn as the box of a font that lacks it.
  const glyphs = [...text(bytes).matchAll(/\[.*\] TJ/g)].flatMap(
    ([drawn]) => drawn.match(/(?<=<[0-9a-f]*)[0-9a-f]{4}/g) ?? [],
  );
  expect(glyphs.length).toBeGreaterThan(100);
  expect(glyphs).not.toContain('0000');
});

describe('the code of a transfer', () => {
  /** What a reader of QR codes finds among the squares that are drawn. */
  async function scan(bytes: Buffer): Promise<string | undefined> {
    const squares = [...text(bytes).matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)]
      .map(([, x, y, width, height]) => ({
        x: Number(x),
        y: Number(y),
        width: Number(width),
        height: Number(height),
      }))
      .filter(({ height }) => height < 5);
    if (squares.length === 0) return undefined;
    const module = Math.min(...squares.map(({ height }) => height));
    const left = Math.min(...squares.map(({ x }) => x)) - 4 * module;
    const top = Math.min(...squares.map(({ y }) => y)) - 4 * module;
    const side = Math.round((Math.max(...squares.map(({ x, width }) => x + width)) - left) / module) + 4;
    const scale = 4;
    const pixels = new Uint8ClampedArray(4 * (side * scale) ** 2).fill(255);
    for (const { x, y, width } of squares)
      for (let row = 0; row < scale; row++)
        for (let column = 0; column < Math.round(width / module) * scale; column++) {
          const [across, down] = [
            Math.round((x - left) / module) * scale + column,
            Math.round((y - top) / module) * scale + row,
          ];
          pixels.fill(0, 4 * (down * side * scale + across), 4 * (down * side * scale + across) + 3);
        }
    return jsQr(pixels, side * scale, side * scale)?.data;
  }

  test('says by EPC069-12 who gets what and for which invoice', async () => {
    expect(await scan(await print(factsOf([lineOf(16550)], { paid: 5000 })))).toBe(
      'BCD\n002\n1\nSCT\nAIBKIE2D\nCadenza Music School\nIE29AIBK93115212345678\nEUR115.50\n\n\n2026-0001',
    );
    const bank = { iban: 'DE89 3704 0044 0532 0130 00', holder: 'Musikschule Überlingen' };
    expect(await scan(await print(factsOf([lineOf(100)], { bank })))).toBe(
      'BCD\n002\n1\nSCT\n\nMusikschule Überlingen\nDE89370400440532013000\nEUR1.00\n\n\n2026-0001',
    );
  });

  test('is for euros alone, and for what is still to be paid', async () => {
    const lines = [lineOf(5000)];
    expect(await scan(await print(factsOf(lines, { currency: 'chf' })))).toBeUndefined();
    expect(await scan(await print(factsOf(lines, { paid: 5000 })))).toBeUndefined();
    expect(await scan(await print(factsOf(lines, { bank: null })))).toBeUndefined();
    const credit = factsOf([lineOf(-5000)], {
      kind: 'credit',
      cancels: '2026-0001',
      dueday: null,
      reason: 'Wrong class',
    });
    const bytes = await print(credit);
    expect(await scan(bytes)).toBeUndefined();
    const tree = await readTree(await (await openPdf(bytes)).getPage(1));
    expect(tree).toContain('H1: Credit note 2026-0001');
    expect(tree).toContain('P: Cancels invoice 2026-0001');
    expect(tree).toContain('P: Reason: Wrong class');
  });
});

test('one line and nothing else is enough', async () => {
  const facts = factsOf([lineOf(2500, { taxrate: 0, about: [] })], {
    bank: null,
    terms: null,
    school: { name: 'Cadenza', lines: [], taxnumber: null },
    payer: { name: 'Bo', lines: [] },
  });
  const tree = await readTree(await (await openPdf(await print(facts))).getPage(1));
  expect(tree.slice(-4)).toEqual(['Table:', 'TR:', 'TH: Total', 'TD: €25.00']);
  expect(tree).not.toContain('TH: Tax');
});

test('its bytes are the same for ever', async () => {
  // Another hash after a new version of a library means that invoices which were issued would change.
  const hashes: string[] = [];
  for (const facts of [
    factsOf([lineOf(12000)]),
    factsOf([lineOf(700)], { payer: { name: 'ليلى', lines: [] } }),
  ])
    hashes.push(
      createHash('sha256')
        .update(await print(facts))
        .digest('hex')
        .slice(0, 16),
    );
  expect(hashes).toEqual(['b8f5714b846ed432', '9f084a4ce729ac0d']);
});
