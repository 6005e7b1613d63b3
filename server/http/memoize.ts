import { LRUCache } from 'lru-cache';

/** What is longer is worked out each time. */
const LENGTH_MAX = 200;

/**
 * Gives what `work` gives, and keeps it for the `max` short texts used last: of what clients send with every
 * request, most send the same few.
 */
export function memoize<T extends {}>(work: (text: string) => T, max = 500): (text: string) => T {
  const known = new LRUCache<string, T>({
    max,
    maxEntrySize: LENGTH_MAX,
    sizeCalculation: (_value, text) => text.length || 1,
    memoMethod: work,
  });
  return (text) => known.memo(text);
}
