/** A person as the school knows them, and what an invented one is called instead; without one, words go. */
export type Known = { name: string; instead?: string | undefined };

const ADDRESS = /\S+@\S+/g;
/** A number that could be called: seven digits or more, however they are grouped. */
const PHONE = /\+?\d(?:[\s()/.-]*\d){6,}/g;
/** Without the signs of a genitive or a double name, which stand between words. */
const WORD = /[\p{L}\p{M}\d]+/gu;
/** Shorter ones are initials and particles. */
const PART_MIN = 3;
const NAME_WORDS_MAX = 5;

const wordsOf = (text: string) => text.match(WORD) ?? [];
const keyOf = (words: readonly string[]) => words.join(' ').toLowerCase();

/**
 * Gives what takes persons out of a short text, such as the name of a class: whole names of anyone the school
 * knows, each part of a name of those of whom `byPart` says so (a class is called by a teacher's first name),
 * addresses and telephone numbers. `maxLength` holds what replaces them, too.
 */
export function leaveOutNames({ whole, byPart }: { whole: readonly Known[]; byPart: readonly Known[] }) {
  const instead = new Map<string, string>();
  for (const { name, instead: other = '' } of whole) {
    const words = wordsOf(name);
    if (words.length > 0) instead.set(keyOf(words), other);
  }
  for (const { name, instead: other = '' } of byPart) {
    const parts = wordsOf(other);
    for (const [at, part] of wordsOf(name).entries())
      if (part.length >= PART_MIN)
        // German writes its genitive without a sign.
        for (const form of [part, `${part}s`])
          instead.set(keyOf([form]), parts[Math.min(at, parts.length - 1)] ?? '');
    instead.set(keyOf(wordsOf(name)), other);
  }

  return (text: string, maxLength: number): string => {
    const plain = text.replace(ADDRESS, ' ').replace(PHONE, ' ');
    const found = [...plain.matchAll(WORD)];
    let left = '';
    let from = 0;
    for (let at = 0; at < found.length; ) {
      const longest = Math.min(NAME_WORDS_MAX, found.length - at);
      let taken = 0;
      for (let count = longest; count > 0 && taken === 0; count--)
        if (instead.has(keyOf(found.slice(at, at + count).map(([word]) => word)))) taken = count;
      const [first, last] = [found[at], found[at + taken - 1]];
      if (taken > 0 && first && last) {
        left += plain.slice(from, first.index);
        left += instead.get(keyOf(found.slice(at, at + taken).map(([word]) => word))) ?? '';
        from = last.index + last[0].length;
      }
      at += Math.max(1, taken);
    }
    return (left + plain.slice(from)).replace(/\s+/g, ' ').trim().slice(0, maxLength);
  };
}
