import type { Db, Row } from '#server/database/schema.ts';
import { findClashes, type LessonDraft } from './clashes/find-clashes.ts';
import { isClosedFor } from './find-makeup.ts';
import * as queries from './lesson-queries.ts';
import type { LessonChange } from './letters/lesson-letter.ts';
import { notifyOfLessons } from './letters/notify-of-lessons.ts';
import { lockTimetable } from './locks.ts';
import { writeLessons } from './writing/write-lessons.ts';

/*
 * What becomes of lessons where their class or who holds them goes. Lessons that have begun stay as they are.
 */

type Handing = {
  classid: string;
  from: string | null;
  to: string;
  actor: { _id: string } | null;
  now: number;
};

/**
 * Gives the lessons to come of a class that is handed over to who teaches it from now on, but for those that
 * a substitute holds; what is then on closing days of theirs is cancelled, and people are told of that. The
 * caller has held closing days (`holdClosures`), and locked the class. Throws `teacher-taken` where one of
 * them is at the time of another of theirs.
 */
export async function handOverLessons(tx: Db, { actor, now, ...handing }: Handing): Promise<void> {
  const { own, lessons } = await draftHandOver(tx, { ...handing, now });
  const written = await writeLessons(tx, { lessons, now });
  const before = new Map(own.map((lesson) => [lesson._id, lesson]));
  const changes = written
    .filter(({ state }) => state === 'cancelled')
    .map((after) => ({ before: before.get(after._id), after }));
  await notifyOfLessons(tx, { changes, actor, now });
}

/** Whether `handOverLessons` would throw nothing. */
export async function mayHandOverLessons(tx: Db, handing: Omit<Handing, 'actor'>): Promise<boolean> {
  const { lessons } = await draftHandOver(tx, handing);
  return (await findClashes(tx, { lessons, now: handing.now })).length === 0;
}

async function draftHandOver(tx: Db, { classid, from, to, now }: Omit<Handing, 'actor'>) {
  const toCome = await queries.findLessonsToCome(tx, { classid, now });
  const own = toCome.filter(({ teacherid }) => teacherid === null || teacherid === from);
  const handed = own.map((lesson): LessonDraft => ({ ...lesson, teacherid: to }));
  const closureOf = await findAway(tx, handed);
  const lessons = handed.map((lesson): LessonDraft => {
    const closure = closureOf(lesson);
    return closure ? { ...lesson, state: 'cancelled', closureid: closure._id, reason: closure.name } : lesson;
  });
  return { own, lessons };
}

/** Of lessons that are to be held, the closing days on which who is to hold them is away. */
async function findAway(tx: Db, lessons: readonly LessonDraft[]) {
  const days = lessons.map(({ day }) => day).sort();
  const closures = await queries.findClosuresIn(tx, { from: days[0] ?? '', to: days.at(-1) ?? '' });
  const away = closures.filter(({ teacherid }) => teacherid !== null);
  return (lesson: LessonDraft): Row<'closures'> | undefined =>
    lesson.state === 'cancelled' ? undefined : away.find((closure) => isClosedFor(closure, lesson));
}

/** How many lessons `cancelLessons` would cancel. */
export async function countLessonsToCome(
  db: Db,
  { classid, now }: { classid: string; now: number },
): Promise<number> {
  const toCome = await queries.findLessonsToCome(db, { classid, now });
  return toCome.filter(({ state }) => state !== 'cancelled').length;
}

/**
 * Cancels the lessons to come of a class that is deleted, which the caller has locked, and gives how many
 * that are; what closing days have cancelled stays so when these go. Families and who teaches it are told of
 * the class; substitutes are told here.
 */
export async function cancelLessons(
  tx: Db,
  {
    classid,
    reason,
    actor,
    now,
  }: { classid: string; reason: string; actor: { _id: string } | null; now: number },
): Promise<number> {
  const toCome = await queries.findLessonsToCome(tx, { classid, now });
  const held = new Map(
    toCome.flatMap((lesson) => (lesson.state === 'cancelled' ? [] : [[lesson._id, lesson]])),
  );
  const drafts = toCome.map(
    (lesson): LessonDraft => ({
      ...lesson,
      state: 'cancelled',
      reason: held.has(lesson._id) ? reason : lesson.reason,
      closureid: null,
    }),
  );
  const written = await writeLessons(tx, { lessons: drafts, now });
  const changes = written.flatMap((after) => {
    const before = held.get(after._id);
    return before ? [{ before, after }] : [];
  });
  await notifyOfLessons(tx, { changes, actor, now, only: 'substitutes' });
  return changes.length;
}

/**
 * Takes lessons to come from a substitute who does not teach any more, or leaves: the class's instructor
 * holds them again, or no one where they have another lesson at that time or are away. Who teaches a class
 * and leaves it leaves its lessons too. All who are affected are told. The caller has held closing days
 * (`holdClosures`) before anything else was locked.
 */
export async function releaseSubstitute(
  tx: Db,
  { userid, now }: { userid: string; now: number },
): Promise<void> {
  const seen = await queries.findLessonsToHold(tx, { teacherid: userid, now });
  if (seen.length === 0) return;
  await lockTimetable(tx, { classids: seen.map(({ classid }) => classid) });
  const lessons = await queries.findLessonsToHold(tx, { teacherid: userid, now });
  const others = lessons.filter(({ instructorid }) => instructorid !== userid);
  const drafts = others.map(({ instructorid, ...lesson }) => ({ ...lesson, teacherid: instructorid }));
  await lockTimetable(tx, {
    roomids: drafts.flatMap(({ roomid }) => roomid ?? []),
    teacherids: drafts.flatMap(({ teacherid }) => teacherid ?? []),
  });
  const clashes = await findClashes(tx, { lessons: drafts, now });
  const taken = new Set(clashes.map(({ lessonid }) => lessonid));
  const closureOf = await findAway(tx, drafts);
  const possible = drafts.map((draft) =>
    taken.has(draft._id) || closureOf(draft) ? { ...draft, teacherid: null } : draft,
  );
  const written = await writeLessons(tx, { lessons: possible, now });
  const before = new Map(others.map(({ instructorid, ...lesson }) => [lesson._id, { instructorid, lesson }]));
  // A class that has lost its teacher is told of as a class.
  const changes = written.flatMap((after): LessonChange[] => {
    const was = before.get(after._id);
    return was && was.instructorid !== null ? [{ before: was.lesson, after }] : [];
  });
  await notifyOfLessons(tx, { changes, actor: { _id: userid }, now });
}
