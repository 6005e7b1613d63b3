import { type Expression, type SqlBool, sql } from 'kysely';
import { LIST_NOUNS, type ListNoun } from '#contract/endpoint.ts';
import { GONE_DAYS } from '#contract/v1/calls.ts';
import type { Db } from '#server/database/schema.ts';
import type { Job } from '#server/jobs/jobs.ts';
import type { Found, Position } from './lists/list.ts';

const HOUR_MS = 60 * 60_000;

/** Whether a record changed again later than a row of `revisions` says. */
const hasLater = (noun: ListNoun) =>
  sql<boolean>`exists (select 1 from revisions as later
    where later.kind = ${noun} and later.id = revisions.id and later.changedat > revisions.changedat)`;

/** Records of a list that changed, each at its latest change, in the order of these. */
export async function findRevised(
  db: Db,
  noun: ListNoun,
  { after: [changedat, id], limit }: { after: Position; limit: number },
): Promise<Found[]> {
  const rows = await db
    .selectFrom('revisions')
    .select(['id', 'changedat'])
    .where('kind', '=', noun)
    .where((of) => of(of.refTuple('changedat', 'id'), '>', of.tuple(Number(changedat), String(id))))
    .where(({ not }) => not(hasLater(noun)))
    .orderBy('changedat')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.id, at: [row.changedat, row.id] }));
}

/** So many are looked at by one statement: whatever came in at once, it holds up no caller. */
const AT_ONCE = 500;

/** Deletes what changed in a span and what `isSpent` says of, some at a time. */
async function deleteRevisions(
  db: Db,
  noun: ListNoun,
  { from, before, isSpent }: { from: number; before: number; isSpent?: Expression<SqlBool> },
): Promise<void> {
  let { changedat, id } = { changedat: from, id: '' };
  for (;;) {
    const some = await db
      .selectFrom('revisions')
      .select(['changedat', 'id'])
      .where('kind', '=', noun)
      .where((of) => of(of.refTuple('changedat', 'id'), '>', of.tuple(changedat, id)))
      .where('changedat', '<', before)
      .orderBy('changedat')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    const last = some.at(-1);
    if (!last) return;
    await db
      .deleteFrom('revisions')
      .where('kind', '=', noun)
      .where((of) => of(of.refTuple('changedat', 'id'), '>', of.tuple(changedat, id)))
      .where((of) => of(of.refTuple('changedat', 'id'), '<=', of.tuple(last.changedat, last.id)))
      .where('changedat', '<', before)
      .$if(isSpent !== undefined, (query) => query.where(isSpent as Expression<SqlBool>))
      .execute();
    ({ changedat, id } = last);
  }
}

/**
 * Deletes hourly what no list gives any more: changes of 90 days ago, and earlier ones of a record that changed
 * since, of the hours before.
 */
export const sweepRevisionsJob = ({ db }: { db: Db }): Job => ({
  name: 'revisions',
  everyMs: HOUR_MS,
  run: async () => {
    // By the clock that they are noted by.
    const now = Date.now();
    for (const noun of LIST_NOUNS) {
      await deleteRevisions(db, noun, { from: 0, before: now - GONE_DAYS * 24 * HOUR_MS });
      const hours = { from: now - 4 * HOUR_MS, before: now - HOUR_MS };
      await deleteRevisions(db, noun, { ...hours, isSpent: hasLater(noun) });
    }
    return 0;
  },
});
