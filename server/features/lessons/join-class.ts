import type { ClashKind } from '#contract/lessons.ts';
import { findNamedLearners } from '#server/database/learners.ts';
import type { Db } from '#server/database/schema.ts';
import { atOnce } from '#server/database/transact.ts';
import { AppError } from '#server/http/errors.ts';
import { lockTimetable } from './lock-timetable.ts';
import { findClassNames, findLessonsAtOnce, findWishedAtOnce, insertConfirmed } from './queries.ts';

type Joining = {
  learnerid: string;
  classid: string;
  /** Epoch milliseconds. */
  now: number;
};

/** A lesson of another class that the learner is in, at the time of one of this class on `day`; `with` is what the other is called. */
export type LearnerClash = {
  day: string;
  kind: Extract<ClashKind, 'learner'>;
  with: string;
  classid: string;
};

/**
 * Lessons to come of a class while a learner would be in another, earliest first; without pairs of classes that were confirmed before. `withSelected`:
 * classes that are only selected for the learner count, too.
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
  }));
}

/** Says which classes meet while one does that a learner is to be in. */
function clashWords(classname: string, clashes: readonly LearnerClash[]): string {
  const names = new Intl.ListFormat('en').format([...new Set(clashes.map((clash) => clash.with))]);
  return `${classname} meets at the same time as ${names}.`;
}

/**
 * Puts a learner into a class as far as their time is concerned, in the transaction that holds or takes a seat; of several classes all seats are held
 * before the first is joined, since classes are locked before learners. What meets at the same time is noted as known where it is `confirmed`.
 * Throws `learner-clash` where it is not, which names the learner where several are to be put into classes (`isOneOfSeveral`).
 */
export async function joinClass(
  tx: Db,
  {
    confirmed,
    isOneOfSeveral = false,
    ...joining
  }: Joining & { confirmed: boolean; isOneOfSeveral?: boolean },
): Promise<void> {
  const { learnerid, classid, now } = joining;
  // Asked at once, what is looked for comes after the locks.
  const [, clashes] = await atOnce(tx, (on) => [
    lockTimetable(on, { classids: [classid], learnerids: [learnerid] }),
    findLearnerClashes(on, joining),
  ]);
  if (clashes.length === 0) return;
  if (!confirmed) {
    const names = await findClassNames(tx, [classid]);
    const words = clashWords(names.get(classid) ?? '', clashes);
    const learnername = isOneOfSeveral
      ? (await findNamedLearners(tx, [learnerid])).get(learnerid)?.learnername
      : undefined;
    throw new AppError('learner-clash', { detail: learnername ? `${learnername}: ${words}` : words });
  }
  const others = [...new Set(clashes.map((clash) => clash.classid))];
  await insertConfirmed(tx, { learnerid, classid, others, now });
}
