import type { SchoolNow } from '#server/database/rows/school-row.ts';
import { earnedBy } from '#server/features/catchups/index.ts';
import type { LearnerNames } from '#server/features/learners/index.ts';
import type { LessonFound } from './queries.ts';

type Reading = { callerid: string; names: LearnerNames; school: SchoolNow; now: number };

/**
 * Lessons as one person reads them, by when they begin. Of a lesson there may be several rows, each with
 * another of their learners.
 */
export function weekOf(rows: readonly LessonFound[], { callerid, names, ...reading }: Reading) {
  const rowsOf = Map.groupBy(rows, ({ _id }) => _id);
  const lessons = new Map(rows.map((row) => [row._id, row]));
  return [...lessons.values()]
    .map((lesson) => {
      const earns = earnedNow(lesson, reading);
      const ofLesson = rowsOf.get(lesson._id) ?? [];
      // In the family's order.
      const learners = [...names].flatMap(([learnerid, learnername]) => {
        const theirs = ofLesson.filter((row) => row.learnerid === learnerid);
        if (theirs.length === 0) return [];
        // A place in the class is more than that of a guest.
        const guest = theirs.every((row) => row.guest === 1);
        const trial = guest && theirs.some((row) => row.trial === 1);
        const absent = theirs.some((row) => row.absent === 1);
        return [{ learnerid, learnername, guest, trial, absent, earns: guest || absent ? null : earns }];
      });
      return {
        ...lesson,
        learners,
        // SQLite has no yes and no.
        given: Boolean(lesson.given),
        substitute: lesson.teacherid !== null && lesson.teacherid !== lesson.instructorid,
        teaching: lesson.teacherid === callerid,
      };
    })
    .sort((one, other) => one.startsat - other.startsat || (one._id < other._id ? -1 : 1));
}

function earnedNow(lesson: LessonFound, { school, now }: Pick<Reading, 'school' | 'now'>): number | null {
  if (lesson.state === 'cancelled') return null;
  const { missedlessons, noticehours, catchupweeks, timezone = 'UTC' } = school;
  const rules = { missedlessons, noticehours, catchupweeks };
  return earnedBy(lesson, { rules, zone: timezone, now });
}
