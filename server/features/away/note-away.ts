import type * as z from 'zod';
import { AWAY_LESSONS_MAX } from '#contract/away/calls.ts';
import type { AwayChoice, AwayOutcome } from '#contract/away/schema.ts';
import { formatsOf } from '#contract/formats.ts';
import { ROOM_AWAY, TEACHER_AWAY } from '#contract/messages/lesson-reasons.ts';
import { t } from '#languages/t.ts';
import type { Caller } from '#server/auth/queries.ts';
import { findRoomNames } from '#server/database/rows/lessons.ts';
import type { ReadSchool, SchoolNow } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { insertChange } from '#server/features/changes/index.ts';
import {
  applyClosure,
  type ClosureFields,
  findLessonsOn,
  findSameClosure,
  insertClosure,
} from '#server/features/closures/index.ts';
import {
  asPlanned,
  clashRefusal,
  countTold,
  draftOf,
  ensurePossible,
  type FoundLesson,
  findClashes,
  findLessons,
  findRooms,
  holdClosures,
  holdZone,
  type LessonChange,
  type LessonDraft,
  lockClosures,
  lockTimetable,
  logLesson,
  notifyOfLessons,
  overAlready,
  rowOf,
  timeOf,
  writeLessons,
} from '#server/features/lessons/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { type Choice, findAlternatives, propose } from './find-alternatives.ts';
import * as queries from './queries.ts';

/** The moments of noting days away at which a test lets the process die. */
export type AwayCheckpoint = 'away-written' | 'away-told' | 'away-committed';
export type AwayOptions = {
  db: Db;
  now: () => number;
  readSchool: ReadSchool;
  checkpoint?: (at: AwayCheckpoint) => void;
};

/** Whose days these are: of a teacher, or of a room; the other is null. */
export type Away = ClosureFields;

type Chosen = z.output<typeof AwayChoice>;
type Outcome = z.output<typeof AwayOutcome>;
type Asked = {
  /** Who is away, or what. */
  who: { teacherid: string } | { roomid: string };
  firstday: string;
  lastday: string;
  /** As families read it; empty where that is not said. */
  reason: string;
  lessons: readonly Chosen[];
};
type Acting = { actor: Pick<Caller, '_id' | 'name'> };
type Noting = { away: Away; chosen: readonly Chosen[]; zone: string; now: number };

/** What is to become of a lesson, and what it then is. */
type Decided = { found: FoundLesson; choice: Choice; draft: LessonDraft };

const awayOf = ({ who, firstday, lastday, reason }: Asked): Away => {
  const [teacherid, roomid] = 'teacherid' in who ? [who.teacherid, null] : [null, who.roomid];
  return {
    name: reason || (roomid === null ? TEACHER_AWAY : ROOM_AWAY),
    firstday,
    lastday,
    teacherid,
    roomid,
  };
};

/**
 * Notes that a teacher or a room is away on some days: closing days of theirs, and each of their lessons that
 * has not begun is what was chosen for it, all of it or nothing. Asked again it changes nothing more. Throws
 * `instructor-not-found` or `room-not-found`, `too-many-rows`, `changed-meanwhile` where the lessons of these
 * days are not those that were chosen for, and, saying of which lesson, what `moveLesson` throws.
 */
export async function noteAway(
  { db, now, readSchool, checkpoint = () => {} }: AwayOptions,
  asked: Asked,
  { actor }: Acting,
): Promise<Outcome> {
  const school = await readSchool();
  const noted = await transact(db, async (tx) => {
    const moment = now();
    await lockClosures(tx);
    const noting = {
      away: awayOf(asked),
      chosen: asked.lessons,
      zone: await holdZone(tx),
      now: moment,
    };
    const { name, held, known } = await lockConcerned(tx, noting);
    ensureChosen({ held, known, chosen: asked.lessons }, school);
    const choices = new Map(asked.lessons.map((one) => [one.lessonid, choiceOf(one)]));
    const decided = await decide(tx, held, { ...noting, choices });
    const [problem] = await findProblems(tx, decided, noting);
    if (problem) throw sayingWhich(problem.error, problem.found, school);
    const written = await write(tx, decided, { ...noting, name, actor });
    checkpoint('away-written');
    const told = await countTold(tx, { changes: written.changes, actor, now: moment });
    await notifyOfLessons(tx, { changes: written.changes, actor, now: moment });
    checkpoint('away-told');
    return { insertedId: written.closureid, ...countWays([...choices.values()]), ...told };
  });
  checkpoint('away-committed');
  return noted;
}

/**
 * What noting it would come to, with every lesson of these days, what is chosen or proposed for it, why that
 * cannot be, and what else it could be. Throws `instructor-not-found` or `room-not-found`, and
 * `too-many-rows`.
 */
export async function tryAway({ db, now }: AwayOptions, asked: Asked, { actor }: Acting): Promise<Outcome> {
  return transact(db, async (tx) => {
    const moment = now();
    await holdClosures(tx);
    const zone = await holdZone(tx);
    const noting = { away: awayOf(asked), chosen: asked.lessons, zone, now: moment };
    const { held } = await lockConcerned(tx, noting);
    const alternatives = await findAlternatives(tx, held, noting);
    const proposed = propose(held, alternatives, (found, time) => draftOf(found, time, zone));
    const chosen = new Map(asked.lessons.map((one) => [one.lessonid, choiceOf(one)]));
    const choices = new Map([...proposed].map(([id, choice]) => [id, chosen.get(id) ?? choice]));
    const decided = await decide(tx, held, { ...noting, choices });
    const problems = new Map(
      (await findProblems(tx, decided, noting)).map(({ found, error }) => [found._id, error]),
    );
    const changes = decided.map(({ found, draft }): LessonChange => {
      const before = rowOf(found);
      return { before, after: { ...before, ...draft } };
    });
    const names = {
      teachers: await queries.findTeacherNames(
        tx,
        held.flatMap(({ teacherid }) => teacherid ?? []),
      ),
      rooms: await findRoomNames(
        tx,
        held.flatMap(({ roomid }) => roomid ?? []),
      ),
    };
    return {
      lessons: decided.map(({ found, choice }) => ({
        lessonid: found._id,
        version: found.seq,
        classid: found.classid,
        classname: found.classname,
        day: found.day,
        startsat: found.startsat,
        endsat: found.endsat,
        room: names.rooms.get(found.roomid ?? '') ?? null,
        teacherid: found.teacherid,
        instructorname: names.teachers.get(found.teacherid ?? '') ?? '',
        choice,
        problem: problemOf(problems.get(found._id)),
        ...(alternatives.get(found._id) ?? { teachers: [], rooms: [], times: [] }),
      })),
      ...countWays([...choices.values()]),
      ...(await countTold(tx, { changes, actor, now: moment })),
    };
  });
}

const problemOf = (error: AppError | undefined) =>
  error ? { code: error.code, detail: error.sentence() } : null;

const choiceOf = ({ lessonid: _lessonid, version: _version, ...choice }: Chosen): Choice => choice;

/**
 * Locks all that these lessons take the time of, or are to take, and gives those that are to be held on these
 * days, with what the room or the teacher is called, and those that are chosen for, whatever became of them.
 */
async function lockConcerned(tx: Db, { away, chosen, now }: Noting) {
  const seen = await findLessonsOn(tx, away, now);
  const chosenids = chosen.map(({ lessonid }) => lessonid);
  const named = await findLessons(tx, chosenids);
  const present = (ids: (string | null | undefined)[]) => ids.filter((id) => typeof id === 'string');
  await lockTimetable(tx, {
    classids: [...seen, ...named].map(({ classid }) => classid),
    roomids: present([away.roomid, ...[...seen, ...chosen].map(({ roomid }) => roomid)]),
    teacherids: present([away.teacherid, ...[...seen, ...chosen].map(({ teacherid }) => teacherid)]),
  });
  const name = await findAbsent(tx, away);
  // Read again under the locks.
  const held = await findLessonsOn(tx, away, now);
  if (held.length > AWAY_LESSONS_MAX)
    throw new AppError('too-many-rows', {
      detail: () => t('away.too_many_lessons', { max: AWAY_LESSONS_MAX }),
    });
  return {
    name,
    held: await findLessons(
      tx,
      held.map(({ _id }) => _id),
    ),
    known: new Map((await findLessons(tx, chosenids)).map((lesson) => [lesson._id, lesson])),
  };
}

/** What the teacher or the room is called. */
async function findAbsent(tx: Db, { roomid, teacherid }: Away): Promise<string> {
  if (roomid !== null) {
    const [room] = await findRooms(tx, [roomid]);
    ensure(room, 'room-not-found');
    return room.name;
  }
  const teacher = await queries.findTeacher(tx, teacherid ?? '');
  ensure(teacher && teacher.role !== 'student', 'instructor-not-found');
  return teacher.name;
}

type Lessons = { held: readonly FoundLesson[]; known: ReadonlyMap<string, FoundLesson> };

/**
 * Throws unless each of these lessons is chosen for as it is now, and whatever else is chosen for has become
 * that already: then the call was made before.
 */
function ensureChosen({ held, known, chosen }: Lessons & { chosen: readonly Chosen[] }, school: SchoolNow) {
  const byId = new Map(chosen.map((one) => [one.lessonid, one]));
  for (const found of held) {
    const choice = byId.get(found._id);
    if (!choice || (choice.version ?? found.seq) !== found.seq) throw changedMeanwhile(found, school);
    byId.delete(found._id);
  }
  for (const choice of byId.values()) {
    const found = known.get(choice.lessonid);
    ensure(found, 'changed-meanwhile');
    if (!isAs(found, choice, school)) throw changedMeanwhile(found, school);
  }
}

/** Whether a lesson is what was chosen for it. */
function isAs(found: FoundLesson, choice: Chosen, { timezone = 'UTC' }: SchoolNow): boolean {
  if (choice.do === 'cancel' || found.state === 'cancelled')
    return choice.do === 'cancel' && found.state === 'cancelled';
  const is = { ...timeOf(found, timezone), roomid: found.roomid, teacherid: found.teacherid };
  return (['teacherid', 'roomid', 'day', 'starttime'] as const).every(
    (field) => choice[field] === undefined || choice[field] === is[field],
  );
}

/** A lesson by its class and when it is, as people call it. */
function lessonWords({ classname, day, startsat, endsat }: FoundLesson, school: SchoolNow): string {
  const { weekday, hours } = formatsOf(school);
  return t('away.lesson_named', { class: classname, day: weekday(day), hours: hours(startsat, endsat) });
}

const changedMeanwhile = (found: FoundLesson, school: SchoolNow) =>
  new AppError('changed-meanwhile', {
    detail: () => t('away.lesson_changed', { lesson: lessonWords(found, school) }),
  });

/** The same refusal, saying of which lesson it is. */
const sayingWhich = (error: AppError, found: FoundLesson, school: SchoolNow) =>
  new AppError(error.code, {
    detail: () => t('away.problem_of', { lesson: lessonWords(found, school), problem: error.sentence() }),
  });

/** Each lesson as it is to be. */
const decide = (
  tx: Db,
  held: readonly FoundLesson[],
  { away, choices, zone }: Noting & { choices: ReadonlyMap<string, Choice> },
): Promise<Decided[]> =>
  Promise.all(
    held.map(async (found): Promise<Decided> => {
      const choice = choices.get(found._id) ?? { do: 'cancel' };
      const { do: way, ...changes } = choice;
      const reason = away.name;
      if (way === 'cancel')
        return { found, choice, draft: { ...rowOf(found), state: 'cancelled', reason, closureid: null } };
      const draft = draftOf(found, { ...changes, reason }, zone);
      return { found, choice, draft: await asPlanned(tx, { found, draft, zone }) };
    }),
  );

/** Why lessons cannot be what they are to be, each once, as they begin. */
async function findProblems(
  tx: Db,
  decided: readonly Decided[],
  { away, now }: Noting,
): Promise<{ found: FoundLesson; error: AppError }[]> {
  const drafts = decided.map(({ draft }) => draft);
  const clashes = Map.groupBy(await findClashes(tx, { lessons: drafts, now }), ({ lessonid }) => lessonid);
  const problems = [];
  for (const { found, draft } of decided) {
    const [clash] = clashes.get(found._id) ?? [];
    const error =
      (await findImpossible(tx, { found, draft, away, now })) ?? (clash && (await clashRefusal(tx, clash)));
    if (error) problems.push({ found, error });
  }
  return problems;
}

async function findImpossible(
  tx: Db,
  { found, draft, away, now }: Pick<Decided, 'found' | 'draft'> & { away: Away; now: number },
): Promise<AppError | undefined> {
  if (draft.state === 'cancelled') return undefined;
  if (draft.startsat <= now) return overAlready();
  try {
    await ensurePossible(tx, { found, draft, closing: [away] });
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Writes what was decided, and the closing days that cancel the rest. */
async function write(
  tx: Db,
  decided: readonly Decided[],
  { away, name, zone, now, actor }: Noting & Acting & { name: string },
): Promise<{ closureid: string; changes: LessonChange[] }> {
  const known = await findSameClosure(tx, away);
  const closure = known ?? (await insertClosure(tx, away, now));
  const held = decided.filter(({ choice }) => choice.do !== 'cancel');
  const written = await writeLessons(tx, { lessons: held.map(({ draft }) => draft), now });
  const closed = await applyClosure(tx, { before: undefined, after: closure, zone, now });
  const foundOf = new Map(decided.map(({ found }) => [found._id, found]));
  const changes = [...written.map((after): LessonChange => ({ after })), ...closed.changes].map(
    ({ after }) => {
      const found = foundOf.get(after._id);
      return { before: found && rowOf(found), after };
    },
  );
  for (const { before, after } of changes) {
    const course = foundOf.get(after._id);
    if (before && course) await logLesson(tx, { before, after, course, zone, actor, now });
  }
  if (!known)
    await insertChange(tx, {
      about: 'school',
      subjectid: closure._id,
      subjectname: name,
      note: 'closing days',
      action: 'added',
      actor,
      now,
    });
  return { closureid: closure._id, changes };
}

function countWays(choices: readonly Choice[]): Pick<Outcome, 'covered' | 'moved' | 'cancelled'> {
  const count = (way: Choice['do']) => choices.filter((choice) => choice.do === way).length;
  return { covered: count('cover'), moved: count('move'), cancelled: count('cancel') };
}
