import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { COUNT_MAX, PAGE_SIZE, type Sort } from '#contract/pages.ts';
import type { Database, Db } from './schema.ts';

/** Which page is asked for: the one after or before a row's id, else the first. */
export type PageQuery = { after?: string; before?: string };

/** How a list is ordered: by an expression and then by id, or by id alone, which is the moment in which a row was made. */
type Order = { by?: RawBuilder<string | number>; isDescending: boolean };
const NEWEST_FIRST: Order = { isDescending: true };

/** The order that somebody asked for, of the columns that may be; the newest first where nobody did. */
export function orderOf<Column extends string>(
  sort: Sort<Column> | undefined,
  columns: Record<Column, RawBuilder<string | number>>,
): Order {
  if (!sort) return NEWEST_FIRST;
  const isDescending = sort.startsWith('-');
  return { by: columns[(isDescending ? sort.slice(1) : sort) as Column], isDescending };
}

/** One page of a list. It starts at a key of the index: the hundredth costs what the first does. */
export async function takePage<TB extends keyof Database, O extends { _id: string }>(
  query: SelectQueryBuilder<Database, TB, O>,
  { after, before }: PageQuery,
  order: Order = NEWEST_FIRST,
): Promise<{ items: O[]; previous: string | null; next: string | null }> {
  const id = sql.ref<string>('_id');
  const isBackwards = before !== undefined;
  const key = before ?? after;
  const { by } = order;
  const place = by && key !== undefined ? await placeOf(query, by, key) : undefined;
  // The row that the page begins at is gone, and its place with it.
  if (by && key !== undefined && !place) return takePage(query, {}, order);
  const direction = order.isDescending === isBackwards ? 'asc' : 'desc';
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  const rows = await query
    .$if(key !== undefined, (q) =>
      q.where(
        by && place
          ? sql<boolean>`(${by}, ${id}) ${beyond} (${place.value}, ${key})`
          : sql<boolean>`${id} ${beyond} ${key}`,
      ),
    )
    .$if(by !== undefined, (q) => q.orderBy(by as RawBuilder<string | number>, direction))
    .orderBy(id, direction)
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

/** What a row has in the column that a list is ordered by. */
async function placeOf<TB extends keyof Database, O>(
  query: SelectQueryBuilder<Database, TB, O>,
  by: RawBuilder<string | number>,
  id: string,
) {
  const row = query.clearSelect().clearWhere().select(by.as('value'));
  return row.where(sql.ref<string>('_id'), '=', id).executeTakeFirst();
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
