import type * as z from 'zod';
import type { AwayLesson } from '#contract/away/schema.ts';
import { addDays } from '#contract/time/days.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import type { Db } from '#server/database/schema.ts';
import { findBusyTimes } from '#server/features/busy/index.ts';
import {
  type FoundLesson,
  findClassesOf,
  findClosuresIn,
  findFreeTimes,
  findHeldBetween,
  findLearnersIn,
  findRoomsFor,
  type LessonTime,
  rowOf,
  timeOf,
  timesAfterLast,
} from '#server/features/lessons/index.ts';
import type { Away } from './note-away.ts';
import * as queries from './queries.ts';
import { rankTeachers } from './rank-teachers.ts';

type Lesson = z.output<typeof AwayLesson>;

/** What a lesson could be instead, the best of each kind first. */
export type Alternatives = Pick<Lesson, 'teachers' | 'rooms' | 'times'>;
export type Choice = Lesson['choice'];

/** How many days after these days are looked at, and how many times are offered of them. */
const DAYS_AFTER = 14;
const TIMES_AFTER = 4;
/** How many are offered after the last lesson of the class, on its own weekday. */
const TIMES_AT_END = 2;

type Asking = { away: Away; zone: string; now: number };

/**
 * Whom else a lesson could be taught by where its teacher is away, or in which other room where that cannot be
 * used, and at which other times it could be held, as they stand now.
 */
export async function findAlternatives(
  db: Db,
  lessons: readonly FoundLesson[],
  asking: Asking,
): Promise<Map<string, Alternatives>> {
  const [first] = lessons;
  if (!first) return new Map();
  const { away } = asking;
  const span = {
    from: first.startsat,
    to: lessons.reduce((latest, { endsat }) => Math.max(latest, endsat), 0),
  };
  const days = lessons.map(({ day }) => day).sort();
  const held = await findHeldBetween(db, span);
  const closures = await findClosuresIn(db, { from: days[0] ?? '', to: days.at(-1) ?? '' });
  const isFree = (id: string, lesson: FoundLesson, column: 'teacherid' | 'roomid') =>
    !held.some(
      (other) =>
        other[column] === id &&
        other._id !== lesson._id &&
        other.startsat < lesson.endsat &&
        other.endsat > lesson.startsat,
    ) &&
    !closures.some((one) => one[column] === id && one.firstday <= lesson.day && lesson.day <= one.lastday);
  const busy = await findBusyTimes(db, span);
  const isBusy = (id: string, { startsat, endsat }: FoundLesson) =>
    busy.some((time) => time.teacherid === id && time.startsat < endsat && time.endsat > startsat);
  const teachersOf = away.teacherid === null ? () => [] : await findSubstitutes(db, lessons, away);
  const rooms = away.roomid === null ? [] : await findRoomsFor(db, 0);
  const alternatives = new Map<string, Alternatives>();
  for (const lesson of lessons)
    alternatives.set(lesson._id, {
      teachers: teachersOf(lesson)
        .filter(({ _id }) => isFree(_id, lesson, 'teacherid'))
        .map((teacher) => ({ ...teacher, busy: isBusy(teacher._id, lesson) }))
        .sort((one, other) => Number(one.busy) - Number(other.busy)),
      rooms: rooms.filter(
        ({ _id, places }) =>
          _id !== away.roomid && places >= lesson.capacity && isFree(_id, lesson, 'roomid'),
      ),
      times: await findTimes(db, lesson, asking),
    });
  if (away.roomid !== null) bestRoomFirst(alternatives);
  return alternatives;
}

/** Those who teach, whom to ask first coming first. */
async function findSubstitutes(db: Db, lessons: readonly FoundLesson[], { teacherid }: Away) {
  const teachers = (await queries.findTeachers(db)).filter(({ _id }) => _id !== teacherid);
  const taught = await queries.findTaught(
    db,
    teachers.map(({ _id }) => _id),
  );
  const known = await countKnown(db, lessons);
  const instruments = await queries.findInstruments(db, [...new Set(lessons.map(({ classid }) => classid))]);
  return ({ classid, classname }: FoundLesson) => {
    const candidates = teachers.map((one) => ({
      ...one,
      known: known(classid, one._id),
      ...(taught.get(one._id) ?? { teaches: [], instruments: [] }),
    }));
    return rankTeachers(candidates, { classname, instruments: instruments.get(classid) ?? [] });
  };
}

/** Counts the learners of a class who have a teacher in another one. */
async function countKnown(db: Db, lessons: readonly FoundLesson[]) {
  const members = await findLearnersIn(db, [...new Set(lessons.map(({ classid }) => classid))]);
  const places = await findClassesOf(db, [...new Set(members.map(({ learnerid }) => learnerid))]);
  const teacherOf = await queries.findInstructors(db, [...new Set(places.map(({ classid }) => classid))]);
  const teachersOf = new Map<string, Set<string | undefined>>();
  for (const [learnerid, some] of Map.groupBy(places, (place) => place.learnerid))
    teachersOf.set(learnerid, new Set(some.map(({ classid }) => teacherOf.get(classid))));
  return (classid: string, teacherid: string) =>
    members.filter((one) => one.classid === classid && teachersOf.get(one.learnerid)?.has(teacherid)).length;
}

/** The room that takes most of these lessons first, so that they stay together; then the smallest. */
function bestRoomFirst(alternatives: ReadonlyMap<string, Alternatives>): void {
  const takes = new Map<string, number>();
  for (const { rooms } of alternatives.values())
    for (const { _id } of rooms) takes.set(_id, (takes.get(_id) ?? 0) + 1);
  for (const { rooms } of alternatives.values())
    rooms.sort(
      (one, other) =>
        (takes.get(other._id) ?? 0) - (takes.get(one._id) ?? 0) ||
        one.places - other.places ||
        one.name.localeCompare(other.name),
    );
}

/**
 * After the last lesson of the class on its own weekday, when families have the time, and then on the next
 * days.
 */
async function findTimes(
  db: Db,
  found: FoundLesson,
  { away, zone, now }: Asking,
): Promise<Omit<LessonTime, 'minutes'>[]> {
  const lesson = rowOf(found);
  const atEnd = await timesAfterLast(db, lesson, { zone, now });
  const time = timeOf(lesson, zone);
  const last = [away.lastday, dayAt(now, zone)].sort().at(-1) ?? '';
  const after = Array.from({ length: DAYS_AFTER }, (_, at) => ({ ...time, day: addDays(last, at + 1) }));
  const ends = new Set(atEnd.map(({ day }) => day));
  const times = [...atEnd, ...after.filter(({ day }) => !ends.has(day))];
  const free = await findFreeTimes(db, lesson, times, { zone, now, closing: [away] });
  return [
    ...free.filter(({ day }) => ends.has(day)).slice(0, TIMES_AT_END),
    ...free.filter(({ day }) => !ends.has(day)).slice(0, TIMES_AFTER),
  ].map(({ day, starttime }) => ({ day, starttime }));
}

/** A time that a lesson was given already. */
type Taken = { startsat: number; endsat: number };

/**
 * What each of these lessons is best done with: another teacher or room, else another time that none of them
 * has been given yet, else it is cancelled. `momentsOf` says from when to when a lesson is at another time.
 */
export function propose(
  lessons: readonly FoundLesson[],
  alternatives: ReadonlyMap<string, Alternatives>,
  momentsOf: (lesson: FoundLesson, time: Omit<LessonTime, 'minutes'>) => Taken,
): Map<string, Choice> {
  const taken: Taken[] = [];
  const proposeOne = (lesson: FoundLesson): Choice => {
    const { teachers = [], rooms = [], times = [] } = alternatives.get(lesson._id) ?? {};
    if (teachers[0]) return { do: 'cover', teacherid: teachers[0]._id };
    if (rooms[0]) return { do: 'move', roomid: rooms[0]._id };
    for (const time of times) {
      const moments = momentsOf(lesson, time);
      if (taken.some((one) => one.startsat < moments.endsat && one.endsat > moments.startsat)) continue;
      taken.push(moments);
      return { do: 'move', ...time };
    }
    return { do: 'cancel' };
  };
  return new Map(lessons.map((lesson) => [lesson._id, proposeOne(lesson)]));
}
