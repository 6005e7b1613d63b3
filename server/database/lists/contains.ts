import { type Expression, sql } from 'kysely';

const WORDS_MAX = 8;

/**
 * SQLite lowers A to Z alone, so a word with other letters is looked for in the ways in which it may be
 * written.
 */
export function spellingsOf(word: string): string[] {
  const lower = word.toLowerCase();
  const upper = word.toUpperCase();
  const capital = upper.slice(0, 1) + lower.slice(1);
  const asSqliteLowers = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return [...new Set([lower, upper, capital].map(asSqliteLowers))];
}

/** The words that are looked for. */
export const wordsOf = (q: string): string[] => q.split(/\s+/).filter(Boolean).slice(0, WORDS_MAX);

/** A column or an expression, or a column whose texts are in lower case as they are. */
type Text = string | Expression<string> | { lowered: string };

const lowered = (text: Text) => {
  if (typeof text === 'string') return sql`lower(${sql.ref(text)})`;
  return 'lowered' in text ? sql`${sql.ref(text.lowered)}` : sql`lower(${text})`;
};

/** A condition on a word that is no matter of one text; the word comes as it was written. */
type Condition = (word: string) => Expression<boolean>;

/** A condition: a word occurs in one of the texts, or one of the conditions holds for it. */
export function containsWord(places: readonly (Text | Condition)[], word: string): Expression<boolean> {
  const patterns = spellingsOf(word).map((text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`);
  const conditions = places.flatMap((place) =>
    typeof place === 'function'
      ? [place(word)]
      : patterns.map((pattern) => sql<boolean>`${lowered(place)} like ${pattern} escape '\\'`),
  );
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/**
 * A condition: every word of `q` occurs in one of the texts, columns or expressions, whatever the case of its
 * letters. No words are no condition.
 */
export function containsWords(places: readonly (Text | Condition)[], q: string): Expression<boolean> {
  const words = wordsOf(q);
  const conditions = words.map((word) => containsWord(places, word));
  return words.length ? sql<boolean>`${sql.join(conditions, sql` and `)}` : sql<boolean>`1 = 1`;
}
