import type * as z from 'zod';
import { WEEK_LESSONS_MAX } from '#contract/timetable/calls.ts';
import type { TimetableWeek } from '#contract/timetable/schema.ts';
import { type ReadSchool, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import * as queries from './queries.ts';

export type WeekOptions = {
  db: Db;
  readSchool: ReadSchool;
  now: () => number;
  /** To be told when the timetable will be another by itself. */
  willChange: (at: number) => void;
};

/** `of` is a day of the week, today unless told; `room` and `teacher` are ids. */
type WeekQuery = { of?: string | undefined; room?: string | undefined; teacher?: string | undefined };

/** A week from Monday to Sunday with its lessons, and which day it is now. */
export async function readWeek(
  { db, readSchool, now, willChange }: WeekOptions,
  { of, room, teacher }: WeekQuery,
): Promise<z.output<typeof TimetableWeek>> {
  const school = await readSchool();
  const today = schoolDay(school, now());
  willChange(midnightAfter(today, school.timezone));
  const { from, to } = weekOf(of ?? today);
  const query = { from, to, ...(room && { room }), ...(teacher && { teacher }) };
  const found = await queries.findFirstOfTimetable(db, query, WEEK_LESSONS_MAX + 1);
  const isTooMuch = !room && !teacher && found.length > WEEK_LESSONS_MAX;
  const [first = from, last = to] = await Promise.all([
    queries.findEndOfTimetable(db, 'first'),
    queries.findEndOfTimetable(db, 'last'),
  ]);
  return {
    today,
    from,
    to,
    previous: first < from ? daysAfter(from, -7) : null,
    next: last > to ? daysAfter(from, 7) : null,
    ...(await queries.findChoices(db)),
    closed: closedDays(await queries.findSchoolClosures(db, { from, to }), from),
    lessons: isTooMuch ? null : found.slice(0, WEEK_LESSONS_MAX),
  };
}

const midnightAfter = (day: string, zone = 'UTC') =>
  Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;

const daysAfter = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString();

function weekOf(day: string) {
  const from = daysAfter(day, 1 - Temporal.PlainDate.from(day).dayOfWeek);
  return { from, to: daysAfter(from, 6) };
}

type Closure = { name: string; firstday: string; lastday: string };

/** The closed days of the week that begins at a Monday, each once, by the closure that began first. */
const closedDays = (closures: readonly Closure[], monday: string) =>
  [0, 1, 2, 3, 4, 5, 6].flatMap((at) => {
    const day = daysAfter(monday, at);
    const closure = closures.find(({ firstday, lastday }) => firstday <= day && day <= lastday);
    return closure ? [{ day, name: closure.name }] : [];
  });
