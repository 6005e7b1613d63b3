import { newId } from '#server/database/ids.ts';
import { chunksOf, inChunks } from '#server/database/lists/batches.ts';
import type { Db, Row } from '#server/database/schema.ts';
import {
  type Clash,
  expandPlans,
  findRooms,
  type LessonChange,
  type LessonDraft,
  lockTimetable,
  writeFitting,
  writeLessons,
} from '#server/features/lessons/index.ts';
import * as queries from './queries.ts';

type LessonRow = Row<'lessons'>;
type PlanRow = Row<'plans'>;
type Slot = Pick<LessonRow, 'day' | 'startsat' | 'endsat' | 'roomid' | 'teacherid'> & { planid: string };

/**
 * Closing days as they were, if there were any, and as they are to be, if there are any still: those of one
 * id.
 */
export type ClosureChange = {
  before: queries.ClosureRow | undefined;
  after: queries.ClosureRow | undefined;
  /** The school's, as IANA calls it. */
  zone: string;
  /** Epoch milliseconds. */
  now: number;
};

/**
 * What became of lessons: those that are cancelled now, those that are held after all, and why others cannot
 * be.
 */
export type Applied = {
  cancelled: LessonRow[];
  planned: LessonRow[];
  clashes: Clash[];
  changes: LessonChange[];
};

/** How many lessons are written at once. */
const AT_ONCE = 500;

/**
 * Cancels the lessons that are to be held on closing days, and plans again those that were closed out and are
 * not any more, as far as nothing stands in their way; where the room is not in use any more or has become
 * too small, without one. Lessons that have begun stay as they are. The caller has locked closing days, and
 * written those of `after`; those that are taken away go once this is done.
 */
export async function applyClosure(tx: Db, change: ClosureChange): Promise<Applied> {
  const seen = await findConcerned(tx, change);
  await lockTimetable(tx, {
    classids: [...seen.held, ...seen.closed, ...seen.plans].map((one) => one.classid),
  });
  // Read again under the lock.
  const { held, closed, plans } = await findConcerned(tx, change);
  const span = spanOf(change);
  const written = await queries.findClosuresIn(tx, span);
  const closures = written.filter(({ _id }) => change.after || _id !== span._id);
  const plansOf = new Map((await findPlansOf(tx, closed, plans)).map((plan) => [plan._id, plan]));
  // A lesson that could not be planned again when its closing days were changed is not on these any more.
  const days = [span.firstday, span.lastday, ...closed.map(({ day }) => day)].sort();
  const concerned = { firstday: days[0] ?? '', lastday: days.at(-1) ?? '' };
  const slots = slotsOf([...plansOf.values()], { ...change, closures, span: concerned });
  const stillClosed = closed.map((lesson) => ({
    lesson,
    by: closures.find((one) => isClosedBy(lesson, one)),
  }));
  const closing = [
    ...held.flatMap((lesson) => (change.after ? [closedBy(lesson, change.after)] : [])),
    ...stillClosed.flatMap(({ lesson, by }) => (by ? [closedBy(lesson, by)] : [])),
  ];
  const reopening = stillClosed.flatMap(({ lesson, by }) => (by ? [] : [reopened(lesson, slots, plansOf)]));
  const missing = await findMissing(tx, { ...change, plans, slots });
  return write(tx, {
    closing,
    opening: await inRooms(tx, [...reopening, ...missing]),
    known: [...held, ...closed],
    now: change.now,
  });
}

/**
 * What may be another: lessons on the closing days, lessons that they closed out, and plans that had no
 * lesson on them.
 */
async function findConcerned(tx: Db, { before, after, now }: ClosureChange) {
  return {
    held: after ? await queries.findLessonsOn(tx, after, now) : [],
    closed: before ? await queries.findLessonsClosedBy(tx, before._id, now) : [],
    plans: before ? await queries.findPlansOn(tx, before) : [],
  };
}

/** All days of both. */
function spanOf({ before, after }: ClosureChange): queries.ClosureRow {
  const [one, other] = [before ?? after, after ?? before];
  if (!one || !other) throw new Error('Closing days were there, or are to be.');
  return {
    ...one,
    firstday: one.firstday < other.firstday ? one.firstday : other.firstday,
    lastday: one.lastday > other.lastday ? one.lastday : other.lastday,
  };
}

const findPlansOf = async (tx: Db, closed: readonly LessonRow[], plans: readonly PlanRow[]) => [
  ...plans,
  ...(await queries.findPlans(
    tx,
    closed.flatMap(({ planid }) => planid ?? []),
  )),
];

const keyOf = (planid: string | null, day: string) => `${planid} ${day}`;

/** When and where plans have their lessons on those days of a span that are open, by plan and day. */
function slotsOf(
  plans: readonly PlanRow[],
  {
    closures,
    zone,
    span,
  }: Pick<ClosureChange, 'zone'> & {
    closures: readonly queries.ClosureRow[];
    span: Pick<PlanRow, 'firstday' | 'lastday'>;
  },
): Map<string, Slot> {
  const { lessons } = expandPlans({ plans, closures, zone, span });
  return new Map(
    lessons.map(({ plan: { _id: planid, roomid, teacherid }, ...times }) => [
      keyOf(planid, times.day),
      { ...times, planid, roomid, teacherid },
    ]),
  );
}

/** Whether a lesson is to be held where or by whom is closed that day. */
const isClosedBy = (
  { day, roomid, teacherid }: Pick<LessonRow, 'day' | 'roomid' | 'teacherid'>,
  closure: queries.ClosureRow,
) =>
  closure.firstday <= day &&
  day <= closure.lastday &&
  (closure.roomid === null || closure.roomid === roomid) &&
  (closure.teacherid === null || closure.teacherid === teacherid);

const closedBy = (lesson: LessonRow, { _id: closureid, name }: queries.ClosureRow): LessonDraft => ({
  ...lesson,
  state: 'cancelled',
  closureid,
  reason: name,
});

/** A lesson that was closed out, as its plan has it; one that had been moved to that day, as it was. */
function reopened(
  lesson: LessonRow,
  slots: ReadonlyMap<string, Slot>,
  plans: ReadonlyMap<string, PlanRow>,
): LessonDraft {
  const isOwnDay = lesson.day === lesson.planday && plans.has(lesson.planid ?? '');
  const slot = isOwnDay ? slots.get(keyOf(lesson.planid, lesson.day)) : undefined;
  return { ...lesson, ...slot, state: slot ? 'planned' : 'moved', closureid: null, reason: null };
}

/** Lessons that plans have had none of, since the day was closed when they were made. */
async function findMissing(
  tx: Db,
  {
    before,
    plans,
    slots,
    now,
  }: ClosureChange & { plans: readonly PlanRow[]; slots: ReadonlyMap<string, Slot> },
): Promise<LessonDraft[]> {
  if (!before) return [];
  const planids = plans.map(({ _id }) => _id);
  const classids = new Map(plans.map(({ _id, classid }) => [_id, classid]));
  const planned = await queries.findPlannedDays(tx, planids, before);
  const known = new Set(planned.map(({ planid, planday }) => keyOf(planid, planday)));
  return [...slots].flatMap(([key, slot]) => {
    const classid = classids.get(slot.planid);
    if (!classid || known.has(key) || slot.startsat <= now || !isClosedBy(slot, before)) return [];
    const unheard = { state: 'planned' as const, reason: null, closureid: null, removedat: null };
    return [{ _id: newId(now), classid, ...slot, planday: slot.day, ...unheard }];
  });
}

/**
 * Lessons as they are to be, without a room where theirs is out of use, or has fewer places than their class
 * has seats.
 */
async function inRooms(tx: Db, lessons: readonly LessonDraft[]): Promise<LessonDraft[]> {
  const roomids = lessons.flatMap(({ roomid }) => roomid ?? []);
  await lockTimetable(tx, { roomids });
  const rooms = await inChunks(roomids, (ids) => findRooms(tx, ids));
  const places = new Map(rooms.map((room) => [room._id, room.places]));
  const classids = lessons.map(({ classid }) => classid);
  const seats = await queries.findSeats(tx, classids);
  const fits = ({ roomid, classid }: LessonDraft) =>
    (seats.get(classid) ?? 0) <= (places.get(roomid ?? '') ?? -1);
  return lessons.map((lesson) => (fits(lesson) ? lesson : { ...lesson, roomid: null }));
}

type Writing = {
  closing: readonly LessonDraft[];
  opening: readonly LessonDraft[];
  /** Lessons as they were. */
  known: readonly LessonRow[];
  now: number;
};

async function write(tx: Db, { closing, opening, known, now }: Writing): Promise<Applied> {
  const written: LessonRow[] = [];
  for (const lessons of chunksOf(closing, AT_ONCE))
    written.push(...(await writeLessons(tx, { lessons, now })));
  const planned: LessonRow[] = [];
  const clashes: Clash[] = [];
  const inOrder = opening.toSorted((one, other) => one.startsat - other.startsat);
  for (const some of chunksOf(inOrder, AT_ONCE)) {
    const fitting = await writeFitting(tx, { groups: some.map((lesson) => ({ lessons: [lesson] })), now });
    planned.push(...fitting.written);
    clashes.push(...[...fitting.clashes.values()].flat());
  }
  const before = new Map(known.map((lesson) => [lesson._id, lesson]));
  return {
    cancelled: written.filter(({ _id }) => before.get(_id)?.state !== 'cancelled'),
    planned,
    clashes,
    changes: [...written, ...planned].map((after) => ({ before: before.get(after._id), after })),
  };
}
