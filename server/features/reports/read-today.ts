import type { Role } from '#contract/endpoint.ts';
import { OVERVIEW_WAITING, TODAY_FREE, TODAY_LESSONS, TODAY_REGISTERS } from '#contract/reports/calls.ts';
import { BEFORE_ALL } from '#server/database/rows/lessons.ts';
import { type SchoolNow, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { findFreeForGuests } from '#server/features/catchups/index.ts';
import { sumOwing } from '#server/features/debts/index.ts';
import { countFailedMails } from '#server/features/mails/index.ts';
import { countAttention } from '#server/features/orders/index.ts';
import { countUnanswered } from '#server/features/questions/index.ts';
import { findNotTaken } from '#server/features/registers/index.ts';
import { findOfSchool } from '#server/features/weeks/index.ts';
import * as queries from './queries.ts';

/** What who runs the school sees first at a moment (epoch milliseconds); what admins decide, they alone. */
export async function readToday(db: Db, school: SchoolNow, { role, now }: { role: Role; now: number }) {
  const day = schoolDay(school, now);
  const found = await findOfSchool(db, {
    from: day,
    to: day,
    room: undefined,
    after: BEFORE_ALL,
    limit: TODAY_LESSONS + 1,
  });
  return {
    day,
    lessons: await withLearners(db, found.slice(0, TODAY_LESSONS), now),
    more: found.length > TODAY_LESSONS,
    registers: await findNotTaken(db, { school, now, limit: TODAY_REGISTERS }),
    free: {
      fewest: await queries.findFree(db, { order: 'asc', limit: TODAY_FREE, now }),
      most: await queries.findFree(db, { order: 'desc', limit: TODAY_FREE, now }),
    },
    owing: await sumOwing(db, school),
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

/**
 * Lessons with who comes to each, whose place began before it, or as a guest, who cannot come, and how many
 * guests those to come still take.
 */
async function withLearners(db: Db, lessons: readonly LessonFound[], now: number) {
  const held = lessons.filter(({ state }) => state !== 'cancelled');
  const ids = held.map(({ _id }) => _id);
  const classids = [...new Set(held.map(({ classid }) => classid))];
  const [enrolled, guests, absent, free] = await Promise.all([
    queries.findEnrolled(db, classids),
    queries.findGuests(db, ids),
    queries.findAbsent(db, ids),
    findFreeForGuests(
      db,
      held.filter(({ startsat }) => startsat > now).map(({ _id }) => _id),
    ),
  ]);
  const ofClass = Map.groupBy(enrolled, ({ classid }) => classid);
  const guestsOf = Map.groupBy(guests, ({ lessonid }) => lessonid);
  const absentFrom = Map.groupBy(absent, ({ lessonid }) => lessonid);
  function learnersOf({ _id, classid, startsat, state }: LessonFound) {
    if (state === 'cancelled') return [];
    const own = (ofClass.get(classid) ?? []).filter(({ begins }) => begins <= startsat);
    const ownids = new Set(own.map(({ learnerid }) => learnerid));
    const missing = new Set(absentFrom.get(_id)?.map(({ learnerid }) => learnerid));
    return [
      ...own.map((one) => ({ ...one, absent: missing.has(one.learnerid), guest: false, trial: false })),
      // Who has come to have a place is no guest any more.
      ...(guestsOf.get(_id) ?? [])
        .filter(({ learnerid }) => !ownids.has(learnerid))
        .map((one) => ({ ...one, absent: false, guest: true, trial: one.kind === 'trial' })),
    ];
  }
  return lessons.map((lesson) => ({
    ...lesson,
    substitute: lesson.teacherid !== null && lesson.teacherid !== lesson.instructorid,
    learners: learnersOf(lesson),
    guestsfree: free.get(lesson._id) ?? 0,
  }));
}
