/** Where a paragraph stands in a text, in characters. */
type Paragraph = { words: string; from: number; to: number };

/** The paragraphs of a text: what stands between lines with nothing in them. */
export function paragraphsOf(text: string): Paragraph[] {
  const found: Paragraph[] = [];
  let [from, isInside] = [0, false];
  for (const line of text.split('\n')) {
    const to = from + line.trimEnd().length;
    const isBlank = line.trim() === '';
    const last = found.at(-1);
    if (isInside && last && !isBlank) last.to = to;
    else if (!isBlank) found.push({ words: '', from, to });
    isInside = !isBlank;
    from += line.length + 1;
  }
  return found.map(({ from: start, to }) => ({ words: text.slice(start, to), from: start, to }));
}

/**
 * Which of the paragraphs (from 1) has these words, where it was counted so before: that one, or else the nearest
 * with the same words; undefined where none has.
 */
export function findParagraph(
  paragraphs: readonly Pick<Paragraph, 'words'>[],
  { paragraph, about }: { paragraph: number; about: string },
): number | undefined {
  const same = paragraphs.flatMap(({ words }, at) => (words === about ? [at + 1] : []));
  const distance = (at: number) => Math.abs(at - paragraph);
  return same.toSorted((one, other) => distance(one) - distance(other))[0];
}

/** A text with other words in the place of one of its paragraphs (from 1). */
export function withParagraph(text: string, paragraph: number, words: string): string {
  const place = paragraphsOf(text)[paragraph - 1];
  return place ? text.slice(0, place.from) + words + text.slice(place.to) : text;
}

/** Beyond so many comparisons a text counts as written anew between what it begins and ends with. */
const COMPARED_MAX = 1_000_000;

/**
 * What has become of paragraphs: of each of now what stood there before, itself where it stayed, null where
 * nothing did; and those that are gone.
 */
export function compareParagraphs(
  before: readonly string[],
  now: readonly string[],
): { was: (string | null)[]; struck: string[] } {
  const was: (string | null)[] = [];
  const struck: string[] = [];
  let [atBefore, atNow] = [0, 0];
  /** What stands between two paragraphs that stayed: pairs in their order, and the rest is new or gone. */
  const close = (untilBefore: number, untilNow: number) => {
    for (; atNow < untilNow; atNow++) was.push(atBefore < untilBefore ? (before[atBefore++] ?? null) : null);
    struck.push(...before.slice(atBefore, untilBefore));
  };
  for (const [one, other] of stayed(before, now)) {
    close(one, other);
    was.push(before[one] ?? null);
    [atBefore, atNow] = [one + 1, other + 1];
  }
  close(before.length, now.length);
  return { was, struck };
}

/** The places, before and now, of the longest sequence of paragraphs that stayed. */
function stayed(before: readonly string[], now: readonly string[]): [number, number][] {
  const shorter = Math.min(before.length, now.length);
  let start = 0;
  while (start < shorter && before[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === now.at(-1 - end)) end++;
  const first = Array.from({ length: start }, (_, at): [number, number] => [at, at]);
  const last = Array.from({ length: end }, (_, at): [number, number] => [
    before.length - end + at,
    now.length - end + at,
  ]);
  const middle = longestCommon(before.slice(start, before.length - end), now.slice(start, now.length - end));
  return [...first, ...middle.map(([one, other]): [number, number] => [one + start, other + start]), ...last];
}

function longestCommon(before: readonly string[], now: readonly string[]): [number, number][] {
  const width = now.length + 1;
  if (before.length * width > COMPARED_MAX) return [];
  // How long it is of what stands from each two places on.
  const lengths = new Uint32Array((before.length + 1) * width);
  const lengthAt = (one: number, other: number) => lengths[one * width + other] ?? 0;
  for (let one = before.length - 1; one >= 0; one--)
    for (let other = now.length - 1; other >= 0; other--)
      lengths[one * width + other] =
        before[one] === now[other]
          ? lengthAt(one + 1, other + 1) + 1
          : Math.max(lengthAt(one + 1, other), lengthAt(one, other + 1));
  const common: [number, number][] = [];
  for (let [one, other] = [0, 0]; one < before.length && other < now.length; )
    if (before[one] === now[other]) common.push([one++, other++]);
    else if (lengthAt(one + 1, other) >= lengthAt(one, other + 1)) one++;
    else other++;
  return common;
}
