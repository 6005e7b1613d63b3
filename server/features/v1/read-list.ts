import type { ListNoun } from '#contract/endpoint.ts';
import { GONE_DAYS } from '#contract/v1/calls.ts';
import type { V1Records } from '#contract/v1/schema.ts';
import type { Db } from '#server/database/schema.ts';
import { ensure } from '#server/http/errors.ts';
import { type Asked, cursorOf, type Found, positionOf } from './lists/list.ts';
import { LISTS } from './lists/lists.ts';
import { findRevised } from './revisions.ts';

const DAY_MS = 24 * 60 * 60_000;
/**
 * Changes are looked for from so much before the moment that is asked from: one that was written before it may have
 * been committed after it. Longer than any transaction.
 */
const OVERLAP_MS = 60_000;

type Query = Asked & { limit: number; cursor?: string | undefined; since?: number | undefined };
type Gone = { _id: string; deletedat: number };

/** What the cursors of a list are made of. */
const CURSORS = {
  lessons: ['number', 'string'],
  attendance: ['number', 'string', 'string'],
} as const satisfies { readonly [N in ListNoun]?: readonly ('string' | 'number')[] };
const cursorsOf = (noun: ListNoun): readonly ('string' | 'number')[] =>
  noun === 'lessons' || noun === 'attendance' ? CURSORS[noun] : ['string'];

/**
 * A page of a list for programs: of all that there is, or with `since` (epoch milliseconds) of what changed from then
 * on, where what is gone is there, too. Throws `cursor-unknown`, and `since-too-old` for a moment of which it is
 * not known any more what went.
 */
export async function readList<N extends ListNoun>(
  db: Db,
  noun: N,
  { limit, cursor, since, ...asked }: Query,
): Promise<{ items: (V1Records[N] | Gone)[]; next: string | null }> {
  const changed = `${noun} since`;
  const after = cursor
    ? positionOf(
        since === undefined ? noun : changed,
        cursor,
        since === undefined ? cursorsOf(noun) : ['number', 'string'],
      )
    : null;
  if (since === undefined) {
    const found = await LISTS[noun].find(db, asked, { after, limit: limit + 1 });
    const page = found.slice(0, limit);
    const records = await readIn(db, noun, page);
    return { items: page.flatMap(({ id }) => records.get(id) ?? []), next: nextOf(noun, found, limit) };
  }
  // By the clock that the changes are noted by.
  ensure(since > Date.now() - GONE_DAYS * DAY_MS, 'since-too-old');
  const from = after ?? [since - OVERLAP_MS, ''];
  const found = await findRevised(db, noun, { after: from, limit: limit + 1 });
  const page = found.slice(0, limit);
  const records = await readIn(db, noun, page);
  const { fits = () => true } = LISTS[noun];
  const items = page.flatMap(({ id, at: [changedat] }): (V1Records[N] | Gone)[] => {
    const record = records.get(id);
    if (!record) return [{ _id: id, deletedat: Number(changedat) }];
    return fits(record, asked) ? [record] : [];
  });
  return { items, next: nextOf(changed, found, limit) };
}

const nextOf = (noun: string, found: readonly Found[], limit: number) => {
  const last = found[limit - 1];
  return found.length > limit && last ? cursorOf(noun, last.at) : null;
};

async function readIn<N extends ListNoun>(db: Db, noun: N, found: readonly Found[]) {
  const records = await LISTS[noun].read(
    db,
    found.map(({ id }) => id),
  );
  return new Map(records.map((record) => [record._id, record]));
}

/** One record of a list. Throws `not-found`. */
export async function readRecord<N extends ListNoun>(db: Db, noun: N, id: string): Promise<V1Records[N]> {
  const [record] = await LISTS[noun].read(db, [id]);
  ensure(record, 'not-found');
  return record;
}
