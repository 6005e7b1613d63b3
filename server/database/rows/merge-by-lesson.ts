import { sql } from 'kysely';
import type { Db } from '#server/database/schema.ts';
import type { Merging, Moved } from '#server/features/feature.ts';

type Kept = Record<string, string | number | null> & { lessonid: string };
/** `ids` are of lessons. */
type MovedByLesson = Moved & { takenaway: Kept[] };

/**
 * Rows of which a learner has one a lesson at most, as where two learners become one: of a lesson in which
 * both have one, that of the learner who is kept stands, and the other comes back with the undoing. `once`
 * names another column that a learner may have but once.
 */
export const mergeByLesson = (table: string, once?: string): Merging<MovedByLesson> => ({
  async move(tx, { from, to }) {
    const takenaway = await takeAway(tx, { table, once, from, to });
    const moved = sql<Kept>`update ${sql.table(table)} set learnerid = ${to} where learnerid = ${from}
      returning lessonid`;
    return { ids: (await moved.execute(tx)).rows.map(({ lessonid }) => lessonid), takenaway };
  },

  async moveBack(tx, { ids, takenaway }, { from, to }) {
    for (const row of takenaway) await putBack(tx, table, row);
    if (ids.length === 0) return 0;
    // The learner that was dropped may have begun anew in this one day.
    const back = sql`update ${sql.table(table)} set learnerid = ${from}
      where learnerid = ${to} and lessonid in (${sql.join(ids)}) and not (${inBoth(table, once, from)})`;
    return Number((await back.execute(tx)).numAffectedRows ?? 0);
  },
});

type Merged = { table: string; once: string | undefined; from: string; to: string };

async function takeAway(tx: Db, { table, once, from, to }: Merged): Promise<Kept[]> {
  const { rows } = await sql<Kept>`delete from ${sql.table(table)}
    where learnerid = ${from} and (${inBoth(table, once, to)}) returning *`.execute(tx);
  return rows;
}

/** Whether a learner has a row of the same lesson, or of the same in the column that is had but once. */
const inBoth = (table: string, once: string | undefined, learnerid: string) =>
  sql.join(
    ['lessonid', ...(once ? [once] : [])].map((column) => {
      const theirs = sql`select ${sql.ref(column)} from ${sql.table(table)} where learnerid = ${learnerid}`;
      return sql`coalesce(${sql.ref(column)}, '') in (${theirs} and ${sql.ref(column)} is not null)`;
    }),
    sql` or `,
  );

/** Unless what it refers to is gone since. */
async function putBack(tx: Db, table: string, row: Kept): Promise<void> {
  const lesson = tx.selectFrom('lessons').select('_id').where('_id', '=', row.lessonid);
  if (!(await lesson.executeTakeFirst())) return;
  const columns = Object.keys(row);
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values (${sql.join(columns.map((column) => row[column] ?? null))}) on conflict do nothing`.execute(tx);
}
