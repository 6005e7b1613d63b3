import { dayAt } from '#contract/time/wall-time.ts';
import { newId } from '#server/database/ids.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { findClashes, type LessonDraft } from './clashes/find-clashes.ts';
import { findClosuresIn, findLastOf } from './lesson-queries.ts';
import { type LessonTime, momentsOf, timeOf } from './lesson-time.ts';

/** For how many weeks after the last lesson a free day is looked for. */
const WEEKS = 12;

type Held = Pick<LessonDraft, 'day' | 'roomid' | 'teacherid'>;

/**
 * Whether closing days are the whole school's, or those of the room or the teacher of a lesson on its day.
 */
export const isClosedFor = (
  { roomid, teacherid, firstday, lastday }: Omit<Row<'closures'>, '_id' | 'name' | 'version' | 'createdat'>,
  lesson: Held,
): boolean =>
  firstday <= lesson.day &&
  lesson.day <= lastday &&
  (roomid === null || roomid === lesson.roomid) &&
  (teacherid === null || teacherid === lesson.teacherid);

/**
 * The first day after the last lesson of its class on which a lesson could be made up, on its weekday and at
 * its time: not closed, and its room, its teacher and all learners of the class are free. Null where there is
 * none for a while. `zone` is an IANA name, `now` epoch milliseconds.
 */
export async function findMakeup(
  db: Db,
  lesson: Row<'lessons'>,
  when: { zone: string; now: number },
): Promise<Omit<LessonTime, 'minutes'> | null> {
  const [free] = await findFreeTimes(db, lesson, await timesAfterLast(db, lesson, when), when);
  return free ? { day: free.day, starttime: free.starttime } : null;
}

/** When a lesson could be made up after the last one of its class: on its weekday, at its time. */
export async function timesAfterLast(
  db: Db,
  lesson: Row<'lessons'>,
  { zone, now }: { zone: string; now: number },
): Promise<LessonTime[]> {
  const time = timeOf(lesson, zone);
  const last = await findLastOf(db, lesson.classid);
  const [latest = time.day] = [time.day, dayAt(now, zone), ...(last ? [last.day] : [])].sort().reverse();
  return weekdaysAfter(latest, Temporal.PlainDate.from(time.day).dayOfWeek).map((day) => ({ ...time, day }));
}

/**
 * Those of some times, of which no two overlap, at which a lesson could be held instead: not closed,
 * and its room, its teacher and all learners of the class are free. `closing`: closing days that are not
 * written yet.
 */
export async function findFreeTimes(
  db: Db,
  lesson: Row<'lessons'>,
  times: readonly LessonTime[],
  {
    zone,
    now,
    closing = [],
  }: { zone: string; now: number; closing?: readonly Parameters<typeof isClosedFor>[0][] },
): Promise<LessonTime[]> {
  const days = times.map(({ day }) => day).sort();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return [];
  const closures = [...(await findClosuresIn(db, { from, to })), ...closing];
  const drafts = times.map((time): LessonDraft & { time: LessonTime } => ({
    ...lesson,
    ...momentsOf(time, zone),
    day: time.day,
    _id: newId(now),
    state: 'moved',
    time,
  }));
  const open = drafts.filter(
    (draft) => draft.startsat > now && !closures.some((closure) => isClosedFor(closure, draft)),
  );
  const clashes = await findClashes(db, { lessons: open, now });
  const taken = new Set(clashes.map(({ lessonid }) => lessonid));
  return open.filter(({ _id }) => !taken.has(_id)).map(({ time }) => time);
}

/** Days on one weekday, 1 for Monday, after another, week by week. */
function weekdaysAfter(day: string, weekday: number): string[] {
  const next = Temporal.PlainDate.from(day).add({ days: 1 });
  const first = next.add({ days: (weekday - next.dayOfWeek + 7) % 7 });
  return Array.from({ length: WEEKS }, (_, weeks) => first.add({ weeks }).toString());
}
