import type * as z from 'zod';
import type { FamilyChange, FamilyDraft } from '#contract/families/form.ts';
import { LEARNERS_MAX } from '#contract/learners/calls.ts';
import type { LearnerDraft } from '#contract/learners/form.ts';
import { type Caller, findUserByEmail, lockUser } from '#server/auth/queries.ts';
import { newId } from '#server/database/ids.ts';
import { isUniqueViolation } from '#server/database/open.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { insertChange } from '#server/features/changes/index.ts';
import {
  addLearnerIn,
  changeLearnerIn,
  ensureBorn,
  findLearnerOf,
  openClaim,
  withdraw,
} from '#server/features/learners/index.ts';
import { addUser, findSelfLearner, type UserRow, updateContact } from '#server/features/users/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { SCHOOL, say } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';

/** What the office's changes of families are made with. */
export type Families = { db: Db; now: () => number; readSchool: ReadSchool };

type Actor = Pick<Caller, '_id' | 'name'>;
type Change = z.output<typeof FamilyChange>;
type Learner = z.output<typeof LearnerDraft>;
type SeenLearner = Parameters<typeof changeLearnerIn>[2]['was'];

/**
 * Adds an account that no one has signed in to, with its children, and gives its id. The owner of an address
 * is invited by a mail; without one there is no sign-in, and mails go nowhere. Throws `address-taken`,
 * `too-many-learners`, and `invalid-input` for a day of birth to come.
 */
export async function addFamily(
  families: Families,
  { learners, name, email = null, ...said }: z.output<typeof FamilyDraft>,
  actor: Actor,
): Promise<string> {
  for (const { born } of learners) await ensureBorn(families, born ?? null);
  ensure(learners.length < LEARNERS_MAX, 'too-many-learners');
  const now = families.now();
  const known = email === null ? undefined : await findUserByEmail(families.db, email);
  ensure(!known, 'address-taken');
  let isAdded = false;
  const added = { ...said, uid: null, email, name, photoURL: null, role: 'student' as const, createdat: now };
  const { _id } = await addUser(families.db, added, async (tx, user) => {
    isAdded = true;
    // In their order: ids of one moment have none.
    for (const [at, learner] of learners.entries())
      await addLearnerIn(tx, learner, { userid: user._id, now: now + at });
    await insertChange(tx, { ...aboutFamily(user), action: 'added', actor, now });
    await invite(tx, user, { actor, now });
  });
  // Another came with the address in the same moment.
  ensure(isAdded, 'address-taken');
  return _id;
}

/**
 * Changes what is named of a family. The address of an account is its owner's once it is proved, and those of
 * people who work at the school are theirs: throws `address-proved`; and `user-not-found`, `family-leaving`,
 * `address-taken`, and `changed-meanwhile` where the family is not what it `was`.
 */
export async function updateFamily(
  { db, now: clock }: Pick<Families, 'db' | 'now'>,
  { userid, change, was = {}, actor }: { userid: string; change: Change; was?: Change; actor: Actor },
): Promise<void> {
  const now = clock();
  try {
    await transact(db, async (tx) => {
      const user = await lockUser(tx, userid);
      ensure(user, 'user-not-found');
      const fields = changedFields(user, change);
      if (fields.length === 0) return;
      ensure(user.leavesat === null, 'family-leaving');
      ensure(changedFields(user, was).length === 0, 'changed-meanwhile');
      if (fields.includes('name')) ensure(user.role === 'student', 'address-proved');
      if (fields.includes('email')) await passAddress(tx, user, change.email ?? null, { now });
      await updateContact(tx, { userid, now, ...change });
      const changed = { ...user, ...change };
      if (fields.includes('email')) await invite(tx, changed, { actor, now });
      await insertChange(tx, {
        ...aboutFamily(changed),
        action: 'updated',
        note: fields.join(', '),
        actor,
        now,
      });
      await notifyOfChange(tx, user, { now });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('address-taken');
    throw error;
  }
}

/** Adds a child to a family; gives its id. Throws as `addFamily` does, `user-not-found` and `family-leaving`. */
export async function addLearnerOf(
  families: Families,
  { userid, learner, actor }: { userid: string; learner: Learner; actor: Actor },
): Promise<string> {
  await ensureBorn(families, learner.born ?? null);
  const now = families.now();
  return transact(families.db, async (tx) => {
    const user = await lockUser(tx, userid);
    ensure(user, 'user-not-found');
    ensure(user.leavesat === null, 'family-leaving');
    const learnerid = await addLearnerIn(tx, learner, { userid, now });
    await insertChange(tx, { ...aboutFamily(user), action: 'added', note: 'child', learnerid, actor, now });
    await notifyOfChange(tx, user, { now });
    return learnerid;
  });
}

/**
 * Changes what is named of a learner of a family. Throws `user-not-found`, `learner-not-found`,
 * `learner-is-self`, `invalid-input` and `changed-meanwhile` as `updateLearner` of the learners does.
 */
export async function updateLearnerOf(
  families: Families,
  {
    userid,
    id,
    change,
    was = {},
    actor,
  }: { userid: string; id: string; change: Partial<Learner>; was?: SeenLearner; actor: Actor },
): Promise<void> {
  await ensureBorn(families, change.born ?? null);
  const now = families.now();
  await transact(families.db, async (tx) => {
    const user = await lockUser(tx, userid);
    ensure(user, 'user-not-found');
    ensure(await findLearnerOf(tx, { userid, id }), 'learner-not-found');
    const fields = await changeLearnerIn(tx, id, { change, was, now });
    if (fields.length === 0) return;
    await insertChange(tx, {
      ...aboutFamily(user),
      action: 'updated',
      note: fields.join(', '),
      learnerid: id,
      actor,
      now,
    });
    await notifyOfChange(tx, user, { now });
  });
}

const aboutFamily = ({ _id, name }: Pick<UserRow, '_id' | 'name'>) => ({
  about: 'family' as const,
  subjectid: _id,
  subjectname: name,
});

/** Which of the named fields say something else than the row does. */
const changedFields = (user: UserRow, named: Change) =>
  (Object.keys(named) as (keyof Change)[]).filter((field) => named[field] !== user[field]);

/**
 * Whether the office may write an account's address: of a family alone, and only while no one has signed in
 * with it or proved it.
 */
export const mayChangeAddress = ({ role, email, uid, provedat, emailverified }: UserRow): boolean =>
  role === 'student' && (email === null || (uid === null && provedat === null && emailverified === 0));

/** The account gets another address, or none; what was asked of the former ends. */
async function passAddress(tx: Db, user: UserRow, email: string | null, { now }: { now: number }) {
  ensure(mayChangeAddress(user), 'address-proved');
  if (email !== null) ensure(!(await findUserByEmail(tx, email)), 'address-taken');
  if (user.email === null) return;
  await withdraw(tx, { learnerid: await findSelfLearner(tx, user._id), email: user.email, now });
}

/** Invites the owner of the address that the office has typed: it names no child, as it may be mistyped. */
async function invite(tx: Db, user: UserRow, { actor, now }: { actor: Actor; now: number }) {
  if (user.email === null) return;
  await openClaim(tx, {
    kind: 'family',
    learnerid: await findSelfLearner(tx, user._id),
    email: user.email,
    mayenrol: 1,
    maypay: 1,
    getsmail: 1,
    by: actor,
    words: say('families.mail_added', { school: SCHOOL }),
    now,
  });
}

/** Tells the owner of an account that the office has changed something; one whose address is not proved is none. */
async function notifyOfChange(tx: Db, user: UserRow, { now }: { now: number }) {
  if (user.uid === null || user.emailverified === 0) return;
  await insertMails(tx, accountOf(user._id), {
    kind: 'family-changed',
    ref: newId(now),
    subject: say('families.mail_changed'),
    letter: {
      reader: 'account',
      paragraphs: [say('families.mail_changed_what', { school: SCHOOL })],
      button: { label: say('mails.open_family'), href: '/account/family' },
      notes: [say('families.mail_changed_wrong')],
    },
    now,
  });
}
