import { dayAt } from '#contract/time/wall-time.ts';
import { newId } from '#server/database/ids.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { findClashes, type LessonDraft } from './clashes/find-clashes.ts';
import { findClosuresIn, findLastOf } from './lesson-queries.ts';
import { momentsOf, timeOf } from './lesson-time.ts';

/** For how many weeks after the last lesson a free day is looked for. */
const WEEKS = 12;

type Held = Pick<LessonDraft, 'day' | 'roomid' | 'teacherid'>;

/**
 * Whether closing days are the whole school's, or those of the room or the teacher of a lesson on its day.
 */
export const isClosedFor = (
  { roomid, teacherid, firstday, lastday }: Row<'closures'>,
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
  { zone, now }: { zone: string; now: number },
): Promise<{ day: string; starttime: string } | null> {
  const time = timeOf(lesson, zone);
  const last = await findLastOf(db, lesson.classid);
  const [latest = time.day] = [time.day, dayAt(now, zone), ...(last ? [last.day] : [])].sort().reverse();
  const days = weekdaysAfter(latest, Temporal.PlainDate.from(time.day).dayOfWeek);
  const closures = await findClosuresIn(db, { from: days[0] ?? latest, to: days.at(-1) ?? latest });
  const open = days
    .map(
      (day): LessonDraft => ({
        ...lesson,
        ...momentsOf({ ...time, day }, zone),
        day,
        _id: newId(now),
        state: 'moved',
      }),
    )
    .filter((draft) => !closures.some((closure) => isClosedFor(closure, draft)));
  const clashes = await findClashes(db, { lessons: open, now });
  const taken = new Set(clashes.map(({ lessonid }) => lessonid));
  const free = open.find(({ _id }) => !taken.has(_id));
  return free ? { day: free.day, starttime: time.starttime } : null;
}

/** Days on one weekday, 1 for Monday, after another, week by week. */
function weekdaysAfter(day: string, weekday: number): string[] {
  const next = Temporal.PlainDate.from(day).add({ days: 1 });
  const first = next.add({ days: (weekday - next.dayOfWeek + 7) % 7 });
  return Array.from({ length: WEEKS }, (_, weeks) => first.add({ weeks }).toString());
}
