import { REVIEW_FIELDS, REVIEW_TEXT, type ReviewField, type ReviewKind } from '#contract/reviews/calls.ts';
import { compareParagraphs, findParagraph, paragraphsOf } from './paragraphs.ts';
import type { Fields } from './subjects.ts';

/** A field, or a paragraph of the text; `words` are those that stand there. */
export type Part = { field: ReviewField; paragraph: number | null; words: string };

const isText = (kind: ReviewKind, field: ReviewField) => REVIEW_TEXT[kind] === field;

/** The paragraphs of a field, or all of it where it is no text, or is empty. */
const piecesOf = (kind: ReviewKind, field: ReviewField, words: string): string[] => {
  const paragraphs = isText(kind, field) ? paragraphsOf(words).map((one) => one.words) : [];
  return paragraphs.length > 0 ? paragraphs : [words];
};

/**
 * Everything that is reviewed, part by part, and what has changed of it since a look; paragraphs that were struck
 * since are given, too. Where there was no look nothing counts as changed.
 */
export function comparedParts(
  kind: ReviewKind,
  fields: Fields,
  before: Fields | undefined,
): { parts: (Part & { changed: boolean; was: string | null })[]; struck: string[] } {
  const gone: string[] = [];
  const parts = REVIEW_FIELDS[kind].flatMap((field) => {
    const words = fields[field] ?? '';
    const pieces = piecesOf(kind, field, words);
    const of = (at: number) => (isText(kind, field) && words.trim() !== '' ? at + 1 : null);
    if (!before)
      return pieces.map((piece, at) => ({
        field,
        paragraph: of(at),
        words: piece,
        changed: false,
        was: null,
      }));
    const { was, struck } = compareParagraphs(piecesOf(kind, field, before[field] ?? ''), pieces);
    gone.push(...struck);
    return pieces.map((piece, at) => {
      const stood = was[at] ?? null;
      const changed = stood !== piece;
      return { field, paragraph: of(at), words: piece, changed, was: changed ? stood : null };
    });
  });
  return { parts, struck: gone };
}

/** What a caller names: a field, or a paragraph of the text; undefined where it is not there. */
export function partOf(
  kind: ReviewKind,
  fields: Fields,
  named: { field?: ReviewField | undefined; paragraph?: number | undefined },
): Part | undefined {
  const field = named.field ?? REVIEW_TEXT[kind];
  const whole = fields[field];
  if (whole === undefined) return undefined;
  if (named.paragraph === undefined) return { field, paragraph: null, words: whole };
  const found = paragraphsOf(whole)[named.paragraph - 1];
  return found && { field, paragraph: named.paragraph, words: found.words };
}

/** What a note is about, as it was written. */
type About = { field: ReviewField; paragraph: number | null; about: string };

/** Where the words of a note stand now; what stands in their place, if anything does, where they are others. */
export function findAbout(fields: Fields, { field, paragraph, about }: About) {
  const whole = fields[field] ?? '';
  if (paragraph === null) return { paragraph, changed: whole !== about, now: whole === about ? null : whole };
  const paragraphs = paragraphsOf(whole);
  const at = findParagraph(paragraphs, { paragraph, about });
  if (at !== undefined) return { paragraph: at, changed: false, now: null };
  return { paragraph, changed: true, now: paragraphs[paragraph - 1]?.words ?? null };
}
