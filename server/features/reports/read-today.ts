import type { Role } from '#contract/endpoint.ts';
import {
  OVERVIEW_WAITING,
  TODAY_FREE,
  TODAY_LESSONS,
  TODAY_NAMED,
  TODAY_REGISTERS,
} from '#contract/reports/calls.ts';
import { AFTER_ALL, BEFORE_ALL, findLessonPlace, type LessonPlace } from '#server/database/rows/lessons.ts';
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

/** Which of the day's lessons are told; all where nothing is said. */
type Part = { limit?: number | undefined; after?: string | undefined; before?: string | undefined };
type Asking = { role: Role; now: number; part?: Part };

/** What who runs the school sees first at a moment (epoch milliseconds); what admins decide, they alone. */
export async function readToday(db: Db, school: SchoolNow, { role, now, part = {} }: Asking) {
  const day = schoolDay(school, now);
  return {
    day,
    ...(await readLessons(db, part, { day, now })),
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

type Day = { day: string; now: number };

/** The lessons of a day, or a part of them with what is around it. */
async function readLessons(db: Db, part: Part, of: Day) {
  const { limit = TODAY_LESSONS } = part;
  const find = (window: Window, most: number) =>
    findOfSchool(db, { from: of.day, to: of.day, room: undefined, limit: most, ...window });
  if (Object.values(part).every((one) => one === undefined)) {
    const found = await find({ after: BEFORE_ALL }, limit + 1);
    const lessons = found.slice(0, limit);
    const absent = await queries.findAbsent(db, lessons.filter(isHeld));
    return { lessons: await withLearners(db, lessons, { of, absent }), more: found.length > limit };
  }
  const all = await queries.findDay(db, of.day);
  const window = await windowOf(db, part, { all, now: of.now });
  const found = await find(window, limit + 1);
  const isLonger = found.length > limit;
  const shown = found.slice(0, limit);
  const lessons = 'before' in window ? shown.reverse() : shown;
  const absent = await queries.findAbsent(db, all.filter(isHeld));
  const [first, last] = [lessons.at(0), lessons.at(-1)];
  return {
    lessons: await withLearners(db, lessons, { of, absent, most: TODAY_NAMED }),
    more: 'after' in window ? isLonger : last !== undefined && all.some((one) => compare(one, last) > 0),
    earlier:
      'before' in window ? isLonger : first !== undefined && all.some((one) => compare(one, first) < 0),
    sums: {
      ...sumsOf(all, of.now),
      notices: absent.length,
      taking: (await findFreeForGuests(db, await queries.findTakingGuests(db, of))).size,
    },
  };
}

type Window = { after: LessonPlace } | { before: LessonPlace };
type Found = Awaited<ReturnType<typeof queries.findDay>>[number];

/** Where a part begins or ends. What is at work now comes first; once the day is over, its last lessons. */
async function windowOf(
  db: Db,
  { after, before }: Part,
  { all, now }: { all: readonly Found[]; now: number },
): Promise<Window> {
  if (after !== undefined) return { after: await findLessonPlace(db, after) };
  if (before !== undefined) return { before: await findLessonPlace(db, before) };
  const present = all.find(({ endsat }) => endsat > now);
  return present ? { after: { ...present, _id: '' } } : { before: AFTER_ALL };
}

/** How many of a day's lessons are over, at work and to come. */
function sumsOf(all: readonly Found[], now: number) {
  const over = all.filter(({ endsat }) => endsat <= now).length;
  const atWork = all.filter((one) => isHeld(one) && one.startsat <= now && one.endsat > now).length;
  return { over, now: atWork, later: all.length - over - atWork };
}

const isHeld = ({ state }: Pick<Found, 'state'>) => state !== 'cancelled';
const compare = (one: LessonPlace, other: LessonPlace) =>
  one.startsat - other.startsat || (one._id < other._id ? -1 : Number(one._id > other._id));

const readDecisions = async (db: Db) => ({
  waiting: await queries.findWaiting(db, OVERVIEW_WAITING),
  changed: await queries.countChanged(db),
  questions: await countUnanswered(db),
  attention: await countAttention(db),
});

type LessonFound = Awaited<ReturnType<typeof findOfSchool>>[number];
type Absent = Awaited<ReturnType<typeof queries.findAbsent>>[number];

/**
 * Lessons with who comes to each, whose place began before it, or as a guest, who is `absent`, and how many
 * guests those to come still take. `most`: of a lesson with more learners than that, it is told how many come, and by
 * name who cannot; of all others, both.
 */
async function withLearners(
  db: Db,
  lessons: readonly LessonFound[],
  { of: { now }, absent, most }: { of: Day; absent: readonly Absent[]; most?: number },
) {
  const held = lessons.filter(isHeld);
  const ids = held.map(({ _id }) => _id);
  const counts = most === undefined ? undefined : await queries.countEnrolled(db, ids);
  const isNamed = ({ _id }: LessonFound) => (counts?.get(_id) ?? 0) <= (most ?? 0);
  const classids = [...new Set(held.filter(isNamed).map(({ classid }) => classid))];
  const [enrolled, guests, free] = await Promise.all([
    queries.findEnrolled(db, classids),
    queries.findGuests(db, ids),
    findFreeForGuests(
      db,
      held.filter(({ startsat }) => startsat > now).map(({ _id }) => _id),
    ),
  ]);
  const ofClass = Map.groupBy(enrolled, ({ classid }) => classid);
  const guestsOf = Map.groupBy(guests, ({ lessonid }) => lessonid);
  const absentFrom = Map.groupBy(absent, ({ lessonid }) => lessonid);
  function learnersOf(lesson: LessonFound) {
    if (!isHeld(lesson)) return { learners: [], coming: counts && 0 };
    const missing = absentFrom.get(lesson._id) ?? [];
    const visiting = guestsOf.get(lesson._id) ?? [];
    const missingids = new Set(missing.map(({ learnerid }) => learnerid));
    const own = isNamed(lesson)
      ? (ofClass.get(lesson.classid) ?? []).filter(({ begins }) => begins <= lesson.startsat)
      : missing;
    return {
      learners: [
        ...own.map((one) => ({ ...one, absent: missingids.has(one.learnerid), guest: false, trial: false })),
        ...visiting.map((one) => ({ ...one, absent: false, guest: true, trial: one.kind === 'trial' })),
      ],
      coming: counts && (counts.get(lesson._id) ?? 0) - missing.length + visiting.length,
    };
  }
  return lessons.map((lesson) => ({
    ...lesson,
    substitute: lesson.teacherid !== null && lesson.teacherid !== lesson.instructorid,
    ...learnersOf(lesson),
    guestsfree: free.get(lesson._id) ?? 0,
  }));
}
