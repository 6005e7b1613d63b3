import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { COUNT_MAX, PAGE_SIZE, type Sort } from '#contract/pages.ts';
import type { Database, Db } from '#server/database/schema.ts';
import { turn } from './turns.ts';

/** Which page is asked for: the one after or before a row's id, else the first. */
export type PageQuery = { after?: string; before?: string };

/**
 * How a list is ordered: by expressions and then by id, all of them in one direction; by id alone, which is
 * the moment in which a row was made, where there are none.
 */
export type Order = { by: readonly RawBuilder<string | number>[]; isDescending: boolean };
export const NEWEST_FIRST: Order = { by: [], isDescending: true };

/** The order that the caller asked for, of the allowed columns; the newest first by default. */
export function orderOf<Column extends string>(
  sort: Sort<Column> | undefined,
  columns: Record<Column, RawBuilder<string | number>>,
): Order {
  if (!sort) return NEWEST_FIRST;
  const isDescending = sort.startsWith('-');
  return { by: [columns[(isDescending ? sort.slice(1) : sort) as Column]], isDescending };
}

const ID = sql.ref<string>('_id');

/**
 * One page of a list, of `size` rows. It starts at a key of the index: the hundredth costs what the first
 * does. `find`: where the row is that the page begins at, when that is not a matter of `query` itself.
 */
export async function takePage<DB, TB extends keyof DB, O extends { _id: string }>(
  query: SelectQueryBuilder<DB, TB, O>,
  { after, before }: PageQuery,
  order: Order = NEWEST_FIRST,
  size: number = PAGE_SIZE,
  find: (id: string) => Promise<Place | undefined> = (id) => placeOf(query, order, id),
): Promise<{ items: O[]; previous: string | null; next: string | null }> {
  const isBackwards = before !== undefined;
  const key = before ?? after;
  const place = key === undefined ? undefined : await find(key);
  // The row that the page begins at is gone, and its place with it.
  if (key !== undefined && !place) return takePage(query, {}, order, size);
  const isDown = order.isDescending !== isBackwards;
  const rows = await beyond(query, order, { place, isDown })
    .limit(size + 1)
    .execute();
  // Too few are left before it to fill a page, or none after it: that is where the list begins.
  if (key !== undefined && rows.length < (isBackwards ? size : 1)) return takePage(query, {}, order, size);
  const hasMore = rows.length > size;
  const items = rows.slice(0, size);
  if (isBackwards) items.reverse();
  const first = items.at(0)?._id ?? null;
  const last = items.at(-1)?._id ?? null;
  const hasNewer = isBackwards ? hasMore : key !== undefined;
  const hasOlder = isBackwards || hasMore;
  return { items, previous: hasNewer ? first : null, next: hasOlder ? last : null };
}

type CountedPage<TB extends keyof Database> = PageQuery & {
  order: Order;
  size?: number;
  max?: number;
  /**
   * The same rows, said so that the database finds the index to count them by, where it would choose a worse
   * one.
   */
  counted?: SelectQueryBuilder<Database, TB, object>;
};

/** One page of a list, and how many rows it has in all, counted no further than one beyond `max`. */
export async function takeCountedPage<TB extends keyof Database, O extends { _id: string }>(
  db: Db,
  query: SelectQueryBuilder<Database, TB, O>,
  { order, size, max = COUNT_MAX, counted = query.clearSelect(), ...ask }: CountedPage<TB>,
) {
  const page = await takePage(query, ask, order, size);
  // A list that fits on one page is counted already: a search that finds little runs once.
  if (!page.previous && !page.next) return { ...page, total: page.items.length };
  return { ...page, total: await countUpTo(db, counted, max) };
}

/** How many rows of a whole list are read at once. */
export const LIST_BATCH = 500;

/**
 * All rows of a list in its order, a batch at a time: however many there are, no more than one is in memory.
 */
export async function* takeBatches<DB, TB extends keyof DB, O extends { _id: string }>(
  query: SelectQueryBuilder<DB, TB, O>,
  order: Order,
  size: number,
): AsyncGenerator<O[]> {
  let place: Place | undefined;
  do {
    await turn('row');
    const rows = await beyond(query, order, { place, isDown: order.isDescending })
      .select(valuesOf(order))
      .$castTo<O & Record<ValueName, string | number>>()
      .limit(size + 1)
      .execute();
    const batch = rows.slice(0, size);
    const last = rows.length > size ? batch.at(-1) : undefined;
    // As the row was when it was read: it may be gone by the next batch.
    place = last && [...order.by.flatMap((_, at) => last[valueName(at)] ?? []), last._id];
    yield batch;
  } while (place);
}

/** What a row has where the list is ordered by it, its id last. */
type Place = readonly (string | number)[];

type ValueName = `value${number}`;
export const valueName = (at: number): ValueName => `value${at}`;

/** What a list is ordered by, as columns of a row. */
export const valuesOf = ({ by }: Order) => by.map((one, at) => one.as(valueName(at)));

/** Where a row of a list is, whatever narrows the list; undefined where there is no such row. */
export async function placeOf<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  order: Order,
  id: string,
): Promise<Place | undefined> {
  if (order.by.length === 0) return [id];
  const row = await query
    .clearSelect()
    .clearWhere()
    .select(valuesOf(order))
    .where(ID, '=', id)
    .executeTakeFirst();
  return row && [...(Object.values(row) as Place), id];
}

/**
 * The rows of a list from a place on, in its order or (`isDown`) the other way round; all where there is no
 * place.
 */
const beyond = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  order: Order,
  { place, isDown }: { place: Place | undefined; isDown: boolean },
) =>
  inOrder(query, order, isDown).$if(place !== undefined, (q) =>
    q.where(isBeyond(order, place as Place, isDown)),
  );

const isBeyond = ({ by }: Order, place: Place, isDown: boolean) =>
  sql<boolean>`(${sql.join([...by, ID])}) ${sql.raw(isDown ? '<' : '>')} (${sql.join(place)})`;

function inOrder<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { by }: Order,
  isDown: boolean,
): SelectQueryBuilder<DB, TB, O> {
  const direction = isDown ? 'desc' : 'asc';
  return [...by, ID].reduce((ordered, one) => ordered.orderBy(one, direction), query);
}

/** How many rows a query finds, counted no further than one beyond `max`. */
export async function countUpTo<DB, TB extends keyof DB>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, object>,
  max: number = COUNT_MAX,
): Promise<number> {
  const some = query.select(sql<number>`1`.as('one')).limit(max + 1);
  const { found } = await db
    .selectFrom(some.as('found'))
    .select((of) => of.fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow();
  return Number(found);
}
