import type * as z from 'zod';
import { LEARNERS_MAX } from '#contract/learners/calls.ts';
import type { LearnerDraft } from '#contract/learners/form.ts';
import { wallTimeAt } from '#contract/time/wall-time.ts';
import { t } from '#languages/t.ts';
import { type Caller, lockUser } from '#server/auth/queries.ts';
import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import type { Erasing } from '#server/features/feature.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { mayBePutApart, mayBeTakenBack } from './claims/takeovers.ts';
import { findLearner } from './find-learner.ts';
import { notifyOfRemoval } from './notify-of-learners.ts';
import * as queries from './queries.ts';

type Draft = z.output<typeof LearnerDraft>;

/** What changes of learners are made with. */
export type Learners = { db: Db; now: () => number; readSchool: ReadSchool };

/**
 * Adds a child to an account; gives its id. Throws `too-many-learners`, `invalid-input` for a day of birth to
 * come, and `session-ended` where the account is being deleted.
 */
export async function addLearner(
  learners: Learners,
  draft: Draft,
  { _id: userid }: Pick<Caller, '_id'>,
): Promise<string> {
  const now = learners.now();
  await ensureBorn(learners, draft.born ?? null);
  return transact(learners.db, async (tx) => {
    // So that two calls at once count one after the other.
    ensure(await lockUser(tx, userid), 'session-ended');
    return addLearnerIn(tx, draft, { userid, now });
  });
}

/** The same inside a transaction in which the account is locked. Throws `too-many-learners`. */
export async function addLearnerIn(
  tx: Db,
  { firstname, lastname, born = null, note = null }: Draft,
  of: { userid: string; now: number },
): Promise<string> {
  ensure((await queries.countLearners(tx, of.userid)) < LEARNERS_MAX, 'too-many-learners');
  return queries.insertChild(tx, { firstname, lastname, born, note, ...of });
}

type LearnerChange = {
  id: string;
  change: Partial<Draft & { reminds: 0 | 1 }>;
  /** What the caller read of the learner. */
  was?: Partial<queries.LearnerFields>;
  caller: Caller;
};

/**
 * Changes what is named of a learner. Throws `learner-not-found`, `learner-is-self` where names of an account
 * itself are meant, `invalid-input` for a day of birth to come, and `changed-meanwhile` where the learner is
 * not what they were when the caller read it.
 */
export async function updateLearner(
  learners: Learners,
  { id, change, was = {}, caller }: LearnerChange,
): Promise<void> {
  await ensureBorn(learners, change.born ?? null);
  await transact(learners.db, async (tx) => {
    // Two parents who change the same child come one after the other.
    await queries.lockLearner(tx, id);
    await findLearner(tx, caller, id, 'enrol');
    await changeLearnerIn(tx, id, { change, was, now: learners.now() });
  });
}

/**
 * The same inside a transaction, for who may change the learner; gives the names of what is other than
 * before. Throws `learner-not-found`, `learner-is-self` and `changed-meanwhile`.
 */
export async function changeLearnerIn(
  tx: Db,
  id: string,
  { change, was = {}, now }: Pick<LearnerChange, 'change' | 'was'> & { now: number },
): Promise<string[]> {
  const found = await queries.lockLearner(tx, id);
  ensure(found, 'learner-not-found');
  const isNamed = change.firstname !== undefined || change.lastname !== undefined;
  ensure(found.firstname !== null || !isNamed, 'learner-is-self');
  const differing = (named: Partial<typeof found>) =>
    (Object.keys(named) as (keyof typeof found)[]).filter((name) => named[name] !== found[name]);
  const changed = differing(change);
  if (changed.length === 0) return [];
  ensure(differing(was).length === 0, 'changed-meanwhile');
  await queries.updateLearner(tx, { learnerid: id, now, ...change });
  return changed;
}

/** Days of birth are counted as the school's clocks show them. Throws `invalid-input` for one to come. */
export async function ensureBorn(
  { now, readSchool }: Pick<Learners, 'now' | 'readSchool'>,
  born: string | null,
): Promise<void> {
  if (born === null) return;
  const { timezone = 'UTC' } = await readSchool();
  if (born <= wallTimeAt(now(), timezone).slice(0, 10)) return;
  const faults = [{ field: 'born', detail: t('errors.born_in_future') }];
  throw new AppError('invalid-input', { faults });
}

/**
 * Takes a child off an account, with all that it has begun; the books keep that there was a learner. Throws
 * `learner-not-found`, `learner-is-self`, `learner-enrolled` while it has a place in a class, and
 * `learner-given-lately` while the account that gave the child can take it back, `learner-merged-lately`
 * while a merge that brought it can be undone.
 */
export async function deleteLearner(
  { db, now }: Pick<Learners, 'db' | 'now'>,
  erasing: Erasing,
  { id, caller }: { id: string; caller: Caller },
): Promise<void> {
  const moment = now();
  await transact(db, async (tx) => {
    // A payment that begins in this moment has begun before, and is ended here, or finds no learner to begin
    // it for.
    const learner = await queries.lockLearner(tx, id);
    await findLearner(tx, caller, id, 'own');
    ensure(learner?.self === 0, 'learner-is-self');
    ensure(!(await queries.isEnrolled(tx, id)), 'learner-enrolled');
    ensure(!(await mayBeTakenBack(tx, learner, moment)), 'learner-given-lately');
    ensure(!(await mayBePutApart(tx, learner, moment)), 'learner-merged-lately');
    await eraseLearner(tx, erasing, { id, askedat: moment, now: moment });
  });
}

/**
 * Ends what a learner has begun, table by table as the features say, and takes their name off what is kept.
 */
export async function eraseLearner(
  tx: Db,
  erasing: Erasing,
  { id, askedat, now }: { id: string; askedat: number; now: number },
): Promise<void> {
  const { rows, seats } = erasing;
  for (const { eraseLearner } of Object.values(rows)) await eraseLearner?.(tx, id, { askedat, now, seats });
  await queries.leaveLearner(tx, id, now);
  await notifyOfRemoval(tx, id, now);
}
