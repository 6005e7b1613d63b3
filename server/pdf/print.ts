import PDFDocument from 'pdfkit';
import { type FontName, readFonts, type Weight } from './fonts.ts';
import {
  type Direction,
  hasRightToLeft,
  type Line,
  linesOf,
  type Measure,
  plainText,
  type Run,
} from './lines.ts';

/*
 * A print: pages in one look, tagged so that a screen reader reads them as a document (PDF/UA, ISO 14289-1).
 * Whatever is drawn belongs to an element of the document or is an artifact. Distances are points from the top
 * and from the side on which lines of its language begin.
 */

export type Paper = 'A4' | 'LETTER';
/** `isTabular`: digits of one width, so that they stand below one another. */
export type Style = { size: number; weight?: Weight; colour?: string; isTabular?: boolean };
/** Where lines stand: their upper edge, and between which sides. */
export type Box = { x: number; y: number; width: number; align?: 'start' | 'end' };
export type TagOptions = {
  /** Of a figure: what it shows, and where it is. */
  alt?: string;
  bbox?: [number, number, number, number];
  /** Of the head of a table: of what it is the head. */
  scope?: 'Column' | 'Row';
};
type Tag =
  InstanceType<typeof PDFDocument> extends { struct(...of: never[]): infer Element } ? Element : never;

export type PrintOptions = {
  title: string;
  /** BCP 47. */
  language: string;
  direction: Direction;
  paper: Paper;
  /** The moment that the file says it was made at. */
  madeAt: Date;
  /** The name of the program that made it. */
  producer: string;
};

const INK = '#1f1a2e';
const LINE_HEIGHT = 1.35;
/** Where letters stand in the height of a line. */
const BASELINE = 1.02;
/** The sides of A4 and Letter. */
const SIZES = { A4: [595.28, 841.89], LETTER: [612, 792] } as const;

export class Print {
  readonly width: number;
  readonly height: number;
  readonly #doc: InstanceType<typeof PDFDocument>;
  readonly #direction: Direction;
  readonly #parents: Tag[];
  readonly #widths = new Map<string, number>();

  constructor(doc: InstanceType<typeof PDFDocument>, { direction, paper }: PrintOptions) {
    this.#doc = doc;
    this.#direction = direction;
    [this.width, this.height] = SIZES[paper];
    const root = doc.struct('Document');
    doc.addStructure(root);
    this.#parents = [root];
  }

  static lineHeight({ size }: Style): number {
    return size * LINE_HEIGHT;
  }

  /** A part of the document; what is drawn by `content` inside of `make` belongs to it. */
  tag(type: string, make: () => void, options: TagOptions = {}): void {
    const { bbox, ...rest } = options;
    const element = this.#doc.struct(type as 'P', { ...rest, ...(bbox && { bbox: this.#turned(bbox) }) });
    this.#parents.at(-1)?.add(element);
    this.#parents.push(element);
    make();
    this.#parents.pop();
    element.end();
  }

  /** What belongs to the innermost part. */
  content(draw: () => void): void {
    this.#parents.at(-1)?.add(draw);
  }

  /** What is no part of the document: rules, and what is said again on the next page. */
  artifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.#doc.markContent('Artifact', { type });
    draw();
    this.#doc.endMarkedContent();
  }

  /** Text as lines that fit a width; own words may run in either direction. */
  lines(text: string, width: number, style: Style, direction: Direction | 'auto' = 'auto'): Line[] {
    return linesOf(text, { width, measure: this.#measure(style), direction });
  }

  /** Draws lines; gives the lower edge of the last one. */
  draw(lines: readonly Line[], { x, y, width, align = 'start' }: Box, style: Style): number {
    const measure = this.#measure(style);
    const isEnd = (align === 'end') !== (this.#direction === 'rtl');
    const left = this.#left(x, width);
    let top = y;
    this.#doc.fillColor(style.colour ?? INK);
    for (const [line, { runs }] of lines.entries()) {
      const widths = runs.map(measure);
      const whole = widths.reduce((sum, one) => sum + one, 0);
      let at = isEnd ? left + width - whole : left;
      for (const [index, run] of runs.entries()) {
        this.#write(run, at, top, style);
        at += widths[index] ?? 0;
      }
      // Else the last word of a line and the first of the next would be read as one.
      if (line < lines.length - 1) this.#write({ text: ' ', script: 'latin' }, at, top, style);
      top += Print.lineHeight(style);
    }
    return top;
  }

  /** A text as an element of its own; gives its lower edge. */
  text(type: string, text: string, box: Box, style: Style, options: TagOptions = {}): number {
    let end = box.y;
    const lines = this.lines(text, box.width, style);
    const spoken = hasRightToLeft(text) ? { actual: plainText(text) } : {};
    this.tag(
      type,
      () =>
        this.content(() => {
          end = this.draw(lines, box, style);
        }),
      { ...options, ...spoken },
    );
    return end;
  }

  /** A rule from one side to the other. */
  rule(x: number, y: number, width: number, colour: string, thickness = 0.75): void {
    const left = this.#left(x, width);
    this.#doc
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(thickness)
      .strokeColor(colour)
      .stroke();
  }

  area(x: number, y: number, width: number, height: number, colour: string): void {
    this.#doc.rect(this.#left(x, width), y, width, height).fill(colour);
  }

  /** Squares of a grid, those that `isSet` names; no language turns it. */
  grid({ x, y, width }: Box, count: number, isSet: (column: number, row: number) => boolean): void {
    const left = this.#left(x, width);
    const side = width / count;
    for (let row = 0; row < count; row++)
      for (let from = 0; from < count; from++) {
        let to = from;
        while (to < count && isSet(to, row)) to++;
        if (to > from) this.#doc.rect(left + from * side, y + row * side, (to - from) * side, side);
        from = to;
      }
    this.#doc.fill('#000000');
  }

  newPage(): void {
    this.#doc.addPage();
  }

  /** Draws on each page once all are there. */
  onEachPage(draw: (page: number, pages: number) => void): void {
    const { start, count } = this.#doc.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.#doc.switchToPage(start + page);
      this.artifact(() => draw(page + 1, count), 'Pagination');
    }
  }

  #write({ script, text }: Run, x: number, top: number, style: Style) {
    this.#use(`${script}-${style.weight ?? 'regular'}`, style);
    const features = featuresOf(style);
    const y = top + style.size * BASELINE;
    this.#doc.text(text, x, y, { lineBreak: false, features, baseline: 'alphabetic' });
  }

  #left = (x: number, width: number) => (this.#direction === 'rtl' ? this.width - x - width : x);

  #turned([from, top, to, bottom]: [number, number, number, number]): [number, number, number, number] {
    const left = this.#left(from, to - from);
    return [left, top, left + to - from, bottom];
  }

  #use(font: FontName, { size }: Style) {
    this.#doc.font(font).fontSize(size);
  }

  #measure =
    (style: Style): Measure =>
    ({ script, text }) => {
      const font: FontName = `${script}-${style.weight ?? 'regular'}`;
      const key = `${font} ${style.size} ${style.isTabular ?? false} ${text}`;
      const known = this.#widths.get(key);
      if (known !== undefined) return known;
      this.#use(font, style);
      const width = this.#doc.widthOfString(text, { features: featuresOf(style) });
      this.#widths.set(key, width);
      return width;
    };
}

const featuresOf = ({ isTabular = false }: Style): PDFKit.Mixins.OpenTypeFeatures[] =>
  isTabular ? ['tnum'] : [];

/**
 * The bytes of a print, the same for the same input: no moment of now and no chance is in it, and nothing is
 * compressed, since what a deflate makes differs between processors.
 */
export async function makePrint(options: PrintOptions, draw: (print: Print) => void): Promise<Buffer> {
  const fonts = await readFonts();
  const { title, language, paper, madeAt, producer } = options;
  const doc = new PDFDocument({
    size: paper,
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as 'PDF/A-1',
    tagged: true,
    displayTitle: true,
    lang: language,
    compress: false,
    bufferPages: true,
    // None of the fonts that a reader has.
    font: null as never,
    info: { Title: title, CreationDate: madeAt, Producer: producer, Creator: producer },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Uint8Array) => chunks.push(Buffer.from(chunk)));
  const ended = new Promise<void>((resolve, reject) => doc.once('end', resolve).once('error', reject));
  for (const [name, bytes] of fonts) doc.registerFont(name, bytes);
  draw(new Print(doc, options));
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}
