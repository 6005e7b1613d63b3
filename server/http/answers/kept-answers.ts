import type { PublicContent } from '#contract/endpoint.ts';
import type { Answer } from './answer.ts';
import type { ContentChanges } from './content-changes.ts';

/** How long an answer is given without a look at what it shows: what another process changed is told to nobody here. */
const FRESH_MS = 5000;
/** How long one stays that shows what has not changed: pages say which year it is. */
const KEPT_MS = 60_000;
/** What was asked for last is known to the second: to note it each time takes longer than to find the answer. */
const USED_MS = 1000;
const BYTES_MAX = 8 * 1024 * 1024;
/** A small answer takes some kilobytes beside its body, and anyone can ask for as many as there are words. */
const ENTRIES_MAX = 2000;
/** How many addresses are remembered for the answers that they lead to, and up to which length. */
const ADDRESSES_MAX = 5000;
const ADDRESS_MAX = 200;

/** What is kept under one key. */
type Entry = {
  key: string;
  making: Promise<Answer>;
  /** Absent while it is being made. */
  answer: Answer | undefined;
  madeAt: number;
  /** When it was last put behind the others as the one used last. */
  usedAt: number;
  /** When what it shows was last read. */
  readAt: number;
  /** What it shows, each with the count of its changes before it was read. */
  seen: ReadonlyMap<PublicContent, number>;
  /** The total of changes at which `seen` was compared last. */
  comparedAt: number;
};

export type MakeAnswer<A extends Answer> = (making: {
  /** To be told what the answer shows, before that is read: so no change is missed. */
  shows: (content: PublicContent) => void;
  /** What was given before, as long as it may be given again where nothing of it is different. */
  previous: A | undefined;
}) => Promise<A>;

/**
 * Keeps answers that are the same for everybody, pages and calls alike: those used last, as many as fit into `maxBytes` and `maxEntries`, for
 * as long as what they show stays. For a key one is made at a time.
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
  /** Those used last come last. */
  const kept = new Map<string, Entry>();
  /** The key of each address: it may be forgotten by now, and its answer is not held here. */
  const byAddress = new Map<string, string>();
  let hits = 0;

  function use(entry: Entry) {
    kept.delete(entry.key);
    kept.set(entry.key, entry);
  }

  function noteUse(entry: Entry, moment: number) {
    if (moment - entry.usedAt < USED_MS) return;
    entry.usedAt = moment;
    use(entry);
  }

  function forget(entry: Entry) {
    kept.delete(entry.key);
    entry.answer = undefined;
  }

  function isCurrent(entry: Entry, moment = now()): boolean {
    if (moment - entry.readAt >= FRESH_MS) return false;
    const total = changes.total();
    if (entry.comparedAt === total) return true;
    for (const [content, count] of entry.seen) if (changes.countOf(content) !== count) return false;
    entry.comparedAt = total;
    return true;
  }

  function bytes(): number {
    let sum = 0;
    for (const { answer } of kept.values()) sum += answer?.size() ?? 0;
    return sum;
  }

  function makeRoom() {
    let held = bytes();
    for (const entry of kept.values()) {
      if (held <= maxBytes && kept.size <= maxEntries) return;
      if (!entry.answer) continue;
      held -= entry.answer.size();
      forget(entry);
    }
  }

  function settle(entry: Entry, answer: Answer) {
    if (answer.status !== 200) return forget(entry);
    entry.answer = answer;
    makeRoom();
  }

  function make<A extends Answer>(key: string, maker: MakeAnswer<A>): Promise<A> {
    const moment = now();
    const known = kept.get(key);
    // Every answer under a key is made by the same maker.
    const previous = known && moment - known.madeAt < KEPT_MS ? (known.answer as A | undefined) : undefined;
    const seen = new Map<PublicContent, number>();
    const shows = (content: PublicContent) => {
      if (!seen.has(content)) seen.set(content, changes.countOf(content));
    };
    const making = maker({ shows, previous });
    const entry: Entry = Object.assign(known ?? { key, madeAt: moment, usedAt: -Infinity }, {
      making,
      // What it has not named yet is read later, with every change until now in it.
      seen,
      readAt: moment,
      comparedAt: -1,
      answer: undefined,
    });
    use(entry);
    const isLatest = () => kept.get(key) === entry && entry.making === making;
    making.then(
      (answer) => {
        if (!isLatest()) return;
        if (answer !== previous) entry.madeAt = moment;
        settle(entry, answer);
      },
      () => isLatest() && forget(entry),
    );
    return making;
  }

  return {
    /** The answer that an address was given last, where it may be given again as it is. */
    find(address: string): Answer | undefined {
      const entry = kept.get(byAddress.get(address) ?? '');
      if (!entry?.answer) return undefined;
      const moment = now();
      if (!isCurrent(entry, moment)) return undefined;
      noteUse(entry, moment);
      return entry.answer;
    },

    /** Whether a key's answer is kept or being made, and need not be made again. */
    has(key: string): boolean {
      const entry = kept.get(key);
      return entry !== undefined && isCurrent(entry);
    },

    /** The answer kept under a key, or being made for it, or made now; `address` leads to it from then on. */
    async get<A extends Answer>(key: string, address: string, maker: MakeAnswer<A>): Promise<A> {
      const known = kept.get(key);
      const answer = await (known && isCurrent(known) ? (known.making as Promise<A>) : make(key, maker));
      const entry = kept.get(key);
      if (entry?.answer === answer && address.length <= ADDRESS_MAX) {
        if (byAddress.size >= ADDRESSES_MAX) byAddress.clear();
        byAddress.set(address, key);
      }
      return answer;
    },

    /** To be told of each request that was answered from memory before anything else was done for it. */
    countHit() {
      hits++;
    },

    /** How many those were. */
    hits: () => hits,

    /** What it holds at this moment. */
    bytes,

    /** How many answers it holds, those being made among them. */
    size: () => kept.size,
  };
}

export type KeptAnswers = ReturnType<typeof keptAnswers>;
