import { addDays } from '#contract/time/days.ts';
import type { Db } from '#server/database/schema.ts';
import { type FoundLesson, rowOf } from '#server/features/lessons/draft-change.ts';
import { findFreeTimes, isClosedFor } from '#server/features/lessons/find-makeup.ts';
import { findClosuresIn, findHeldBetween, findRoomsFor } from '#server/features/lessons/lesson-queries.ts';
import {
  type LessonTime,
  momentsOf,
  QUARTER,
  timeOf,
  timesAround,
} from '#server/features/lessons/lesson-time.ts';

/** How many times are offered of one day, and on how many days after it at the same time. */
const TIMES = 3;
const DAYS_AFTER = 14;

type Asking = { found: FoundLesson; time: LessonTime; zone: string; now: number };

/**
 * Where and when a lesson could be that cannot be as it was wanted: rooms that are free at this time and take
 * the class, the smallest first; the nearest times of that day and the next days at the same time at which its
 * room, its teacher and all of its learners are free.
 */
export async function findFree(db: Db, asking: Asking) {
  return { rooms: await findFreeRooms(db, asking), times: await findTimes(db, asking) };
}

async function findFreeRooms(db: Db, { found, time, zone, now }: Asking) {
  const { startsat, endsat } = momentsOf(time, zone);
  if (startsat <= now) return [];
  const held = await findHeldBetween(db, { from: startsat, to: endsat });
  const closures = await findClosuresIn(db, { from: time.day, to: time.day });
  const rooms = await findRoomsFor(db, found.capacity);
  return rooms.filter(
    ({ _id: roomid }) =>
      !held.some((other) => other.roomid === roomid && other._id !== found._id) &&
      !closures.some((one) => isClosedFor(one, { day: time.day, roomid, teacherid: found.teacherid })),
  );
}

async function findTimes(db: Db, { found, time, zone, now }: Asking) {
  const lesson = rowOf(found);
  const onDay = timesOf(time);
  const after = Array.from({ length: DAYS_AFTER }, (_, at) => ({ ...time, day: addDays(time.day, at + 1) }));
  const own = timeOf(lesson, zone);
  const isOwn = ({ day, starttime }: LessonTime) => day === own.day && starttime === own.starttime;
  const free = (await findFreeTimes(db, lesson, [...onDay, ...after], { zone, now })).filter(
    (one) => !isOwn(one),
  );
  const isOnDay = ({ day }: LessonTime) => day === time.day;
  return [
    ...free.filter(isOnDay).slice(0, TIMES),
    ...free.filter((one) => !isOnDay(one)).slice(0, TIMES),
  ].map(({ day, starttime }) => ({ day, starttime }));
}

/** Other times of the same day, none of which overlap, the nearest first. */
const timesOf = (time: LessonTime): LessonTime[] =>
  timesAround(time, Math.ceil(time.minutes / QUARTER) * QUARTER).map((starttime) => ({ ...time, starttime }));
