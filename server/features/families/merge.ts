import type { Kysely } from 'kysely';
import { MERGE_UNDO_MS } from '#contract/families/calls.ts';
import { listOf } from '#contract/formats.ts';
import { LEARNERS_MAX } from '#contract/learners/calls.ts';
import { t } from '#languages/t.ts';
import { isStrangers, lockUser } from '#server/auth/queries.ts';
import { endSignIns } from '#server/auth/sign-ins.ts';
import { newId } from '#server/database/ids.ts';
import type { Database, Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import type { Rows } from '#server/features/feature.ts';
import {
  dropLearner,
  type MovedRows,
  moveChildren,
  moveRows,
  updateLearner,
  withdraw,
} from '#server/features/learners/index.ts';
import { applyCredit } from '#server/features/ledger/index.ts';
import { joinPlaces, lockPlaces } from '#server/features/lessons/index.ts';
import {
  findSelfLearner,
  findUser,
  notifyOfAccounts,
  type UserRow,
  updateContact,
} from '#server/features/users/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { plainName, say } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';
import { joinGuardians } from './join-guardians.ts';
import * as queries from './merge-queries.ts';

type MergeInput = {
  keep: string;
  drop: string;
  actor: Exclude<Actor, null>;
  /** What features say of their tables. */
  rows: Rows;
  now: number;
  isDry: boolean;
};

/** What was merged, or would be. */
type Merged = {
  kind: 'user' | 'learner';
  undo: queries.Undo;
  subject: UserRow;
  names: Names;
  notes: string[];
};
type Names = Record<'keep' | 'drop', { _id: string; userid: string; name: string; email: string | null }>;

/** Is thrown to take back what was only tried. */
class OnlyTried extends Error {
  merged: Merged;

  constructor(merged: Merged) {
    super('This was only tried.');
    this.merged = merged;
  }
}

/**
 * Makes two accounts one family, or two entries of a child one child: what the one that is dropped had
 * becomes the other's, in one transaction. A dry merge does the same and takes it back, so that what it tells
 * is what would happen. Throws `user-not-found` where one of the two is neither an account nor a child, and
 * what stands in the way.
 */
export async function merge(db: Kysely<Database>, input: MergeInput) {
  const { keep, drop, actor, now, isDry } = input;
  ensure(keep !== drop, 'merge-of-one');
  const isAccount = { keep: await findUser(db, keep), drop: await findUser(db, drop) };
  ensure(Boolean(isAccount.keep) === Boolean(isAccount.drop), 'merge-unlike');
  const mergeIn = isAccount.keep ? mergeAccounts : mergeLearners;
  const insertedId = newId(now);
  try {
    const merged = await transact(db, async (tx) => {
      const done = await mergeIn(tx, input);
      if (isDry) throw new OnlyTried(done);
      const { kind, undo, subject } = done;
      const kept = { _id: insertedId, kind, keptid: keep, droppedid: drop, undo: JSON.stringify(undo) };
      await queries.insertMerge(tx, { ...kept, actorid: actor._id, createdat: now, undoneat: null });
      await logMerge(tx, 'merged', { kind, subject, keptid: keep, droppedid: drop, actor, now });
      return done;
    });
    return { insertedId, ...describe(merged) };
  } catch (error) {
    if (error instanceof OnlyTried) return describe(error.merged);
    throw error;
  }
}

type Logged = {
  kind: 'user' | 'learner';
  subject: UserRow;
  keptid: string;
  droppedid: string;
  actor: Actor;
  now: number;
};

/**
 * Adds to the log that a family was merged or put apart: by its account's name, which goes with the account.
 */
export async function logMerge(
  tx: Db,
  action: 'merged' | 'parted',
  { kind, subject, keptid, droppedid, actor, now }: Logged,
) {
  const about = { about: 'user' as const, subjectid: subject._id, subjectname: subject.name };
  await insertChange(tx, { ...about, action, before: droppedid, after: keptid, note: kind, actor, now });
}

const describe = ({ kind, undo: { rows, learners, accounts, guardians }, names, notes }: Merged) => ({
  kind,
  ...names,
  moved: {
    learners: kind === 'user' ? learners.length : 0,
    enrolments: idsIn(rows, 'enrolments.learnerid').length,
    orders: new Set([...idsIn(rows, 'orders.learnerid'), ...idsIn(accounts, 'orders.userid')]).size,
    selections: idsIn(rows, 'selections.learnerid').length,
    waitlist: idsIn(rows, 'waitlist.learnerid').length,
    guardians: guardians.moved.length,
  },
  notes,
});

const idsIn = (moved: MovedRows, column: string) => moved[column]?.ids ?? [];

/** Whether a class that both had selected stays selected once. */
const isSelectedTwice = (moved: MovedRows) => {
  const { takenaway = [] } = (moved['selections.learnerid'] ?? {}) as { takenaway?: unknown[] };
  return takenaway.length > 0;
};

/**
 * Locks the rows of accounts in one order, whichever of them is kept: before classes and learners, as when a
 * place is taken.
 */
async function lockUsers(tx: Db, ids: readonly (string | null)[]): Promise<Map<string, UserRow>> {
  const users = new Map<string, UserRow>();
  for (const id of [...new Set(ids)].filter((one) => one !== null).sort()) {
    const user = await lockUser(tx, id);
    if (user) users.set(id, user);
  }
  return users;
}

async function refuseShared(tx: Db, { from, to }: { from: string; to: string }) {
  const shared = await queries.findShared(tx, from, to);
  if (shared.length > 0)
    throw new AppError('merge-same-class', {
      detail: () => t('errors.merge_shares_classes', { classes: shared.join(', ') }),
    });
}

/**
 * The children, places, payments and rights of one account become another's. The account itself stays, empty
 * and signed out: its sign-in, what it wrote, liked and agreed to are its person's own.
 */
async function mergeAccounts(tx: Db, { keep, drop, rows: declared, now }: MergeInput): Promise<Merged> {
  const users = await lockUsers(tx, [keep, drop]);
  const [kept, dropped] = [users.get(keep), users.get(drop)];
  ensure(kept && dropped, 'user-not-found');
  ensure(dropped.role === 'student', 'merge-role');
  ensure(kept.emailverified || !dropped.emailverified, 'merge-unproved');
  // Without an address no one signs in to what would be kept.
  ensure(kept.email !== null || dropped.email === null, 'merge-unproved');
  ensure(!isStrangers(kept), 'address-unproved');
  ensureStays([kept, dropped]);
  const [to, from] = [await findSelfLearner(tx, keep), await findSelfLearner(tx, drop)];
  await lockPlaces(tx, [from, to]);
  const children = await queries.findChildren(tx, drop);
  const mine = await queries.findChildren(tx, keep);
  ensure(1 + mine.length + children.length <= LEARNERS_MAX, 'too-many-learners');
  await refuseShared(tx, { from, to });

  const ids = children.map(({ _id }) => _id);
  const rows = await moveRows(tx, 'learner', { from, to, learners: [], rows: declared });
  const atOnce = await joinPlaces(tx, { from, to, now });
  await moveChildren(tx, { from: drop, to: keep, now });
  const accounts = await moveRows(tx, 'account', { from: drop, to: keep, learners: ids, rows: declared });
  // What the one had left pays what the other owes.
  await applyCredit(tx, { userid: keep, now });
  const guardians = await queries.moveGuardians(tx, { from: drop, to: keep });
  const contact = await completeContact(tx, { kept, dropped, now });
  const offers = (await withdraw(tx, { learnerid: from, now })) + (await withdraw(tx, { byid: drop, now }));
  await endSignIns(tx, { userid: drop, now });
  await notifyOfAccounts(tx, 'account.changed', { userids: [keep, drop], now });
  await notifyMerged(tx, { kept, dropped, now });
  return {
    kind: 'user',
    undo: {
      from,
      to,
      rows,
      userid: drop,
      accounts,
      guardians,
      contact,
      learners: ids,
      told: { born: false, note: null },
      marks: await queries.markChildren(tx, ids, declared),
    },
    subject: kept,
    names: { keep: nameOf(kept), drop: nameOf(dropped) },
    notes: [
      ...(dropped.email === null
        ? []
        : [t('families.note_signed_out', { dropped: dropped.email, kept: kept.email ?? kept.name })]),
      ...(kept.emailverified || kept.email === null
        ? []
        : [t('families.note_not_confirmed', { email: kept.email })]),
      ...(offers > 0 ? [t('families.note_invitations_end')] : []),
      ...(contact.length > 0 ? [t('families.note_contact_copied')] : []),
      ...(isSelectedTwice(rows) ? [t('families.note_selected_once')] : []),
      ...wordsOf(atOnce, kept.name),
      ...namesOfTwice(mine, children).map((name) => t('families.note_two_entries', { name })),
    ],
  };
}

/**
 * Children of one family who are probably entered again as children of the other: by name and day of birth.
 */
function namesOfTwice(mine: readonly queries.LearnerRow[], others: readonly queries.LearnerRow[]): string[] {
  const nameOfChild = ({ firstname, lastname }: queries.LearnerRow) =>
    `${firstname ?? ''} ${lastname ?? ''}`.replace(/\s+/g, ' ').trim();
  const keyOf = (child: queries.LearnerRow) => `${nameOfChild(child).toLowerCase()} ${child.born}`;
  const known = new Set(others.map(keyOf));
  return mine.filter((child) => known.has(keyOf(child))).map(nameOfChild);
}

/**
 * Nothing is given to an account that is being deleted, and nothing of one goes elsewhere: both are for its
 * owner to decide.
 */
function ensureStays(users: readonly UserRow[]) {
  const leaving = users.find(({ leavesat }) => leavesat !== null);
  if (leaving)
    throw new AppError('merge-leaving', {
      detail: () => t('errors.merge_leaving_account', { email: leaving.email ?? leaving.name }),
    });
}

/**
 * What only the dropped account says of the family is not lost: whom to call and how are one, and so is where
 * they live.
 */
async function completeContact(
  tx: Db,
  { kept, dropped, now }: { kept: UserRow; dropped: UserRow; now: number },
): Promise<queries.ContactField[]> {
  const parts: queries.ContactField[][] = [
    ['phone'],
    ['emergencyname', 'emergencyphone'],
    ['street', 'postcode', 'town'],
    ['note'],
  ];
  const told = parts
    .filter((fields) => fields.every((field) => kept[field] === null))
    .flat()
    .filter((field) => dropped[field] !== null);
  const contact = Object.fromEntries(told.map((field) => [field, dropped[field]]));
  if (told.length > 0) await updateContact(tx, { userid: kept._id, now, ...contact });
  return told;
}

/** Clashes that the office makes, for which no confirmation is asked. */
const wordsOf = (pairs: readonly [string, string][], name: string) =>
  pairs.map((pair) => t('families.note_same_time', { name, classes: listOf(pair) }));
const nameOf = ({ _id, name, email }: UserRow) => ({ _id, userid: _id, name, email });

/** Two entries of one child become one. */
async function mergeLearners(tx: Db, { keep, drop, rows: declared, now }: MergeInput): Promise<Merged> {
  const ends = { keep: await queries.nameLearner(tx, keep), drop: await queries.nameLearner(tx, drop) };
  ensure(ends.keep && ends.drop, 'user-not-found');
  const users = await lockUsers(tx, [ends.keep.userid, ends.drop.userid]);
  await lockPlaces(tx, [keep, drop]);
  const learners = new Map(
    (await queries.lockLearners(tx, [keep, drop])).map((learner) => [learner._id, learner]),
  );
  const [kept, dropped] = [learners.get(keep), learners.get(drop)];
  const subject = users.get(ends.keep.userid);
  const other = users.get(ends.drop.userid);
  ensure(kept && dropped && subject && other && dropped.userid, 'user-not-found');
  ensure(kept.userid === ends.keep.userid && dropped.userid === ends.drop.userid, 'user-not-found');
  // The kept learner's payer gains the other's places, and the other's account sees the kept learner: neither
  // may be a stranger.
  ensure(!isStrangers(subject) && !isStrangers(other), 'address-unproved');
  ensureStays([subject, other]);
  const isOneFamily = kept.userid === dropped.userid;
  ensure(dropped.self === 0 && (kept.self === 0 || isOneFamily), 'merge-self');
  await refuseShared(tx, { from: drop, to: keep });

  const rows = await moveRows(tx, 'learner', { from: drop, to: keep, learners: [], rows: declared });
  const atOnce = await joinPlaces(tx, { from: drop, to: keep, now });
  const { guardians, notes } = await joinGuardians(tx, {
    kept,
    dropped,
    now,
    names: { child: ends.keep.name, owner: subject, other },
  });
  const told = await completeLearner(tx, { kept, dropped, now });
  const offers = await withdraw(tx, { learnerid: drop, now });
  await dropLearner(tx, drop, now);
  return {
    kind: 'learner',
    undo: {
      ...{
        from: drop,
        to: keep,
        rows,
        userid: dropped.userid,
        learners: [drop],
        accounts: {},
        guardians,
        contact: [],
        told,
        marks: {},
      },
    },
    subject,
    names: { keep: ends.keep, drop: ends.drop },
    notes: [
      ...notes,
      ...(told.note ? [t('families.note_notes_kept')] : []),
      ...(offers > 0 ? [t('families.note_invitations_end')] : []),
      ...(isSelectedTwice(rows) ? [t('families.note_selected_once')] : []),
      ...wordsOf(atOnce, ends.keep.name),
    ],
  };
}

type Two = { kept: queries.LearnerRow; dropped: queries.LearnerRow };

/** A day of birth or an allergy that only one of the two entries names is not lost. */
async function completeLearner(
  tx: Db,
  { kept, dropped, now }: Two & { now: number },
): Promise<queries.Undo['told']> {
  const born = kept.born === null && dropped.born !== null;
  const isNews = dropped.note !== null && dropped.note !== kept.note;
  const note = !isNews ? null : kept.note === null ? ('all' as const) : ('end' as const);
  const change = {
    ...(born && { born: dropped.born }),
    ...(note && { note: [kept.note, dropped.note].filter(Boolean).join('\n') }),
  };
  if (born || note) await updateLearner(tx, { learnerid: kept._id, now, ...change });
  return { born, note };
}

/** Tells both addresses where the family is now. */
async function notifyMerged(
  tx: Db,
  { kept, dropped, now }: { kept: UserRow; dropped: UserRow; now: number },
) {
  const letter = {
    reader: 'account' as const,
    paragraphs: [
      say('families.mail_accounts_merged', {
        dropped: dropped.email ?? plainName(dropped.name),
        kept: kept.email ?? plainName(kept.name),
      }),
      ...(kept.email === null ? [] : [say('families.mail_sign_in_with', { email: kept.email })]),
    ],
    button: { label: say('families.mail_sign_in'), href: '/login' },
    notes: [say('families.mail_not_both_yours')],
  };
  const subject = say('families.mail_merged');
  for (const { _id } of [kept, dropped])
    await insertMails(tx, accountOf(_id), {
      kind: 'merged',
      ref: `${dropped._id}-${now}`,
      subject,
      letter,
      now,
    });
}

export const isFinal = (createdat: number, now: number) => now >= createdat + MERGE_UNDO_MS;
