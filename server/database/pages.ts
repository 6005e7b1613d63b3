import { type SelectQueryBuilder, sql } from 'kysely';
import { COUNT_MAX, PAGE_SIZE } from '#contract/pages.ts';
import type { Database, Db } from './schema.ts';

/** Which page is asked for: the one after or before a row's id, else the first. */
export type PageAsk = { after?: string; before?: string };

/**
 * One page of a list, the newest first. Ids sort by the moment they were made, so a page starts at a key of the index: the
 * hundredth costs what the first does.
 */
export async function takePage<TB extends keyof Database, O extends { _id: string }>(
  query: SelectQueryBuilder<Database, TB, O>,
  { after, before }: PageAsk,
): Promise<{ items: O[]; previous: string | null; next: string | null }> {
  const id = sql.ref<string>('_id');
  const isBackwards = before !== undefined;
  const key = before ?? after;
  const rows = await query
    .$if(key !== undefined, (q) => q.where(id, isBackwards ? '>' : '<', key as string))
    .orderBy(id, isBackwards ? 'asc' : 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
  const hasMore = rows.length > PAGE_SIZE;
  const items = rows.slice(0, PAGE_SIZE);
  if (isBackwards) items.reverse();
  const first = items.at(0)?._id ?? null;
  const last = items.at(-1)?._id ?? null;
  const hasNewer = isBackwards ? hasMore : key !== undefined;
  const hasOlder = isBackwards || hasMore;
  return { items, previous: hasNewer ? first : null, next: hasOlder ? last : null };
}

/** How many rows a query finds, counted no further than one beyond `COUNT_MAX`. */
export async function countUpTo<TB extends keyof Database>(
  db: Db,
  query: SelectQueryBuilder<Database, TB, object>,
): Promise<number> {
  const some = query.select(sql<number>`1`.as('one')).limit(COUNT_MAX + 1);
  const { found } = await db
    .selectFrom(some.as('found'))
    .select((of) => of.fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow();
  return Number(found);
}
