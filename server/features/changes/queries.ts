import { sql } from 'kysely';
import { FORMER_MEMBER, formerEmail, memberName } from '#contract/former.ts';
import { findActing } from '#server/auth/acting.ts';
import { findAddresses } from '#server/auth/queries.ts';
import { newId } from '#server/database/ids.ts';
import { inChunks } from '#server/database/lists/batches.ts';
import type { PageQuery } from '#server/database/lists/pagination.ts';
import { takePage } from '#server/database/lists/pagination.ts';
import { mapInTurns } from '#server/database/lists/turns.ts';
import { findNamedLearners } from '#server/database/rows/learners.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { type Family, type Merging, namesOf } from '#server/features/feature.ts';
import { INVITED } from './with-names.ts';

/** Lines whose subject is an account, by its name. */
const ABOUT_PEOPLE = ['user', 'family'] as const;

export type ChangeRow = Row<'changes'>;
/** Who makes a change; null where the school itself does. */
export type Actor = { _id: string; name: string } | null;

type NewChange = Pick<ChangeRow, 'about' | 'subjectid' | 'subjectname' | 'action'> &
  Partial<Pick<ChangeRow, 'before' | 'after' | 'note' | 'learnerid'>> & { actor: Actor; now: number };

/** Adds a line to the log; call it in the transaction that makes the change. */
export async function insertChange(tx: Db, { actor, now, ...change }: NewChange) {
  await tx
    .insertInto('changes')
    .values({
      before: null,
      after: null,
      note: null,
      learnerid: null,
      ...change,
      _id: newId(now),
      actorid: actor?._id ?? null,
      actorname: actor?.name ?? null,
      keyname: findActing()?.key.name ?? null,
      createdat: now,
    })
    .execute();
}

/** A page of the log, the newest first, of one kind of subject or of all. */
export async function findChanges(db: Db, { about, ...ask }: PageQuery & { about?: ChangeRow['about'] }) {
  const query = db
    .selectFrom('changes')
    .selectAll()
    .$if(about !== undefined, (q) => q.where('about', '=', about as ChangeRow['about']));
  const page = await takePage(query, ask);
  const named = await withInvited(db, await withAddresses(db, page.items));
  return { ...page, items: await withLearners(db, named) };
}

const HISTORY_MAX = 500;

/**
 * The lines about one class or account, the newest first. They name no learner: the class's teacher reads
 * them, too.
 */
export async function findChangesOf(db: Db, subjectid: string) {
  const changes = await db
    .selectFrom('changes')
    .selectAll()
    .where('subjectid', '=', subjectid)
    .orderBy('_id', 'desc')
    .limit(HISTORY_MAX)
    .execute();
  return withAddresses(db, changes);
}

/** Whether a class was approved at any time. */
export async function wasApproved(db: Db, classid: string): Promise<boolean> {
  const approval = await db
    .selectFrom('changes')
    .select('_id')
    .where('subjectid', '=', classid)
    // What was approved before there was a log is in it when it was taken off.
    .where((eb) => eb.or([eb('after', '=', 'approved'), eb('before', '=', 'approved')]))
    .limit(1)
    .executeTakeFirst();
  return approval !== undefined;
}

/** Where a line names accounts, by their ids. */
const ACCOUNTS: { readonly [A in ChangeRow['action']]?: readonly ('before' | 'after')[] } = {
  teacher: ['before', 'after'],
  'lesson-teacher': ['after'],
  'guardian-ended': ['before'],
};

/** A line that names accounts holds their ids; a reader sees the addresses that those have now. */
async function withAddresses(db: Db, changes: ChangeRow[]): Promise<ChangeRow[]> {
  const columns = ({ action }: ChangeRow) => ACCOUNTS[action] ?? [];
  const ids = changes.flatMap((change) => columns(change).map((column) => change[column]));
  const addresses = await findAddresses(db, ids);
  const addressOf = (id: string | null) => id && (addresses.get(id) ?? formerEmail(id));
  return changes.map((change) => ({
    ...change,
    ...Object.fromEntries(columns(change).map((column) => [column, addressOf(change[column])])),
  }));
}

/** With the names of those who are invited: the log holds them by id, and they go with the invitation. */
async function withInvited(db: Db, changes: ChangeRow[]): Promise<ChangeRow[]> {
  const ids = changes.flatMap(({ subjectname, subjectid }) => (subjectname === INVITED ? [subjectid] : []));
  if (ids.length === 0) return changes;
  const invited = await db
    .selectFrom('invitations')
    .select(['_id', 'name'])
    .where('_id', 'in', [...new Set(ids)])
    .execute();
  const names = new Map(invited.map(({ _id, name }) => [_id, name]));
  return changes.map((change) => ({
    ...change,
    subjectname: names.get(change.subjectid) ?? change.subjectname,
  }));
}

/** With the learners' current names and accounts; empty for a learner who has left. */
async function withLearners(db: Db, changes: ChangeRow[]) {
  const learners = await findNamedLearners(
    db,
    changes.flatMap(({ action, learnerid, before }) => [
      ...(learnerid === null ? [] : [learnerid]),
      ...(action === 'place-moved' && before !== null ? [before] : []),
    ]),
  );
  return changes.map((change) => {
    const { userid: familyid = null, learnername = null } = learners.get(change.learnerid ?? '') ?? {};
    // The log holds the previous learner by id: the name goes when the learner leaves.
    const before =
      change.action === 'place-moved'
        ? (learners.get(change.before ?? '')?.learnername ?? null)
        : change.before;
    return { ...change, before, familyid, learnername };
  });
}

/**
 * What the log says that an account did, and what was done to it or for learners of its own, the oldest
 * first.
 */
export async function findLinesOf(db: Db, { _id, learners }: Pick<Family, '_id' | 'learners'>) {
  const names = namesOf({ learners });
  const lines = db.selectFrom('changes').select('_id');
  const ids = await lines
    .where('actorid', '=', _id)
    .union(lines.where('subjectid', '=', _id).where('about', 'in', ABOUT_PEOPLE))
    .union(lines.where('learnerid', 'in', [...names.keys()]))
    .orderBy('_id')
    .execute();
  // In chunks: an admin has done much.
  const found = await inChunks(
    ids.map((line) => line._id),
    (some) => db.selectFrom('changes').selectAll().where('_id', 'in', some).orderBy('_id').execute(),
  );
  return mapInTurns(found, ({ createdat, about, action, subjectname, learnerid, actorid }) => ({
    createdat,
    about,
    action,
    subjectname: memberName(subjectname),
    learnername: names.get(learnerid ?? '') ?? null,
    byself: actorid === _id,
  }));
}

/** Takes a person's name off the lines that say what they did and what was done to them. */
export async function erasePersonInLog(tx: Db, { _id }: { _id: string }) {
  await tx.updateTable('changes').set({ actorname: FORMER_MEMBER }).where('actorid', '=', _id).execute();
  await tx
    .updateTable('changes')
    .set({ subjectname: FORMER_MEMBER })
    .where('about', 'in', ABOUT_PEOPLE)
    .where('subjectid', '=', _id)
    .execute();
}

/** Lines that name the learner who had a place before it was moved to another one. */
export const previousMerging: Merging = {
  async move(tx, { from, to }) {
    const lines = await setPrevious(tx, { from, to }).returning('_id').execute();
    return { ids: lines.map(({ _id }) => _id) };
  },

  async moveBack(tx, { ids }, { from, to }) {
    if (ids.length === 0) return 0;
    const lines = setPrevious(tx, { from: to, to: from }).where('_id', 'in', ids);
    return Number((await lines.executeTakeFirstOrThrow()).numUpdatedRows);
  },
};

const setPrevious = (tx: Db, { from, to }: { from: string; to: string }) =>
  tx
    .updateTable('changes')
    .set({ before: to })
    .where('before', '=', from)
    // Written out, since SQLite takes the index of these lines for no value that comes later.
    .where(sql<boolean>`action = 'place-moved'`);
