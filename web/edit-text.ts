/** What is put in place of each of these words, wherever it stands. */
export type Edits = readonly (readonly [words: string, instead: string])[];

/**
 * A long text with all of its edits made at once: a copy of a page for each takes longer than to find what is
 * edited. Where two meet, the one that begins first is made.
 */
export function editText(text: string, edits: Edits): string {
  const found = edits.flatMap(([words, instead]) =>
    placesOf(text, words).map((at) => ({ at, words, instead })),
  );
  found.sort((a, b) => a.at - b.at);
  const parts: string[] = [];
  let done = 0;
  for (const { at, words, instead } of found) {
    if (at < done) continue;
    parts.push(text.slice(done, at), instead);
    done = at + words.length;
  }
  parts.push(text.slice(done));
  return parts.join('');
}

function placesOf(text: string, words: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) places.push(at);
  return places;
}
