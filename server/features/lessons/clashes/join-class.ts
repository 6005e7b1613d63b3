import type { ClashKind } from '#contract/lessons/calls.ts';
import { t } from '#languages/t.ts';
import { findNamedLearners } from '#server/database/rows/learners.ts';
import type { Db } from '#server/database/schema.ts';
import { atOnce } from '#server/database/transact.ts';
import { lockTimetable } from '#server/features/lessons/locks.ts';
import {
  findClassNames,
  findLessonsAtOnce,
  findWishedAtOnce,
  insertConfirmed,
} from '#server/features/lessons/queries.ts';
import { AppError } from '#server/http/errors.ts';
import { listed } from '#server/jobs/letter.ts';

type Joining = {
  learnerid: string;
  classid: string;
  /** Epoch milliseconds. */
  now: number;
};

/**
 * A lesson of another class that the learner is in, at the time of one of this class on `day`; `with` is what
 * the other is called, and from when to when its lesson is (epoch milliseconds).
 */
export type LearnerClash = {
  day: string;
  kind: Extract<ClashKind, 'learner'>;
  with: string;
  classid: string;
  startsat: number;
  endsat: number;
};

/**
 * Lessons to come of a class while a learner would be in another, earliest first; without pairs of classes
 * that were confirmed before. `withSelected`: classes that are only selected for the learner count, too.
 */
export async function findLearnerClashes(
  db: Db,
  { withSelected = false, ...joining }: Joining & { withSelected?: boolean },
): Promise<LearnerClash[]> {
  const find = withSelected ? findWishedAtOnce : findLessonsAtOnce;
  const lessons = await find(db, joining);
  return lessons.map((lesson) => ({
    day: lesson.day,
    kind: 'learner',
    with: lesson.classname,
    classid: lesson.classid,
    startsat: lesson.startsat,
    endsat: lesson.endsat,
  }));
}

/** Says which classes meet while one does that a learner is to be in, who is named where there are several. */
function clashWords(classname: string, clashes: readonly LearnerClash[], learner?: string): string {
  const others = [...new Set(clashes.map((clash) => clash.with))];
  const classes = listed(others);
  return learner
    ? t('errors.learner_clash_of', { learner, class: classname, classes })
    : t('errors.learner_clash_with', { class: classname, classes });
}

type Place = Pick<Joining, 'learnerid' | 'classid'>;
type Knowing = {
  /** Whether the payer knows of lessons at the same time. */
  confirmed: boolean;
  /** Epoch milliseconds. */
  now: number;
};

/**
 * Puts learners into classes as far as their time is concerned, in the transaction that holds or takes their
 * seats, all of which are held before: classes are locked before learners. What meets at the same time is
 * noted as known where it is `confirmed`. Throws `learner-clash` where it is not, which names the learner
 * where there are several.
 */
export async function joinClasses(
  tx: Db,
  { places, confirmed, now }: Knowing & { places: readonly Place[] },
): Promise<void> {
  const [classids, learnerids] = [places.map(({ classid }) => classid), places.map((one) => one.learnerid)];
  // Asked at once, what is looked for comes after the locks.
  const [, found] = await atOnce(tx, (on) => [
    lockTimetable(on, { classids, learnerids }),
    Promise.all(places.map((place) => findLearnerClashes(on, { ...place, now }))),
  ]);
  for (const [at, { learnerid, classid }] of places.entries()) {
    const clashes = found[at] ?? [];
    if (clashes.length === 0) continue;
    if (!confirmed) throw await clashOf(tx, { learnerid, classid }, { clashes, isOne: isOne(learnerids) });
    const others = [...new Set(clashes.map((clash) => clash.classid))];
    await insertConfirmed(tx, { learnerid, classid, others, now });
  }
}

/** The same for one learner and one class. */
export const joinClass = (tx: Db, { learnerid, classid, ...knowing }: Knowing & Place): Promise<void> =>
  joinClasses(tx, { places: [{ learnerid, classid }], ...knowing });

const isOne = (learnerids: readonly string[]) => new Set(learnerids).size === 1;

async function clashOf(
  tx: Db,
  { learnerid, classid }: Place,
  { clashes, isOne }: { clashes: readonly LearnerClash[]; isOne: boolean },
): Promise<AppError> {
  const names = await findClassNames(tx, [classid]);
  const learnername = isOne
    ? undefined
    : (await findNamedLearners(tx, [learnerid])).get(learnerid)?.learnername;
  const detail = () => clashWords(names.get(classid) ?? '', clashes, learnername ?? undefined);
  return new AppError('learner-clash', { detail });
}
