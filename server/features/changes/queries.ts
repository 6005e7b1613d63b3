import { FORMER_MEMBER, formerEmail } from '#contract/former.ts';
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

/** Takes a person's name and address off the lines that say what they did and what was done to them. */
export async function erasePersonInLog(tx: Db, { _id, email }: { _id: string; email: string }) {
  await tx.updateTable('changes').set({ actorname: FORMER_MEMBER }).where('actorid', '=', _id).execute();
  await tx
    .updateTable('changes')
    .set({ subjectname: FORMER_MEMBER })
    .where('about', '=', 'user')
    .where('subjectid', '=', _id)
    .execute();
  for (const column of ['before', 'after'] as const)
    await tx
      .updateTable('changes')
      .set({ [column]: formerEmail(_id) })
      .where('action', '=', 'teacher')
      .where(column, '=', email)
      .execute();
}
