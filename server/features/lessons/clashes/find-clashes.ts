import { formerStudent } from '#contract/former.ts';
import type { ClashKind } from '#contract/lessons/calls.ts';
import { findNamedLearners } from '#server/database/rows/learners.ts';
import type { Db, Row } from '#server/database/schema.ts';
import {
  findBeside,
  findClassNames,
  findConfirmed,
  findLearnersIn,
  findLessonsById,
  findOverlaps,
  reachOf,
  type TakenBy,
} from '#server/features/lessons/queries.ts';
import { LESSON_MS_MAX } from '#server/features/lessons/writing/expand-plans.ts';
import { asHeld, findEvenings } from './find-evenings.ts';

/** A lesson as it is to be; a new one comes with a new id. */
export type LessonDraft = Omit<Row<'lessons'>, 'seq' | 'cancelledat' | 'changedat'>;

/**
 * What stands in the way of a lesson: `with` is a class that has a lesson from `startsat` to `endsat`, or the
 * learner who is in another at the time; then these are the lesson's own. `roomid`: where that class is.
 */
export type Clash = {
  lessonid: string;
  day: string;
  kind: ClashKind;
  with: string;
  startsat: number;
  endsat: number;
  roomid: string | null;
};

/**
 * Lessons that are to be written and held, by id, with what is written of them and what their classes are
 * called.
 */
type Drafts = {
  ids: ReadonlySet<string>;
  held: ReadonlyMap<string, LessonDraft>;
  /** The same, by what they take the time of. */
  heldBy: { readonly [T in TakenBy]: ReadonlyMap<string | null, readonly LessonDraft[]> };
  before: ReadonlyMap<string, Row<'lessons'>>;
  classnames: ReadonlyMap<string, string>;
};

/**
 * What stands in the way of lessons as they are to be, the first day first: another lesson in the room, with
 * the teacher, of the class itself or of a learner, unless the payer knows of it. Of each lesson only what
 * differs from what is written is looked at, and learners only where it is still to come. `now`: epoch
 * milliseconds.
 */
export async function findClashes(
  db: Db,
  { lessons, now }: { lessons: readonly LessonDraft[]; now: number },
): Promise<Clash[]> {
  const drafts = await readDrafts(db, lessons);
  const retimed = [...drafts.held.values()].filter((lesson) => isRetimed(drafts, lesson));
  const toCome = retimed.filter(({ startsat }) => startsat > now);
  const clashes = [
    ...(await findTaken(db, drafts, 'roomid')),
    ...(await findTaken(db, drafts, 'teacherid')),
    ...(await findTwice(db, drafts, retimed)),
    ...(await findLearners(db, drafts, toCome)),
  ];
  return clashes.sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
}

async function readDrafts(db: Db, lessons: readonly LessonDraft[]): Promise<Drafts> {
  const ids = new Set(lessons.map(({ _id }) => _id));
  const held = lessons.filter(({ state }) => state !== 'cancelled');
  const classids = new Set(held.map(({ classid }) => classid));
  const [before, classnames] = await Promise.all([
    findLessonsById(db, [...ids]),
    findClassNames(db, [...classids]),
  ]);
  return {
    ids,
    held: new Map(held.map((lesson) => [lesson._id, lesson])),
    heldBy: {
      roomid: Map.groupBy(held, ({ roomid }) => roomid),
      teacherid: Map.groupBy(held, ({ teacherid }) => teacherid),
      classid: Map.groupBy(held, ({ classid }) => classid),
    },
    before: new Map(before.map((lesson) => [lesson._id, lesson])),
    classnames,
  };
}

/** Whether a lesson takes time that it did not take before. */
function isRetimed({ before }: Drafts, { _id, startsat, endsat }: LessonDraft): boolean {
  const written = before.get(_id);
  if (!written || written.state === 'cancelled') return true;
  return written.startsat !== startsat || written.endsat !== endsat;
}

/** Lessons of other classes that have the room or the teacher at the time. */
async function findTaken(db: Db, drafts: Drafts, column: 'roomid' | 'teacherid'): Promise<Clash[]> {
  const changed = [...drafts.held.values()].filter(
    (lesson) =>
      lesson[column] !== null &&
      (isRetimed(drafts, lesson) || lesson[column] !== drafts.before.get(lesson._id)?.[column]),
  );
  const others = await findOthers(db, drafts, column, changed);
  const taken = others.filter(({ lesson, classid }) => classid !== lesson.classid);
  return column === 'roomid'
    ? [...taken, ...(await findAtRecitals(db, changed))].map((other) => clashWith(other, 'room'))
    : taken.map((other) => clashWith(other, 'teacher'));
}

/** Recitals that have the room at the time. */
async function findAtRecitals(db: Db, wanted: readonly LessonDraft[]): Promise<Other[]> {
  const roomids = [...new Set(wanted.flatMap(({ roomid }) => roomid ?? []))];
  const span = reachOf(wanted.map(({ startsat: from, endsat: to }) => ({ from, to })));
  const evenings = Map.groupBy(await findEvenings(db, { roomids, ...span }), ({ roomid }) => roomid);
  return wanted.flatMap((lesson) =>
    (evenings.get(lesson.roomid ?? '') ?? [])
      .filter(({ startsat, endsat }) => startsat < lesson.endsat && endsat > lesson.startsat)
      .map(({ name, ...evening }) => ({ lesson, ...asHeld({ name, ...evening }), classname: name })),
  );
}

/** Lessons of the same class at the time, in any room and with any teacher. */
async function findTwice(db: Db, drafts: Drafts, retimed: readonly LessonDraft[]): Promise<Clash[]> {
  const others = await findOthers(db, drafts, 'classid', retimed);
  return others.map((other) => clashWith(other, 'teacher'));
}

/** Learners who are in another class that meets at the time, unless their payer knows. */
async function findLearners(db: Db, drafts: Drafts, toCome: readonly LessonDraft[]): Promise<Clash[]> {
  if (toCome.length === 0) return [];
  const { ids, held, heldBy } = drafts;
  const shared = await findSharedClasses(db, drafts);
  const found: { lesson: LessonDraft; learnerid: string; other: string }[] = [];
  for (const [classid, wanted] of Map.groupBy(toCome, (lesson) => lesson.classid)) {
    for (const { wantedid, lessonid, classid: other, learnerid } of await findBeside(db, classid, wanted)) {
      const lesson = held.get(wantedid);
      if (lesson && !ids.has(lessonid)) found.push({ lesson, learnerid, other });
    }
    const others = shared.get(classid) ?? new Map<string, string[]>();
    const drafted = [...others.keys()].flatMap((id) => heldBy.classid.get(id) ?? []);
    for (const { lesson, other } of overlapsAmong(wanted, drafted))
      for (const learnerid of others.get(other.classid) ?? [])
        found.push({ lesson, learnerid, other: other.classid });
  }
  const learnerids = [...new Set(found.map(({ learnerid }) => learnerid))];
  const [learners, pairs] = await Promise.all([
    findNamedLearners(db, learnerids),
    findConfirmed(db, learnerids),
  ]);
  const confirmed = new Set(pairs.map((pair) => keyOf(pair.learnerid, pair.classid, pair.otherid)));
  const unknown = found.filter(
    ({ lesson, learnerid, other }) => !confirmed.has(keyOf(learnerid, lesson.classid, other)),
  );
  // A learner who is in two other classes at the time counts once.
  const once = new Map(unknown.map((one) => [`${one.lesson._id} ${one.learnerid}`, one]));
  return [...once.values()].map(({ lesson: { _id: lessonid, day, startsat, endsat }, learnerid }) => ({
    lessonid,
    day,
    kind: 'learner' as const,
    with: learners.get(learnerid)?.learnername ?? formerStudent(),
    startsat,
    endsat,
    roomid: null,
  }));
}

/** One learner and two classes, whichever is named first. */
const keyOf = (learnerid: string, ...classids: [string, string]) => [learnerid, ...classids.sort()].join(' ');

/** Of each class that lessons are to be written of, the others of these that its learners are in, and who. */
async function findSharedClasses(db: Db, { classnames }: Drafts) {
  const classids = [...classnames.keys()];
  const members = classids.length > 1 ? await findLearnersIn(db, classids) : [];
  const shared = new Map<string, Map<string, string[]>>();
  for (const [learnerid, places] of Map.groupBy(members, (member) => member.learnerid))
    for (const { classid } of places)
      for (const { classid: other } of places) {
        if (other === classid) continue;
        const others = shared.get(classid) ?? new Map<string, string[]>();
        shared.set(classid, others);
        const both = others.get(other);
        if (both) both.push(learnerid);
        else others.set(other, [learnerid]);
      }
  return shared;
}

type Other = { lesson: LessonDraft; classname: string } & Held;

/**
 * What is held while these lessons are, in the room, by the teacher or of the class of each. What is written
 * of a lesson that is to be another clashes with nothing; what it is to be does.
 */
async function findOthers(
  db: Db,
  { ids, held, heldBy, classnames }: Drafts,
  column: TakenBy,
  wanted: readonly LessonDraft[],
): Promise<Other[]> {
  const others: Other[] = [];
  for (const { wantedid, lessonid, ...other } of await findOverlaps(db, column, wanted)) {
    const lesson = held.get(wantedid);
    if (lesson && !ids.has(lessonid)) others.push({ lesson, ...other });
  }
  for (const [id, some] of Map.groupBy(wanted, (lesson) => lesson[column]))
    for (const { lesson, other } of overlapsAmong(some, heldBy[column].get(id) ?? []))
      others.push({ lesson, ...other, classname: classnames.get(other.classid) ?? '' });
  return others;
}

/** A lesson, and another that is held at the time. */
type Overlapping = { lesson: LessonDraft; other: Held };
type Held = Pick<LessonDraft, 'classid' | 'startsat' | 'endsat' | 'roomid'>;
type Times = Held & Pick<LessonDraft, '_id'>;

/** Each of these lessons with every other that is held at the time. */
function* overlapsAmong(wanted: readonly LessonDraft[], others: readonly Times[]): Generator<Overlapping> {
  const byStart = others.toSorted((one, other) => one.startsat - other.startsat);
  let first = 0;
  for (const lesson of wanted.toSorted((one, other) => one.startsat - other.startsat)) {
    while ((byStart[first]?.startsat ?? Infinity) <= lesson.startsat - LESSON_MS_MAX) first++;
    for (let at = first; at < byStart.length; at++) {
      const other = byStart[at];
      if (!other || other.startsat >= lesson.endsat) break;
      const { _id, classid, startsat, endsat, roomid } = other;
      if (_id !== lesson._id && endsat > lesson.startsat)
        yield { lesson, other: { classid, startsat, endsat, roomid } };
    }
  }
}

const clashWith = ({ lesson, classname, startsat, endsat, roomid }: Other, kind: ClashKind): Clash => ({
  lessonid: lesson._id,
  day: lesson.day,
  kind,
  with: classname,
  startsat,
  endsat,
  roomid,
});
