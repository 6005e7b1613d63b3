import type { Caller } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { ensure } from '#server/http/errors.ts';
import { findOwnLearners } from './claims/queries.ts';
import { type AccessibleLearner, findAccessible, findAllAccessible, shareAccessible } from './queries.ts';

/**
 * What a caller wants to do for a learner. `see` is what every guardian may; `enrol` is to choose classes,
 * wait for them, take free ones and cancel; `pay` is to pay for them; `own` is for the account that the
 * learner belongs to alone, such as inviting a guardian.
 */
export type LearnerRight = 'see' | 'enrol' | 'pay' | 'own';

const GIVES: { readonly [R in LearnerRight]: (learner: AccessibleLearner) => boolean } = {
  see: () => true,
  enrol: ({ mayenrol }) => mayenrol === 1,
  pay: ({ maypay }) => maypay === 1,
  own: ({ own }) => own === 1,
};

/**
 * The one check of who may act for whom: the learner with this id, or the caller's own self where none is
 * named, as of this moment. Inside a transaction the learner stays whose it is until that ends. An admin's
 * role opens nothing here.
 *
 * Throws `learner-not-found` for a learner who is neither the caller's nor guarded by them with that right.
 */
export async function findLearner(
  db: Db,
  caller: Pick<Caller, '_id' | 'learnerid'>,
  learnerid: string | undefined,
  right: LearnerRight,
): Promise<AccessibleLearner> {
  const learner = await findIfMay(db, caller, learnerid, right);
  ensure(learner, 'learner-not-found');
  return learner;
}

/** The same for a row of a learner's, which is refused by a code of its own: whether the caller may. */
export const mayActFor = async (
  db: Db,
  caller: Pick<Caller, '_id' | 'learnerid'>,
  learnerid: string,
  right: LearnerRight,
): Promise<boolean> => (await findIfMay(db, caller, learnerid, right)) !== undefined;

async function findIfMay(
  db: Db,
  caller: Pick<Caller, '_id' | 'learnerid'>,
  learnerid: string | undefined,
  right: LearnerRight,
): Promise<AccessibleLearner | undefined> {
  const find = db.isTransaction ? shareAccessible : findAccessible;
  const [learner] = await find(db, { callerid: caller._id, learnerid: learnerid ?? caller.learnerid });
  return learner && GIVES[right](learner) ? learner : undefined;
}

/** The learners of the caller's own account, as far as they may see them: themselves, and their children. */
export async function findShownLearners(db: Db, { _id: callerid }: Pick<Caller, '_id'>) {
  const shown = new Set((await findAllAccessible(db, { callerid })).map(({ _id }) => _id));
  return (await findOwnLearners(db, callerid)).filter(({ _id }) => shown.has(_id));
}

/** What learners are called, by their ids. */
export type LearnerNames = ReadonlyMap<string, string>;

/** Instead of learners where a caller may see none, not even their own: SQL has no empty lists. */
export const NO_LEARNER = { _id: '', learnername: '' };

/**
 * Of whom a list tells: all that the caller may act for, or the one who is named. Throws `learner-not-found`.
 */
export async function findLearnerNames(
  db: Db,
  caller: Pick<Caller, '_id' | 'learnerid'>,
  learnerid?: string,
): Promise<LearnerNames> {
  const learners =
    learnerid === undefined
      ? await findAllAccessible(db, { callerid: caller._id })
      : [await findLearner(db, caller, learnerid, 'see')];
  const some = learners.length === 0 ? [NO_LEARNER] : learners;
  return new Map(some.map(({ _id, learnername }) => [_id, learnername]));
}
