import { LRUCache } from 'lru-cache';
import type { PublicContent } from '#contract/endpoint.ts';
import type { Answer } from './answer.ts';
import type { ContentChanges } from './content-changes.ts';

/**
 * How long an answer is given without a look at what it shows, which another process may have changed
 * unheard.
 */
const FRESH_MS = 5000;
/** How long one stays that shows what has not changed: pages say which year it is. */
const KEPT_MS = 60_000;
const BYTES_MAX = 16 * 1024 * 1024;
/**
 * A small answer takes some kilobytes besides its body, and anyone can ask for as many as there are words.
 */
const ENTRIES_MAX = 2000;
/** How many addresses are remembered for the answers that they lead to, and up to which length. */
const ADDRESSES_MAX = 5000;
const ADDRESS_MAX = 200;

/** What an answer shows, as it was when the answer was made. */
type Seen = {
  /** When what it shows was last read. */
  readAt: number;
  /** What it shows, each with the count of its changes before it was read. */
  seen: ReadonlyMap<PublicContent, number>;
  /** The total of changes at which `seen` was compared last. */
  comparedAt: number;
};
type Kept = Seen & { answer: Answer; madeAt: number };
type Making = Seen & { answer: Promise<Answer> };

/** Throws at once for a caller who may not have it made: others may. */
export type MakeAnswer<A extends Answer> = (making: {
  /** Is called with what the answer shows, before that is read: so no change is missed. */
  shows: (content: PublicContent) => void;
  /** What was given before, as long as it may be given again where nothing of it is different. */
  previous: A | undefined;
}) => Promise<A>;

/**
 * Keeps answers that are the same for all visitors, pages and calls alike: those used last, as many as fit
 * into `maxBytes` and `maxEntries`, for as long as what they show stays. For a key one is made at a time.
 */
export function keptAnswers({
  now,
  changes,
  maxBytes = BYTES_MAX,
  maxEntries = ENTRIES_MAX,
}: {
  now: () => number;
  changes: ContentChanges;
  maxBytes?: number;
  maxEntries?: number;
}) {
  const kept = new LRUCache<string, Kept>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: ({ answer }) => answer.size || 1,
  });
  /** Leads from an address to the key of its answer, which may have been evicted since. */
  const keys = new LRUCache<string, string>({
    max: ADDRESSES_MAX,
    maxEntrySize: ADDRESS_MAX,
    sizeCalculation: (_key, address) => address.length,
  });
  const underWay = new Map<string, Making>();
  let hits = 0;

  function isCurrent(one: Seen): boolean {
    if (now() - one.readAt >= FRESH_MS) return false;
    const total = changes.total();
    if (one.comparedAt === total) return true;
    for (const [content, count] of one.seen) if (changes.countOf(content) !== count) return false;
    one.comparedAt = total;
    return true;
  }

  async function make<A extends Answer>(key: string, maker: MakeAnswer<A>): Promise<A> {
    const readAt = now();
    const known = kept.get(key);
    // Every answer under a key is made by the same maker.
    const previous = known && readAt - known.madeAt < KEPT_MS ? (known.answer as A) : undefined;
    const seen = new Map<PublicContent, number>();
    const shows = (content: PublicContent) => {
      if (!seen.has(content)) seen.set(content, changes.countOf(content));
    };
    // What the maker has not named yet is read later, with every change until now in it.
    const making = { readAt, seen, comparedAt: -1, answer: maker({ shows, previous }) };
    underWay.set(key, making);
    const isLatest = () => underWay.get(key) === making;
    try {
      const answer = await making.answer;
      if (isLatest()) {
        const madeAt = known && answer === previous ? known.madeAt : readAt;
        if (answer.status === 200) kept.set(key, { ...making, answer, madeAt });
        else kept.delete(key);
      }
      return answer;
    } catch (error) {
      if (isLatest()) kept.delete(key);
      throw error;
    } finally {
      if (isLatest()) underWay.delete(key);
    }
  }

  return {
    /** The answer that an address was given last, where it may be given again as it is. */
    find(address: string): Answer | undefined {
      const key = keys.get(address);
      const entry = key === undefined ? undefined : kept.get(key);
      return entry && isCurrent(entry) ? entry.answer : undefined;
    },

    /** The answer kept under a key, or being made for it, or made now; `address` leads to it from then on. */
    async get<A extends Answer>(key: string, address: string, maker: MakeAnswer<A>): Promise<A> {
      const known = [kept.get(key), underWay.get(key)].find((one) => one && isCurrent(one));
      const answer = await (known ? (known.answer as A | Promise<A>) : make(key, maker));
      if (kept.peek(key)?.answer === answer) keys.set(address, key);
      return answer;
    },

    /** Is called for each request that was answered from memory before anything else was done for it. */
    countHit() {
      hits++;
    },

    /** How many those were, and what is kept at this moment. */
    figures: () => ({ hits, bytes: kept.calculatedSize, answers: kept.size }),
  };
}

export type KeptAnswers = ReturnType<typeof keptAnswers>;
