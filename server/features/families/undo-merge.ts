import type { Kysely } from 'kysely';
import { listOf } from '#contract/formats.ts';
import { t } from '#languages/t.ts';
import { isStrangers, lockUser } from '#server/auth/queries.ts';
import type { Database, Db, Row } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import type { Actor } from '#server/features/changes/index.ts';
import { keepWithInvoices } from '#server/features/charges/index.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import type { Rows } from '#server/features/feature.ts';
import {
  deleteGuardian,
  moveGuardian,
  moveLearners,
  moveRowsBack,
  restoreGuardian,
  takeBackIn,
  takeInDropped,
  updateLearner,
} from '#server/features/learners/index.ts';
import { partCredit } from '#server/features/ledger/index.ts';
import { lockPlaces, partPlaces } from '#server/features/lessons/index.ts';
import { partPayments } from '#server/features/payments/index.ts';
import { findUser, notifyOfAccounts, updateContact } from '#server/features/users/index.ts';
import { ensure } from '#server/http/errors.ts';
import { isFinal, logMerge } from './merge.ts';
import {
  deleteDropped,
  findShared,
  type GuardianRow,
  lockLearners,
  lockMerge,
  markChildren,
  type Undo,
} from './merge-queries.ts';

type Undoing = {
  actor: Actor;
  /** What features say of their tables. */
  rows: Rows;
  now: number;
};

/**
 * Puts a merge apart again: what moved goes back where it still is with whom it went to, and gives how much
 * did and, as sentences, what could not. What has come since stays. Throws `merge-not-found` and, after a
 * day, `merge-final`.
 */
export async function undoMerge(db: Kysely<Database>, { id, ...undoing }: Undoing & { id: string }) {
  return transact(db, async (tx) => {
    const merge = await lockMerge(tx, id);
    ensure(merge && merge.undoneat === null, 'merge-not-found');
    ensure(!isFinal(merge.createdat, undoing.now), 'merge-final');
    return undoMergeIn(tx, merge, undoing);
  });
}

/** The same inside a transaction, of a merge that is locked and can be undone. */
export async function undoMergeIn(tx: Db, merge: Row<'merges'>, { actor, rows, now }: Undoing) {
  const { kind, keptid, droppedid } = merge;
  const undo = JSON.parse(merge.undo) as Undo;
  for (const userid of [undo.userid, ...(kind === 'user' ? [keptid] : [])].sort()) await lockUser(tx, userid);
  await lockPlaces(tx, [undo.from, undo.to]);
  const owner = await ownerOf(tx, undo.to);
  const subject = await tx
    .selectFrom('users')
    .selectAll()
    .where('_id', '=', owner ?? '')
    .executeTakeFirst();
  const isThere = await tx
    .selectFrom('users')
    .select('_id')
    .where('_id', '=', undo.userid)
    .executeTakeFirst();
  if (!isThere) await deleteDropped(tx, merge);
  const result = isThere ? await putBack(tx, { kind, keptid, undo, declared: rows, actor, now }) : nothing();
  await tx.updateTable('merges').set({ undoneat: now, undo: '{}' }).where('_id', '=', merge._id).execute();
  if (subject) await logMerge(tx, 'parted', { kind, subject, keptid, droppedid, actor, now });
  return result;
}

const nothing = () => ({
  moved: { learners: 0, enrolments: 0, orders: 0, selections: 0, waitlist: 0, guardians: 0 },
  left: [t('families.note_dropped_deleted')],
});

async function ownerOf(tx: Db, learnerid: string): Promise<string | null> {
  const learner = tx.selectFrom('learners').select('userid').where('_id', '=', learnerid);
  return (await learner.executeTakeFirst())?.userid ?? null;
}

type PuttingBack = { kind: 'user' | 'learner'; keptid: string; undo: Undo };

async function putBack(
  tx: Db,
  { kind, keptid, undo, declared, actor, now }: PuttingBack & { declared: Rows; actor: Actor; now: number },
) {
  const { from, to, userid } = undo;
  const left: string[] = [];
  const note = (wanted: number, done: number, sentence: string) => {
    if (done < wanted) left.push(sentence);
    return done;
  };
  const rights = await rightsInStead(tx, { kind, keptid, undo });
  if (kind === 'learner') await takeInDropped(tx, { _id: from, userid, now });
  const stay = kind === 'user' ? await findKeptFrom(tx, undo, declared) : [];
  const going = undo.learners.filter((id) => !stay.includes(id));
  const learners = kind === 'user' ? await giveBackLearners(tx, { ids: going, keptid, userid, now }) : 1;
  if (kind === 'user') note(going.length, learners, t('families.note_child_elsewhere'));
  if (stay.length > 0) left.push(t('families.note_child_stays'));

  // The account that was dropped may have begun anew in a class in this one day.
  const shared = await findShared(tx, from, to);
  const isShared = shared.length > 0;
  if (isShared) left.push(t('families.note_place_shared', { classes: shared.join(', ') }));
  const moved = await moveRowsBack(tx, 'learner', {
    from,
    to,
    stay: [],
    isShared,
    rows: declared,
    moved: undo.rows,
  });
  const enrolments = moved['enrolments.learnerid'] ?? 0;
  // The previous owner of these places may have other lessons at the same time since.
  await partPlaces(tx, { from: to, to: from, now });
  if (!isShared)
    note(undo.rows['enrolments.learnerid']?.ids.length ?? 0, enrolments, t('families.note_place_changed'));
  const accounts = await moveRowsBack(tx, 'account', {
    from: userid,
    to: keptid,
    stay,
    isShared: false,
    rows: declared,
    moved: undo.accounts,
  });
  if (kind === 'user') await keepWithInvoices(tx, [userid, keptid]);
  if (kind === 'user') left.push(...(await notePayments(tx, { families: [keptid, userid], actor, now })));
  if (kind === 'user') await partCredit(tx, { userids: [userid, keptid], now });
  const guards = rights.filter(({ learnerid }) => !stay.includes(learnerid));
  const guardians = await giveBackGuardians(tx, { kind, keptid, undo, rights: guards });
  note(undo.guardians.takenaway.length, rights.length, t('families.note_guardians_removed'));
  await untell(tx, undo, now);
  if (kind === 'user') await undoContact(tx, { contact: undo.contact, keptid, userid, now });
  if (kind === 'user') {
    await notifyOfAccounts(tx, 'account.changed', { userids: [keptid, userid], now });
    left.push(t('families.note_sign_in_again'));
  }
  return {
    moved: {
      learners,
      enrolments,
      guardians,
      orders: Math.max(moved['orders.learnerid'] ?? 0, accounts['orders.userid'] ?? 0),
      selections: moved['selections.learnerid'] ?? 0,
      waitlist: moved['waitlist.learnerid'] ?? 0,
    },
    left,
  };
}

/** Parts what each family has paid of the other's places, and says so. */
async function notePayments(tx: Db, parting: Parameters<typeof partPayments>[1]): Promise<string[]> {
  const { owed, ended } = await partPayments(tx, parting);
  const ids = [...owed, ...ended].flatMap(({ classid }) => classid ?? []);
  const classes = ids.length === 0 ? [] : await findClassesById(tx, [...new Set(ids)]);
  const namesOf = (orders: typeof owed) => {
    const some = classes.filter(({ _id }) => orders.some(({ classid }) => classid === _id));
    return listOf([...new Set(some.map(({ classname }) => classname))]);
  };
  return [
    ...(owed.length > 0 ? [t('families.note_place_owed_again', { classes: namesOf(owed) })] : []),
    ...(ended.length > 0 ? [t('families.note_ended_place_stays', { classes: namesOf(ended) })] : []),
  ];
}

/**
 * Children of an account that may be a stranger's, of which the family that has them has since said or begun
 * anything: a stranger who had entered their names would read it.
 */
async function findKeptFrom(tx: Db, { userid, learners, marks }: Undo, rows: Rows): Promise<string[]> {
  const dropped = await findUser(tx, userid);
  if (!dropped || !isStrangers(dropped)) return [];
  const now = await markChildren(tx, learners, rows);
  return learners.filter((id) => marks[id] !== now[id]);
}

type GivingBack = { ids: readonly string[]; keptid: string; userid: string };

/**
 * A child that the account it came to has given on since comes back, too: it was not that account’s to give.
 */
async function giveBackLearners(
  tx: Db,
  { ids, keptid, userid, now }: GivingBack & { now: number },
): Promise<number> {
  if (ids.length === 0) return 0;
  for (const learnerid of ids)
    if ((await ownerOf(tx, learnerid)) !== keptid)
      await takeBackIn(tx, { learnerid, caller: { _id: keptid, role: 'student' }, now });
  return moveLearners(tx, ids, { from: keptid, to: userid, now });
}

const ALL = { mayenrol: 1, maypay: 1, getsmail: 1 } as const;

/**
 * What rights that the merge made needless are worth at this moment: no more than those that replace them,
 * which may have been ended or made fewer since. Those that nothing stands for, since their learner was not
 * there, are as they were.
 */
async function rightsInStead(tx: Db, { kind, keptid, undo }: PuttingBack): Promise<GuardianRow[]> {
  const { guardians, to } = undo;
  const worth: GuardianRow[] = [];
  for (const row of guardians.takenaway) {
    const inStead =
      kind === 'user' ? { learnerid: row.learnerid, userid: keptid } : { learnerid: to, userid: row.userid };
    const isOwn = (await ownerOf(tx, inStead.learnerid)) === inStead.userid;
    const stands = isOwn ? ALL : await findGuardian(tx, inStead);
    const rights = stands ?? (guardians.setaside.includes(row.userid) ? ALL : undefined);
    if (rights)
      worth.push({
        ...row,
        mayenrol: row.mayenrol && rights.mayenrol,
        maypay: row.maypay && rights.maypay,
        getsmail: row.getsmail && rights.getsmail,
      });
  }
  return worth;
}

type Guard = Pick<GuardianRow, 'learnerid' | 'userid'>;

const findGuardian = (tx: Db, { learnerid, userid }: Guard) =>
  tx
    .selectFrom('guardians')
    .selectAll()
    .where('learnerid', '=', learnerid)
    .where('userid', '=', userid)
    .executeTakeFirst();

/**
 * Rights that were given with the merge end, those that moved go back, those that it made needless are given
 * again.
 */
async function giveBackGuardians(
  tx: Db,
  { kind, keptid, undo, rights }: PuttingBack & { rights: readonly GuardianRow[] },
): Promise<number> {
  const { guardians, from, to, userid } = undo;
  for (const row of guardians.added) await deleteGuardian(tx, row);
  let count = 0;
  for (const id of guardians.moved) {
    const row = kind === 'user' ? { learnerid: id, userid: keptid } : { learnerid: to, userid: id };
    const back = kind === 'user' ? { userid } : { learnerid: from };
    count += await moveGuardian(tx, row, back);
  }
  for (const row of rights) {
    const isThere = await tx
      .selectFrom('users')
      .select('_id')
      .where('_id', '=', row.userid)
      .executeTakeFirst();
    if (isThere) await restoreGuardian(tx, row);
  }
  return count;
}

/** Takes back what the one entry took from the other, unless it has changed since. */
async function untell(tx: Db, { from, to, told }: Undo, now: number) {
  if (!told.born && !told.note) return;
  const found = await lockLearners(tx, [from, to]);
  const [dropped, kept] = [from, to].map((id) => found.find(({ _id }) => _id === id));
  if (!dropped || !kept) return;
  const note = kept.note === dropped.note ? null : kept.note?.replace(`\n${dropped.note}`, '');
  const change = {
    ...(told.born && kept.born === dropped.born && { born: null }),
    ...(told.note && note !== undefined && { note }),
  };
  if (Object.keys(change).length > 0) await updateLearner(tx, { learnerid: to, now, ...change });
}

/** Reverts the contact details that the merge copied, unless they have been changed since. */
async function undoContact(
  tx: Db,
  { contact, keptid, userid, now }: Pick<Undo, 'contact' | 'userid'> & { keptid: string; now: number },
) {
  const [kept, dropped] = [await findUser(tx, keptid), await findUser(tx, userid)];
  if (!kept || !dropped) return;
  const same = contact.filter((field) => kept[field] === dropped[field]);
  const change = Object.fromEntries(same.map((field) => [field, null]));
  if (same.length > 0) await updateContact(tx, { userid: keptid, now, ...change });
}
