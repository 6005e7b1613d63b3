import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { MERGE_UNDO_MS } from '#contract/families/calls.ts';
import { LEARNER_NAME } from '#server/database/rows/learners.ts';
import type { Db, Row } from '#server/database/schema.ts';
import type { Rows } from '#server/features/feature.ts';
import {
  deleteDroppedLearner,
  deleteGuardian,
  findBegun,
  type MovedRows,
  moveGuardiansBy,
} from '#server/features/learners/index.ts';

/** Written out, not bound: an index holds those alone of which something is kept. */
export const KEPT_NOTHING = sql.lit('{}');

export type LearnerRow = Row<'learners'>;
export type GuardianRow = Row<'guardians'>;
/** What undoes a merge: ids alone, no names. */
export type Undo = {
  /** Learners of the two between which rows moved. */
  from: string;
  to: string;
  rows: MovedRows;
  /** The account whose rows became another's, and its children; of two learners the account that lost one. */
  userid: string;
  learners: string[];
  /** What the accounts had, as `rows`; empty of two learners. */
  accounts: MovedRows;
  guardians: {
    moved: string[];
    takenaway: GuardianRow[];
    /** Accounts of which nothing stands for what was taken away. */
    setaside: string[];
    added: { learnerid: string; userid: string }[];
  };
  /** Contact details that were copied from the dropped account to the kept one, which had none. */
  contact: ContactField[];
  /**
   * What the learner that stays was told by the other: its day of birth, and a note before or instead of
   * which there was none.
   */
  told: { born: boolean; note: 'all' | 'end' | null };
  /** Of each child that went to another account, a hash of what was said and begun of it. */
  marks: Record<string, string>;
};

export type ContactField =
  | 'phone'
  | 'emergencyname'
  | 'emergencyphone'
  | 'street'
  | 'postcode'
  | 'town'
  | 'note';

/** Learners' rows, locked until the transaction ends. */
export async function lockLearners(tx: Db, ids: readonly string[]): Promise<LearnerRow[]> {
  const learners = tx.selectFrom('learners').selectAll().where('_id', 'in', ids).orderBy('_id');
  return learners.forNoKeyUpdate('learners').execute();
}

/** A learner with what it is called and the address of its account. */
export async function nameLearner(db: Db, id: string) {
  const learner = await db
    .selectFrom('learners')
    .innerJoin('users', 'users._id', 'learners.userid')
    .select(['learners._id', 'users._id as userid', 'users.email', LEARNER_NAME.as('name')])
    .where('learners._id', '=', id)
    .executeTakeFirst();
  return learner && { ...learner, name: learner.name ?? '' };
}

/** The children of an account: all its learners but itself. */
export async function findChildren(tx: Db, userid: string): Promise<LearnerRow[]> {
  const learners = tx.selectFrom('learners').selectAll().where('userid', '=', userid);
  return learners.where('self', '=', 0).orderBy('_id').forNoKeyUpdate('learners').execute();
}

/**
 * Of each of these children a hash of what is said of it, and of what is begun and who is let look after it.
 */
export async function markChildren(
  tx: Db,
  ids: readonly string[],
  rows: Rows,
): Promise<Record<string, string>> {
  if (ids.length === 0) return {};
  const guardians = await tx.selectFrom('guardians').selectAll().where('learnerid', 'in', ids).execute();
  const claims = await tx
    .selectFrom('claims')
    .select(['hash', 'learnerid'])
    .where('learnerid', 'in', ids)
    .execute();
  const marks = [
    ...(await findBegun(tx, { rows, ids })),
    ...guardians.map(({ learnerid, userid, mayenrol, maypay, getsmail }) => ({
      learnerid,
      mark: `guardian ${userid} ${mayenrol} ${maypay} ${getsmail}`,
    })),
    ...claims.map(({ hash, learnerid }) => ({ learnerid, mark: `claim ${hash}` })),
  ];
  const of = Map.groupBy(marks, ({ learnerid }) => learnerid);
  const children = await tx
    .selectFrom('learners')
    .select(['_id', 'firstname', 'lastname', 'born', 'note'])
    .where('_id', 'in', ids)
    .execute();
  return Object.fromEntries(
    children.map(({ _id, ...said }) => {
      const begun = (of.get(_id) ?? []).map(({ mark }) => mark).sort();
      const text = JSON.stringify([said.firstname, said.lastname, said.born, said.note, begun]);
      return [_id, createHash('sha256').update(text).digest('base64url')];
    }),
  );
}

const OPEN = ['held', 'intent', 'expiring', 'enrolled'] as const;
const WAITING = ['waiting', 'kept', 'offered', 'taken'] as const;

/**
 * The classes in which a learner has a place, held or taken, or for which it waits; also one of which a trial
 * is being paid for. Two may have had a trial in one class.
 */
async function findClassesOf(
  tx: Db,
  learnerid: string,
  { isOffered }: { isOffered: boolean },
): Promise<Set<string>> {
  const [orders, entries] = [
    await tx
      .selectFrom('orders')
      .select('classid')
      .where('learnerid', '=', learnerid)
      .where('state', 'in', OPEN)
      .where((of) => of.or([of('lessonid', 'is', null), of('state', '<>', 'enrolled')]))
      .execute(),
    await tx
      .selectFrom('waitlist')
      .select('classid')
      .where('learnerid', '=', learnerid)
      .where('state', 'in', WAITING)
      .$if(!isOffered, (some) => some.where('wishid', 'is', null))
      .execute(),
  ];
  return new Set([...orders, ...entries].flatMap(({ classid }) => classid ?? []));
}

/** The names of the classes in which both have a place or wait for one: there they cannot be made one. */
export async function findShared(tx: Db, one: string, other: string): Promise<string[]> {
  // An offer for a wish of the one that is dropped ends, and the office reads nothing of it.
  const ones = await findClassesOf(tx, one, { isOffered: false });
  const others = await findClassesOf(tx, other, { isOffered: true });
  const shared = [...ones].filter((classid) => others.has(classid));
  if (shared.length === 0) return [];
  const classes = tx.selectFrom('classes').select('classname').where('_id', 'in', shared);
  return (await classes.orderBy('classname').execute()).map(({ classname }) => classname);
}

const idsOf = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id);

/** Makes who looks after children, and offers about them, an account's instead of another's. */
export async function moveGuardians(tx: Db, { from, to }: { from: string; to: string }) {
  const of = (userid: string) =>
    tx.selectFrom('guardians').selectAll().where('userid', '=', userid).execute();
  const rows = [...(await of(from)), ...(await of(to))];
  const own = await tx.selectFrom('learners').select('_id').where('userid', '=', to).execute();
  const isOwn = new Set(idsOf(own));
  const guards = new Set(rows.filter(({ userid }) => userid === to).map(({ learnerid }) => learnerid));
  const isNeedless = ({ userid, learnerid }: GuardianRow) =>
    isOwn.has(learnerid) || (userid === from && guards.has(learnerid));
  const takenaway = rows.filter(isNeedless);
  for (const row of takenaway) await deleteGuardian(tx, row);
  return { moved: await moveGuardiansBy(tx, { from, to }), takenaway, setaside: [], added: [] };
}

/** The guardians of a learner with their names, in the order of their acceptance. */
export async function findGuardiansOf(tx: Db, learnerid: string) {
  const guardians = await tx
    .selectFrom('guardians')
    .innerJoin('users', 'users._id', 'guardians.userid')
    .selectAll('guardians')
    .select(['users.name', 'users.email'])
    .where('learnerid', '=', learnerid)
    .orderBy('guardians.createdat')
    .orderBy('userid')
    .execute();
  return guardians.map(({ name, email, ...row }) => ({ row, name, email }));
}

/** Merges that brought what an account had to another, and can be undone still. They are those of a day. */
export async function findMergesFrom(tx: Db, userid: string): Promise<Row<'merges'>[]> {
  const open = await tx.selectFrom('merges').selectAll().where('undo', '<>', KEPT_NOTHING).execute();
  return open.filter(({ undo }) => (JSON.parse(undo) as Undo).userid === userid);
}

/** Nothing refers to the entry of a child that was dropped, and it still says who the child is. */
export async function deleteDropped(tx: Db, { kind, droppedid }: Pick<Row<'merges'>, 'kind' | 'droppedid'>) {
  if (kind === 'learner') await deleteDroppedLearner(tx, droppedid);
}

type Named = { name: string; email: string | null };
export type NamedMerge = Pick<Row<'merges'>, '_id' | 'kind' | 'createdat'> & { kept: Named; dropped: Named };

/** Merges that an admin made and that can be undone still, the latest first. They are those of a day. */
export async function findMergesBy(
  db: Db,
  { actorid, now }: { actorid: string; now: number },
): Promise<NamedMerge[]> {
  const open = await db.selectFrom('merges').selectAll().where('undo', '<>', KEPT_NOTHING).execute();
  const own = open.filter(
    (one) => one.actorid === actorid && one.undoneat === null && one.createdat > now - MERGE_UNDO_MS,
  );
  const named: NamedMerge[] = [];
  for (const { _id, kind, keptid, droppedid, createdat, undo } of own.sort(latestFirst)) {
    const kept = await nameSubject(db, kind, keptid);
    const dropped = await nameSubject(db, kind, droppedid, (JSON.parse(undo) as Undo).userid);
    named.push({ _id, kind, createdat, kept, dropped });
  }
  return named;
}

const latestFirst = (one: { createdat: number }, other: { createdat: number }) =>
  other.createdat - one.createdat;

/**
 * What an account or a learner is called; the entry of a child that was dropped is of the account that lost
 * it.
 */
async function nameSubject(db: Db, kind: 'user' | 'learner', id: string, lostby?: string): Promise<Named> {
  if (kind === 'learner' && lostby === undefined) return (await nameLearner(db, id)) ?? LEFT;
  const user = await db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('_id', '=', lostby ?? id)
    .executeTakeFirst();
  if (kind === 'user' || !user) return user ?? LEFT;
  const child = await db
    .selectFrom('learners')
    .select(['firstname', 'lastname'])
    .where('_id', '=', id)
    .executeTakeFirst();
  return { ...user, name: [child?.firstname, child?.lastname].filter(Boolean).join(' ') };
}

const LEFT: Named = { name: 'someone who has left', email: 'no account' };

export async function insertMerge(tx: Db, merge: Row<'merges'>) {
  await tx.insertInto('merges').values(merge).execute();
}

/** A merge, locked until the transaction ends. */
export async function lockMerge(tx: Db, id: string) {
  return tx
    .selectFrom('merges')
    .selectAll()
    .where('_id', '=', id)
    .forNoKeyUpdate('merges')
    .executeTakeFirst();
}

/**
 * Merges that brought something to these accounts or learners and can be undone still, with what was dropped.
 */
export async function findUndoable(db: Db, { ids, now }: { ids: readonly string[]; now: number }) {
  const merges = await db
    .selectFrom('merges')
    .leftJoin('users', 'users._id', 'merges.droppedid')
    .leftJoin('learners', 'learners._id', 'merges.droppedid')
    .select(['merges._id', 'merges.kind', 'merges.createdat', 'users.email'])
    .select(['learners.firstname', 'learners.lastname'])
    .where('merges.keptid', 'in', ids)
    .where('merges.undoneat', 'is', null)
    .where('merges.createdat', '>', now - MERGE_UNDO_MS)
    .orderBy('merges._id', 'desc')
    .execute();
  return merges.map(({ _id, kind, createdat, email, firstname, lastname }) => ({
    _id,
    kind,
    name: email ?? [firstname, lastname].filter(Boolean).join(' '),
    until: createdat + MERGE_UNDO_MS,
  }));
}
