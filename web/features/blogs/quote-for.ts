import type { BlogSummary } from '#contract/blogs/calls.ts';
import { type Fact, VOICES_SHOWN } from '#contract/school/calls.ts';

/** A number that is always the same for an id, and of which different ids have different ones. */
const numberOf = (id: string) =>
  [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 0);

/**
 * The voice that stands below a post: those that the home page has no room for take turns, and each post
 * keeps its own. Without any such the first; undefined where there is no quote.
 */
export function quoteFor({ _id }: Pick<BlogSummary, '_id'>, facts: readonly Fact[]): Fact | undefined {
  const voices = facts.filter(({ kind }) => kind === 'voice');
  const others = voices.slice(VOICES_SHOWN);
  return others[numberOf(_id) % others.length] ?? voices[0];
}
