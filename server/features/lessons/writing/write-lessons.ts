import type { Db, Row } from '#server/database/schema.ts';
import { settleLessons } from '#server/features/catchups/index.ts';
import { clashRefusal } from '#server/features/lessons/clashes/clash-refusal.ts';
import { findClashes, type LessonDraft } from '#server/features/lessons/clashes/find-clashes.ts';
import { lockTimetable } from '#server/features/lessons/locks.ts';
import { findLearnersIn, findLessonsById, upsertLessons } from '#server/features/lessons/queries.ts';
import { notifyOfChanged } from './notify-of-changed.ts';

/**
 * Writes lessons as they are to be, new ones (by new ids) and known ones: the only way to a change of a
 * lesson. The caller has locked their classes (`lockTimetable`) before it read what it changes. Gives those
 * that differ from what was written. Throws `room-taken`, `teacher-taken` and `learner-clash`, as of the
 * first day on which something stands in the way. `now`: epoch milliseconds.
 */
export async function writeLessons(
  tx: Db,
  { lessons, now }: { lessons: readonly LessonDraft[]; now: number },
): Promise<Row<'lessons'>[]> {
  const before = await lockTaken(tx, lessons);
  const [clash] = await findClashes(tx, { lessons, now });
  if (clash) throw await clashRefusal(tx, clash);
  return writeClear(tx, { lessons, before, now });
}

/** Lessons as they are written, by id. */
type Written = ReadonlyMap<string, Row<'lessons'>>;

/** Locks whose time lessons are to take that is not theirs yet, and gives them as they are written. */
export async function lockTaken(tx: Db, lessons: readonly LessonDraft[]): Promise<Written> {
  const ids = lessons.map(({ _id }) => _id);
  const before = new Map((await findLessonsById(tx, ids)).map((lesson) => [lesson._id, lesson]));
  // What is not checked is not locked either: two who change other lessons do not wait for each other.
  const taking = lessons.filter(
    (lesson) => lesson.state !== 'cancelled' && differs(lesson, before.get(lesson._id), TAKEN),
  );
  const members = await findLearnersIn(tx, [...new Set(taking.map(({ classid }) => classid))]);
  await lockTimetable(tx, {
    roomids: taking.flatMap(({ roomid }) => roomid ?? []),
    teacherids: taking.flatMap(({ teacherid }) => teacherid ?? []),
    learnerids: members.map(({ learnerid }) => learnerid),
  });
  return before;
}

/**
 * Writes lessons whose time is locked and that nothing stands in the way of, with what follows for those who
 * miss them and for their guests; gives those that differ from what was written.
 */
export async function writeClear(
  tx: Db,
  { lessons, before, now }: { lessons: readonly LessonDraft[]; before: Written; now: number },
): Promise<Row<'lessons'>[]> {
  const rows = lessons.map((lesson) => rowOf(lesson, before.get(lesson._id), now));
  const changed = rows.filter((row) => differs(row, before.get(row._id)));
  await upsertLessons(tx, changed);
  await settleLessons(tx, { before, after: changed, now });
  await notifyOfChanged(tx, { before, after: changed, now });
  return changed;
}

/** What a lesson takes of others: a time in a room, of a teacher and of those who learn. */
const TAKEN = ['startsat', 'endsat', 'roomid', 'teacherid', 'state'] as const;
/** What a calendar shows of a lesson: where one of them is another, it has to be told. */
const SHOWN = [...TAKEN, 'reason'] as const;
const KEPT = [...SHOWN, 'planid', 'planday', 'day', 'closureid', 'removedat'] as const;

const differs = (
  lesson: LessonDraft,
  before: LessonDraft | undefined,
  columns: readonly (typeof KEPT)[number][] = KEPT,
) => !before || columns.some((column) => lesson[column] !== before[column]);

function rowOf(lesson: LessonDraft, before: Row<'lessons'> | undefined, now: number): Row<'lessons'> {
  const isTold = before !== undefined && differs(lesson, before, SHOWN);
  return {
    ...lesson,
    seq: (before?.seq ?? 0) + (isTold ? 1 : 0),
    cancelledat: lesson.state === 'cancelled' ? (before?.cancelledat ?? now) : null,
    changedat: before && !isTold ? before.changedat : now,
  };
}
