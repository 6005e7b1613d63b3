import { type SelectQueryBuilder, sql } from 'kysely';
import { COUNT_MAX } from '#contract/pages.ts';
import type { Database, Db } from '#server/database/schema.ts';
import {
  countUpTo,
  type Order,
  type PageQuery,
  placeOf,
  takePage,
  valueName,
  valuesOf,
} from './pagination.ts';

type Searched = 'users' | 'classes' | 'blogs';

/** What a search finds in a table, said in two ways. */
export type Search<T extends Searched> = {
  table: T;
  /** By conditions on each row: for what is frequent, which is met soon in the order of the list. */
  each: SelectQueryBuilder<Database, T, object>;
  /** By indexes, each row in one of them alone, in any order; `each` alone where no index finds the rows. */
  found: readonly SelectQueryBuilder<Database, T, object>[];
};

type Asked = PageQuery & {
  order: Order;
  size?: number;
  /** Counts no further than one beyond. */
  max?: number;
  /** More than so many are looked for in the order of the list. */
  many?: number;
};

/** So many are found, counted and put in order by one statement. */
const FEW = 1000;

/** The ids on one page of what a search finds, and how many it finds in all. */
export async function takeFoundIds<T extends Searched>(
  db: Db,
  { table, each, found }: Search<T>,
  { order, size, max = COUNT_MAX, many = max, ...ask }: Asked,
): Promise<{ ids: string[]; previous: string | null; next: string | null; total: number }> {
  const idsOf = (query: SelectQueryBuilder<Database, T, object>) =>
    query.select(sql<string>`${sql.ref(`${table}._id`)}`.as('_id'));
  const whole = idsOf(db.selectFrom(table) as unknown as SelectQueryBuilder<Database, T, object>);
  const valued = found
    .map((query) => idsOf(query).select(valuesOf(order)))
    .reduce((one, other) => one.unionAll(other));
  const byValues = { ...order, by: order.by.map((_, at) => sql.ref<string | number>(valueName(at))) };
  // Found first and then put in order: those of one name lie together, and PostgreSQL, which takes them for
  // spread evenly, might read all others before them.
  const takeOf = (most: number) => {
    const some = db.selectFrom(valued.as('rows')).selectAll().limit(most);
    const page = db
      .with(
        (cte) => cte('found').materialized(),
        () => some,
      )
      .selectFrom('found')
      .select(['_id', (of) => of.selectFrom('found').select(of.fn.countAll<number>().as('n')).as('total')]);
    return takePage(page, ask, byValues, size, (id) => placeOf(whole, order, id));
  };
  const few = await takeOf(FEW + 1);
  const total = Number(few.items[0]?.total ?? 0);
  if (total <= FEW) return { ...onlyIds(few), total: Math.min(total, max + 1) };
  const counted = await countUpTo(db, db.selectFrom(valued.as('found')), max);
  if (counted > many) return { ...onlyIds(await takePage(idsOf(each), ask, order, size)), total: counted };
  return { ...onlyIds(await takeOf(counted)), total: counted };
}

const onlyIds = ({
  items,
  previous,
  next,
}: Awaited<ReturnType<typeof takePage<never, never, { _id: string }>>>) => ({
  ids: items.map(({ _id }) => _id),
  previous,
  next,
});

/** A page with the rows that `read` gives of its ids, in their order. */
export async function readFound<P extends { ids: string[] }, R extends { _id: string }>(
  { ids, ...page }: P,
  read: (ids: readonly string[]) => Promise<readonly R[]>,
) {
  const rows = new Map(ids.length > 0 ? (await read(ids)).map((row) => [row._id, row]) : []);
  return { ...page, items: ids.flatMap((id) => rows.get(id) ?? []) };
}
