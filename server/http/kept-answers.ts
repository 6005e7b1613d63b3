import type { PublicContent } from '#contract/endpoint.ts';
import type { Answer } from './answer.ts';
import type { ContentChanges } from './content-changes.ts';

/** How long an answer is given without a look at what it shows: what another process changed is told to nobody here. */
const FRESH_MS = 5000;
/** How long one stays that shows what has not changed: pages say which year it is. */
const KEPT_MS = 60_000;
const BYTES_MAX = 32 * 1024 * 1024;
/** A small answer takes some kilobytes beside its body, and anyone can ask for as many as there are words. */
const ENTRIES_MAX = 2000;
/** How many addresses are remembered for the answers that they lead to, and up to which length. */
const ADDRESSES_MAX = 5000;
const ADDRESS_MAX = 200;

/** What is kept under one key. */
type Entry = {
  making: Promise<Answer>;
  /** Absent while it is being made. */
  answer: Answer | undefined;
  madeAt: number;
  /** When what it shows was last read. */
  readAt: number;
  /** What it shows, each with the count of its changes before it was read. */
  seen: ReadonlyMap<PublicContent, number>;
  /** The total of changes at which `seen` was compared last. */
  comparedAt: number;
  /** Which use of any of them was its last. */
  usedAt: number;
  bytes: number;
};

export type MakeAnswer<A extends Answer> = (making: {
  /** To be told what the answer shows, before that is read: so no change is missed. */
  shows: (content: PublicContent) => void;
  /** What was given before, as long as it may be given again where nothing of it is different. */
  previous: A | undefined;
}) => Promise<A>;

/** Both compressed bodies together come to less than half of it. */
const costOf = ({ body }: Answer) => Math.ceil(body.length * 1.5);

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
  const kept = new Map<string, Entry>();
  const byAddress = new Map<string, Entry>();
  let bytes = 0;
  let uses = 0;

  function forget(key: string, entry: Entry) {
    kept.delete(key);
    bytes -= entry.bytes;
    entry.bytes = 0;
    // Addresses may still lead here.
    entry.answer = undefined;
  }

  function isCurrent(entry: Entry): boolean {
    if (now() - entry.readAt >= FRESH_MS) return false;
    const total = changes.total();
    if (entry.comparedAt === total) return true;
    for (const [content, count] of entry.seen) if (changes.countOf(content) !== count) return false;
    entry.comparedAt = total;
    return true;
  }

  function makeRoom() {
    while (bytes > maxBytes || kept.size > maxEntries) {
      const [first, ...others] = [...kept].filter(([, { answer }]) => answer !== undefined);
      if (!first) return;
      forget(
        ...others.reduce((oldest, other) => (other[1].usedAt < oldest[1].usedAt ? other : oldest), first),
      );
    }
  }

  function settle(key: string, entry: Entry, answer: Answer) {
    if (answer.status !== 200) return forget(key, entry);
    entry.answer = answer;
    bytes += costOf(answer) - entry.bytes;
    entry.bytes = costOf(answer);
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
    const entry: Entry = Object.assign(known ?? { madeAt: moment, bytes: 0 }, {
      making,
      // What it has not named yet is read later, with every change until now in it.
      seen,
      readAt: moment,
      comparedAt: -1,
      usedAt: ++uses,
      answer: undefined,
    });
    kept.set(key, entry);
    const isLatest = () => kept.get(key) === entry && entry.making === making;
    making.then(
      (answer) => {
        if (!isLatest()) return;
        if (answer !== previous) entry.madeAt = moment;
        settle(key, entry, answer);
      },
      () => isLatest() && forget(key, entry),
    );
    return making;
  }

  return {
    /** The answer that an address was given last, where it may be given again as it is. */
    find(address: string): Answer | undefined {
      const entry = byAddress.get(address);
      if (!entry?.answer || !isCurrent(entry)) return undefined;
      entry.usedAt = ++uses;
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
        byAddress.set(address, entry);
      }
      return answer;
    },

    /** What it holds at this moment. */
    bytes: () => bytes,

    /** How many answers it holds, those being made among them. */
    size: () => kept.size,
  };
}

export type KeptAnswers = ReturnType<typeof keptAnswers>;
