import makeBidi from 'bidi-js';
import { type Script, scriptOf, UNKNOWN_CHARACTER } from './fonts.ts';

/*
 * Text as lines, and lines as runs in the order in which they stand on paper: a name in Arabic runs from right
 * to left in the middle of a German line, and its digits from left to right again.
 */

const bidi = makeBidi();

export type Direction = 'ltr' | 'rtl';
/** A piece of a line in one font and direction. */
export type Run = { text: string; script: Script };
export type Line = { runs: readonly Run[]; isRightToLeft: boolean };

/** How wide a run is. */
export type Measure = (run: Run) => number;

/** Marks of direction and joining that have a meaning and no shape, and what no print can show. */
const UNSEEN = /\p{Cc}|[\u00ad\u061c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\ufe00-\ufe0f]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** A text within another one, whose direction changes nothing around it. */
export const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);

/** Whether it has letters that run from right to left. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** The text without marks of direction, as one copies it out of a print. */
export const plainText = (text: string): string => text.replace(/[\u2066-\u2069]/g, '');

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * What no font has, as a box each. Runs of white space are one space.
 */
function shownText(text: string): string {
  let shown = '';
  for (const { segment } of graphemes.segment(text.normalize('NFC').replace(/[^\S\u00a0\u202f]+/g, ' '))) {
    const isShown = [...segment].every(
      (character) => UNSEEN.test(character) || scriptOf(character) !== undefined,
    );
    shown += isShown ? segment : UNKNOWN_CHARACTER;
  }
  return shown;
}

/** A text, paragraph by paragraph, as lines that are no wider than `width`. */
export function linesOf(
  text: string,
  { width, measure, direction }: { width: number; measure: Measure; direction: Direction | 'auto' },
): Line[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((written) => {
    const paragraph = shownText(written).trim();
    const levels = bidi.getEmbeddingLevels(paragraph, direction);
    const isRightToLeft = (levels.paragraphs[0]?.level ?? 0) % 2 === 1;
    const widthOf = (from: number, to: number) =>
      logicalRuns(paragraph.slice(from, to)).reduce((sum, run) => sum + measure(run), 0);
    return breaksOf(paragraph, (from, to) => widthOf(from, to) <= width).map(([from, to]) => ({
      runs: visualRuns(paragraph, levels, from, to),
      isRightToLeft,
    }));
  });
}

/** Where lines begin and end: after spaces and hyphens, inside of a word where it alone is too wide. */
function breaksOf(text: string, fits: (from: number, to: number) => boolean): [from: number, to: number][] {
  const lines: [number, number][] = [];
  let start = 0;
  while (start < text.length) {
    let end = start;
    for (const { index } of [...text.slice(start).matchAll(/(?<=[\s\-–\u00ad])(?=\S)|$/g)]) {
      const next = start + (index ?? 0);
      if (next === start) continue;
      if (!fits(start, trimmedEnd(text, start, next))) break;
      end = next;
    }
    if (end === start) end = wordPart(text, start, fits);
    lines.push([start, trimmedEnd(text, start, end)]);
    start = end;
  }
  return lines.length > 0 ? lines : [[0, 0]];
}

/** As much of a word as fits, at least one character of it. */
function wordPart(text: string, start: number, fits: (from: number, to: number) => boolean): number {
  let end = start;
  for (const { index, segment } of graphemes.segment(text.slice(start))) {
    const next = start + index + segment.length;
    if (end > start && !fits(start, next)) break;
    end = next;
  }
  return end;
}

const trimmedEnd = (text: string, from: number, to: number) => from + text.slice(from, to).trimEnd().length;

/** Runs of one font, in the order in which the text is read. */
function logicalRuns(text: string): Run[] {
  const runs: Run[] = [];
  for (const character of text) {
    if (UNSEEN.test(character)) continue;
    const last = runs.at(-1);
    const script = scriptOf(character, last?.script) ?? 'latin';
    if (last?.script === script) last.text += character;
    else runs.push({ text: character, script });
  }
  return runs;
}

/** Runs from left to right, each with its text in the order in which it is read. */
function visualRuns(
  text: string,
  levels: ReturnType<typeof bidi.getEmbeddingLevels>,
  from: number,
  to: number,
): Run[] {
  if (from === to) return [];
  const order = bidi.getReorderedIndices(text, levels, from, to - 1).slice(from, to);
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels, from, to - 1);
  const pieces: { isRightToLeft: boolean; at: number[] }[] = [];
  for (const at of order) {
    const isRightToLeft = (levels.levels[at] ?? 0) % 2 === 1;
    const last = pieces.at(-1);
    if (last?.isRightToLeft === isRightToLeft) last.at.push(at);
    else pieces.push({ isRightToLeft, at: [at] });
  }
  return pieces.flatMap(({ isRightToLeft, at }) => {
    const logical = isRightToLeft ? at.toReversed() : at;
    const runs = logicalRuns(logical.map((index) => mirrored.get(index) ?? text.charAt(index)).join(''));
    if (!isRightToLeft) return runs;
    // The shaper turns letters of Arabic and Hebrew itself, and nothing else.
    return runs
      .map((run) => (run.script === 'latin' ? { ...run, text: [...run.text].toReversed().join('') } : run))
      .toReversed();
  });
}
