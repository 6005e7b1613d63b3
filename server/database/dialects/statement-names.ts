const NAMED_MAX = 250;
const COUNTED_MAX = 1000;
/** What is used less often costs more to keep than to plan anew. */
const NAMED_FROM_USE = 5;

/**
 * The words of a search decide which index finds them: a plan that is made without them may be
 * the worst.
 */
const DEPENDS_ON_VALUES = / like /;

/**
 * It gives the columns of its cursor, another time those of another: what a name is known by would be wrong.
 */
const FETCHES = /^\s*fetch\b/i;

/** Names under which PostgreSQL keeps the plans of statements. */
export type StatementNames = {
  /** The name of a statement that is used again and again; undefined for every other. */
  of(text: string): string | undefined;
  /** Gives other names from now on: those there are mean something that has changed. */
  forget(): void;
};

/**
 * Counts each use: lists of a length that comes once are many, and each plan costs every connection's server
 * memory.
 */
export function statementNames(): StatementNames {
  const named = new Map<string, string>();
  let counted = new Map<string, number>();
  let last = 0;
  return {
    of(text) {
      const name = named.get(text);
      if (name || named.size >= NAMED_MAX) return name;
      if (FETCHES.test(text) || DEPENDS_ON_VALUES.test(text)) return undefined;
      const uses = (counted.get(text) ?? 0) + 1;
      if (uses >= NAMED_FROM_USE) {
        counted.delete(text);
        named.set(text, `s${++last}`);
        return named.get(text);
      }
      if (counted.size >= COUNTED_MAX) counted = new Map();
      counted.set(text, uses);
      return undefined;
    },
    forget() {
      named.clear();
    },
  };
}
