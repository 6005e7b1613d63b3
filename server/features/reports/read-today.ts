import type { Role } from '#contract/endpoint.ts';
import { OVERVIEW_WAITING, TODAY_FREE, TODAY_LESSONS, TODAY_REGISTERS } from '#contract/reports/calls.ts';
import { type SchoolNow, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { sumOwing } from '#server/features/families/index.ts';
import { countFailedMails } from '#server/features/mails/index.ts';
import { countAttention } from '#server/features/orders/index.ts';
import { countUnanswered } from '#server/features/questions/index.ts';
import { findNotTaken } from '#server/features/registers/index.ts';
import { findOfSchool } from '#server/features/weeks/index.ts';
import * as queries from './queries.ts';

type School = Pick<SchoolNow, 'timezone' | 'registerdays'>;

/** What who runs the school sees first at a moment (epoch milliseconds); what admins decide, they alone. */
export async function readToday(db: Db, school: School, { role, now }: { role: Role; now: number }) {
  const day = schoolDay(school, now);
  const found = await findOfSchool(db, { from: day, to: day, room: undefined });
  return {
    day,
    lessons: await withLearners(db, found.slice(0, TODAY_LESSONS)),
    more: found.length > TODAY_LESSONS,
    registers: await findNotTaken(db, { school, now, limit: TODAY_REGISTERS }),
    free: {
      fewest: await queries.findFree(db, { order: 'asc', limit: TODAY_FREE, now }),
      most: await queries.findFree(db, { order: 'desc', limit: TODAY_FREE, now }),
    },
    owing: await sumOwing(db),
    failedmails: await countFailedMails(db, now),
    decisions: role === 'admin' ? await readDecisions(db) : undefined,
  };
}

const readDecisions = async (db: Db) => ({
  waiting: await queries.findWaiting(db, OVERVIEW_WAITING),
  changed: await queries.countChanged(db),
  questions: await countUnanswered(db),
  attention: await countAttention(db),
});

type LessonFound = Awaited<ReturnType<typeof findOfSchool>>[number];

/** Lessons with who comes to each: whose place began before it. */
async function withLearners(db: Db, lessons: readonly LessonFound[]) {
  const isHeld = ({ state }: LessonFound) => state !== 'cancelled';
  const ids = [...new Set(lessons.filter(isHeld).map(({ classid }) => classid))];
  const enrolled = Map.groupBy(await queries.findEnrolled(db, ids), ({ classid }) => classid);
  return lessons.map((lesson) => ({
    ...lesson,
    substitute: lesson.teacherid !== null && lesson.teacherid !== lesson.instructorid,
    learners: isHeld(lesson)
      ? (enrolled.get(lesson.classid) ?? []).filter(({ begins }) => begins <= lesson.startsat)
      : [],
  }));
}
