import type { Caller } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { checkAge, checkOpening, findClass, hasAges } from '#server/features/classes/index.ts';
import { findLearner } from '#server/features/learners/index.ts';
import { isClassOver } from '#server/features/lessons/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { findSelectionOf, insertSelection, isAccountItself, isOneEnrolled } from './queries.ts';

const ATTEMPTS = 3;

/** `isOver`: whether the class has no lesson left. `day` is the school's, by which ages are counted. */
type Wish = { classid: string; learnerid: string; isOver: boolean; day: string; now: number };

/** A selection, and whether its class is still to meet. */
type Added = NonNullable<Awaited<ReturnType<typeof insertSelection>>>;

/**
 * Selects a class for a learner; undefined where they have selected it or are enrolled. Throws
 * `class-not-found`, `class-closed`, `class-over`, `class-full`, `class-not-open`, `age-outside`,
 * `born-missing`, and where the learner has just gone `learner-not-found`, of an account that was deleted
 * `session-ended`.
 */
export async function selectClass(
  db: Db,
  { classid, learnerid, isOver, day, now }: Wish,
): Promise<Added | undefined> {
  let isChecked = false;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const added = isOver ? undefined : await insertSelection(db, { learnerid, classid, isChecked, now });
    if (added) return added;
    // What stood in the way; where nothing does any more, it has just gone.
    const wanted = await findClass(db, classid);
    ensure(wanted, 'class-not-found');
    ensure(wanted.status === 'approved', 'class-closed');
    if (await findSelectionOf(db, { learnerid, classid })) return undefined;
    ensure(!isOver, 'class-over');
    ensure(wanted.availableseat > 0, 'class-full');
    await checkOpening(db, wanted, { learnerid, now });
    if (hasAges(wanted)) await checkAge(db, wanted, { learnerid, day, now });
    isChecked = true;
  }
  throw new AppError((await isAccountItself(db, learnerid)) ? 'session-ended' : 'learner-not-found');
}

type Together = { caller: Caller; classid: string; learnerids: readonly string[]; day: string; now: number };

/**
 * Selects a class for several learners who want seats together, for all or for none, and gives the ids of
 * what was not selected before. Holds no seat: that is for the payer. Throws as above, `learner-not-found`,
 * `already-enrolled` and `seats-too-few`.
 */
export async function selectTogether(
  db: Db,
  { caller, classid, learnerids, ...moment }: Together,
): Promise<string[]> {
  const together = [...new Set(learnerids)].sort();
  return transact(db, async (tx) => {
    for (const id of together) await findLearner(tx, caller, id, 'enrol');
    const wanted = await findClass(tx, classid);
    ensure(wanted, 'class-not-found');
    ensure(wanted.status === 'approved', 'class-closed');
    ensure(!(await isOneEnrolled(tx, { classid, learnerids: together })), 'already-enrolled');
    ensure(wanted.availableseat >= together.length, 'seats-too-few');
    const isOver = await isClassOver(tx, classid, moment.now);
    const added: (Added | undefined)[] = [];
    for (const learnerid of together)
      added.push(await selectClass(tx, { classid, learnerid, isOver, ...moment }));
    return added.flatMap((one) => one?._id ?? []);
  });
}
