import type * as z from 'zod';
import { CATCHUP_LESSONS_MAX } from '#contract/catchups/calls.ts';
import type { CatchUps } from '#contract/catchups/schema.ts';
import type { Db } from '#server/database/schema.ts';
import { findBusy } from '#server/features/catchups/index.ts';
import { countLeftOf } from './count-left.ts';
import { findBooked, findNotices, findOffered, findRights } from './queries.ts';

const HOUR_MS = 60 * 60_000;
/** A lesson is chosen before it is so near. */
export const BOOK_BEFORE_MS = HOUR_MS;

type Asking = { learnerid: string; today: string; now: number };

/** What a learner has missed and may catch up, where, and what is chosen. */
export async function listCatchUps(
  db: Db,
  { learnerid, today, now }: Asking,
): Promise<z.output<typeof CatchUps>> {
  const of = { learnerid, now };
  const [rights, booked, notices, leftOf] = await Promise.all([
    findRights(db, of),
    findBooked(db, of),
    findNotices(db, of),
    countLeftOf(db, learnerid),
  ]);
  const lessonsFor = await findLessonsFor(db, { rights, ...of });
  return {
    rights: rights.map((right) => {
      const left = leftOf(right.day);
      const lessons = left === 0 ? [] : lessonsFor(right);
      return { ...right, left, lessons: lessons.slice(0, CATCHUP_LESSONS_MAX) };
    }),
    booked: booked.map(({ movedat, ...one }) => ({
      ...one,
      giveupuntil: movedat === null ? one.startsat : one.endsat,
    })),
    notices,
    left: leftOf(today),
  };
}

type Right = Awaited<ReturnType<typeof findRights>>[number];
type Lessons = Awaited<ReturnType<typeof findOffered>>;

/** Of each right, the lessons that can be chosen, as they begin. */
async function findLessonsFor(
  db: Db,
  { rights, learnerid, now }: { rights: readonly Right[]; learnerid: string; now: number },
): Promise<(right: Right) => Lessons> {
  const series = [...new Set(rights.flatMap((right) => right.series ?? []))];
  if (series.length === 0) return () => [];
  const span = { from: now + BOOK_BEFORE_MS, to: Math.max(...rights.map(({ until }) => until)) };
  const [offered, busy] = await Promise.all([
    findOffered(db, { ...span, series }),
    findBusy(db, { ...span, learnerid }),
  ]);
  const free = offered.filter((lesson) => !busy.some((other) => overlaps(lesson, other)));
  return (right) =>
    free.filter(
      (lesson) =>
        lesson.series === right.series && lesson.classid !== right.classid && lesson.startsat < right.until,
    );
}

type Times = { startsat: number; endsat: number };

export const overlaps = (one: Times, other: Times) =>
  one.startsat < other.endsat && other.startsat < one.endsat;
