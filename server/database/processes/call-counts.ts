import type { Db } from '#server/database/schema.ts';

/**
 * How many calls of one caller all processes know of, in a window that ends at `until` (epoch milliseconds).
 */
export type CallCount = { key: string; count: number; until: number };

/** Adds calls to those of all processes; gives what there are, in the window that was opened first. */
export async function addCalls(db: Db, { key, count, until }: CallCount, now: number): Promise<CallCount> {
  return db
    .insertInto('callcounts')
    .values({ key, count, until })
    .onConflict((c) =>
      c.column('key').doUpdateSet((eb) => {
        const isOver = eb('callcounts.until', '<=', now);
        return {
          count: eb
            .case()
            .when(isOver)
            .then(count)
            .else(eb('callcounts.count', '+', count))
            .end(),
          until: eb.case().when(isOver).then(until).else(eb.ref('callcounts.until')).end(),
        };
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Forgets windows that are over. */
export async function deleteOldCalls(db: Db, now: number): Promise<void> {
  await db.deleteFrom('callcounts').where('until', '<=', now).execute();
}
