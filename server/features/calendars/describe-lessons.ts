import type { SchoolNow } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { findLearnerNames } from '#server/features/learners/index.ts';
import { findVisits } from './find-visits.ts';
import {
  findLessons,
  findPlaces,
  findRecitals,
  findTaughtLessons,
  type Since,
  type ToldLesson,
  type ToldRecital,
} from './queries.ts';
import { tellRecital } from './tell-recital.ts';
import { writeCalendar } from './write-calendar.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A program forgets what its calendar leaves out, and a year is looked back on. */
const HISTORY_MS = 365 * DAY_MS;
/** For so long after it was cancelled a lesson is told as that. */
const CANCELLED_MS = 30 * DAY_MS;

const since = (now: number): Since => ({ from: now - HISTORY_MS, cancelledfrom: now - CANCELLED_MS });

type Options = { school: SchoolNow; origin: string; now: number };

/**
 * The calendar of an account: lessons of its learners and of those whom it guards, as far as it may see them
 * at this moment and from their enrolling on, those that it holds, and recitals in which they take part. No other
 * learner is named.
 */
export async function describeOwnLessons(
  db: Db,
  owner: { _id: string; learnerid: string },
  { school, origin, now }: Options,
): Promise<string> {
  const names = await findLearnerNames(db, owner);
  const places = await findPlaces(db, [...names.keys()]);
  const classids = [...new Set(places.map(({ classid }) => classid))];
  const taken = await findLessons(db, { classids, ...since(now) });
  const taught = await findTaughtLessons(db, { userid: owner._id, ...since(now) });
  const visits = await findVisits(db, { learnerids: [...names.keys()], ...since(now) });
  const byClass = Map.groupBy(places, ({ classid }) => classid);
  /** Who of the family had a place when a lesson began, or comes to it as a guest. */
  const takingPart = ({ _id, classid, startsat }: ToldLesson) =>
    new Set([
      ...(byClass.get(classid) ?? []).filter(({ date }) => date <= startsat).map((place) => place.learnerid),
      ...visits.comingTo(_id),
    ]);
  const visited = new Map(visits.lessons.map((lesson) => [lesson._id, lesson]));
  const attended = taken
    .filter((lesson) => takingPart(lesson).size > 0)
    // Who was to come as a guest, and has the place of the class since, has a later state of the same event.
    .map((lesson) => {
      const { seq, changedat } = visited.get(lesson._id) ?? lesson;
      return { ...lesson, seq, changedat };
    });
  const recitals = await findRecitals(db, { learnerids: [...names.keys()], ...since(now) });
  const playing = new Map(recitals.map(({ recital, learnerids }) => [recital._id, learnerids]));
  const evenings = recitals.map(({ recital }) => tellRecital(recital, school));
  const told = [...visits.lessons, ...attended, ...taught, ...evenings];
  const lessons = new Map(told.map((lesson) => [lesson._id, lesson]));
  // Without children it is clear whose lessons they are.
  const isFamily = names.size > 1 || taught.length > 0;
  return writeCalendar({
    name: school.name,
    lessons: [...lessons.values()],
    namesOf: (lesson) => {
      const ids = isFamily ? new Set(playing.get(lesson._id) ?? takingPart(lesson)) : new Set();
      return [...names].filter(([id]) => ids.has(id)).map(([, name]) => name);
    },
    school,
    origin,
  });
}

/** The evening of one recital, that visitors see. */
export const describeRecital = (recital: ToldRecital, { school, origin }: Options): string =>
  writeCalendar({
    name: `${recital.name} (${school.name})`,
    lessons: [tellRecital(recital, school)],
    school,
    origin,
  });

/** The calendar of one class. */
export async function describeClassLessons(
  db: Db,
  { _id, classname }: { _id: string; classname: string },
  { school, origin, now }: Options,
): Promise<string> {
  const lessons = await findLessons(db, { classids: [_id], ...since(now) });
  return writeCalendar({ name: `${classname} (${school.name})`, lessons, school, origin });
}
