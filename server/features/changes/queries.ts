import { newId } from '#server/database/ids.ts';
import type { PageAsk } from '#server/database/pages.ts';
import { takePage } from '#server/database/pages.ts';
import type { Db, Row } from '#server/database/schema.ts';

export type ChangeRow = Row<'changes'>;
/** Who makes a change; null where the school itself does. */
export type Actor = { _id: string; name: string } | null;

type NewChange = Pick<ChangeRow, 'about' | 'subjectid' | 'subjectname' | 'action'> &
  Partial<Pick<ChangeRow, 'before' | 'after' | 'note'>> & { actor: Actor; now: number };

/** Adds a line to the log; call it in the transaction that makes the change. */
export async function insertChange(tx: Db, { actor, now, ...change }: NewChange) {
  await tx
    .insertInto('changes')
    .values({
      before: null,
      after: null,
      note: null,
      ...change,
      _id: newId(now),
      actorid: actor?._id ?? null,
      actorname: actor?.name ?? null,
      createdat: now,
    })
    .execute();
}

/** A page of the log, the newest first, of one kind of subject or of all. */
export async function findChanges(db: Db, { about, ...ask }: PageAsk & { about?: ChangeRow['about'] }) {
  const query = db
    .selectFrom('changes')
    .selectAll()
    .$if(about !== undefined, (q) => q.where('about', '=', about as ChangeRow['about']));
  return takePage(query, ask);
}

const HISTORY_MAX = 500;

/** All that happened to one class or person, the newest first. */
export async function findChangesOf(db: Db, subjectid: string) {
  return db
    .selectFrom('changes')
    .selectAll()
    .where('subjectid', '=', subjectid)
    .orderBy('_id', 'desc')
    .limit(HISTORY_MAX)
    .execute();
}
