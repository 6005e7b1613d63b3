import { isOffice } from '#contract/users/calls.ts';
import type { Caller } from '#server/auth/queries.ts';
import { newId } from '#server/database/ids.ts';
import { findRoomNames } from '#server/database/rows/lessons.ts';
import { ensureSeen, type Seen } from '#server/database/rows/seen.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { findBusyDuring } from '#server/features/busy/index.ts';
import { insertChange } from '#server/features/changes/index.ts';
import {
  type ClassRow,
  findClass,
  notifyOfClass,
  raisePlanVersion,
  type Seats,
} from '#server/features/classes/index.ts';
import {
  deleteTakenOut,
  expandPlans,
  findClashes,
  findRooms,
  fitRooms,
  holdClosures,
  holdZone,
  lockTimetable,
  notifyOfLessons,
  writeLessons,
} from '#server/features/lessons/index.ts';
import { ensure } from '#server/http/errors.ts';
import * as queries from './queries.ts';
import { replan } from './replan.ts';

/** The moments between two steps at which a process may die, named for the tests that make it die there. */
export type PlanCheckpoint = 'plans-inserted' | 'lessons-written' | 'plans-committed';

/** What is said of a plan. */
export type PlanFields = Omit<Row<'plans'>, '_id' | 'classid' | 'teacherid'>;
/** The planner, the class and the moment (epoch milliseconds). */
type Planning = { id: string; actor: Caller; now: number };
type Changing = Planning & Seen & { plans: readonly PlanFields[] };

/**
 * Plans when a class meets, in the place of what was planned, and gives what comes of it. Throws
 * `class-not-found`, `forbidden` where it is another's, `room-unknown`, `room-too-small`, `room-taken`,
 * `teacher-taken`, `learner-clash` and `changed-meanwhile`: then nothing changes.
 */
export async function changePlans(
  { db, seats }: { db: Db; seats: Pick<Seats, 'offer'> },
  changing: Changing,
  checkpoint: (at: PlanCheckpoint) => void = () => {},
) {
  const { id, plans, version, actor, now } = changing;
  const planned = await transact(db, async (tx) => {
    await holdClosures(tx);
    const zone = await holdZone(tx);
    await lockTimetable(tx, { classids: [id] });
    const course = await findOwnClass(tx, changing);
    if (!isAsPlanned(await queries.findPlans(tx, id), plans))
      ensureSeen({ version: course.planversion }, { version });
    await fitRooms(tx, { roomids: roomidsOf(plans), seats: course.capacity });
    const outcome = await workOut(tx, course, { ...changing, zone });
    await queries.insertPlans(tx, outcome.plans);
    checkpoint('plans-inserted');
    const written = await writeLessons(tx, { lessons: outcome.drafts, now });
    checkpoint('lessons-written');
    await queries.deletePlans(
      tx,
      outcome.before.plans.map(({ _id }) => _id),
    );
    await raisePlanVersion(tx, id);
    const before = new Map(outcome.before.lessons.map((lesson) => [lesson._id, lesson]));
    await insertChange(tx, {
      about: 'class',
      subjectid: id,
      subjectname: course.classname,
      action: 'updated',
      note: 'when it meets',
      actor,
      now,
    });
    await notifyOfClass(tx, 'class.changed', { classid: id, now });
    const changes = written.map((after) => ({ before: before.get(after._id), after }));
    await notifyOfLessons(tx, { changes, actor, now });
    // No learner has had them in a calendar.
    if (outcome.joinedat === null) await deleteTakenOut(tx, id);
    // Seats of a class that was over were not offered.
    await seats.offer(tx, { classid: id, now });
    return { ...(await showOutcome(tx, outcome)), clashes: [], roomtoosmall: [], busy: [] };
  });
  checkpoint('plans-committed');
  return planned;
}

const FIELDS = ['weekday', 'starttime', 'minutes', 'everyweeks', 'firstday', 'lastday', 'roomid'] as const;

/** Whether a class has these plans already: who asks again has not had the answer. */
function isAsPlanned(before: readonly PlanFields[], plans: readonly PlanFields[]): boolean {
  const written = (some: readonly PlanFields[]) =>
    some.map((plan) => JSON.stringify(FIELDS.map((field) => plan[field]))).sort();
  return written(before).join() === written(plans).join();
}

/**
 * What `changePlans` would come to, with everything that stands in its way; `zone` is the school's, as IANA
 * calls it. Throws `class-not-found`, `forbidden` and `room-unknown`.
 */
export async function tryPlans(db: Db, changing: Changing & { zone: string }) {
  const { plans, now } = changing;
  const course = await findOwnClass(db, changing);
  const roomids = roomidsOf(plans);
  const rooms = await findRooms(db, roomids);
  ensure(rooms.length === roomids.length, 'room-unknown');
  const outcome = await workOut(db, course, changing);
  const clashes = await findClashes(db, { lessons: outcome.drafts, now });
  const roomtoosmall = rooms
    .filter(({ places }) => places < course.capacity)
    .map(({ name: room, places }) => ({ room, places }));
  const shown = await showOutcome(db, outcome);
  const busy = await findBusyDuring(db, {
    teacherid: course.instructorid,
    lessons: shown.lessons.filter(({ state, startsat }) => state !== 'cancelled' && startsat > now),
  });
  return { ...shown, clashes, roomtoosmall, busy };
}

async function findOwnClass(db: Db, { id, actor }: Planning): Promise<ClassRow> {
  const found = await findClass(db, id);
  ensure(found, 'class-not-found');
  ensure(isOffice(actor.role) || found.instructorid === actor._id, 'forbidden');
  return found;
}

const roomidsOf = (plans: readonly PlanFields[]) => [...new Set(plans.flatMap(({ roomid }) => roomid ?? []))];

/** The plans with what they make of the class's lessons, and what there was before. */
async function workOut(
  db: Db,
  { _id: classid, instructorid }: ClassRow,
  { plans, zone, now }: Changing & { zone: string },
) {
  const before = {
    plans: await queries.findPlans(db, classid),
    lessons: await queries.findLessons(db, classid),
  };
  const joinedat = await queries.findFirstJoined(db, classid);
  const made = plans.map((plan) => ({ ...plan, _id: newId(now), classid, teacherid: instructorid }));
  const closures = made.length === 0 ? [] : await queries.findClosures(db, spanOf(made));
  const expanded = expandPlans({ plans: made, closures, zone });
  const starttimes = new Map(before.plans.map(({ _id, starttime }) => [_id, starttime]));
  const replanned = replan({ classid, expanded, lessons: before.lessons, starttimes, joinedat, now });
  return { before, joinedat, plans: made, expanded, ...replanned };
}

/** The first and the last day of all plans. */
const spanOf = (plans: readonly PlanFields[]) => ({
  firstday: plans.map(({ firstday }) => firstday).sort()[0] ?? '',
  lastday:
    plans
      .map(({ lastday }) => lastday)
      .sort()
      .at(-1) ?? '',
});

/**
 * Every lesson that the class then has, in order, with what is left out of the plans and what clocks move.
 */
async function showOutcome(db: Db, { drafts, kept, expanded }: Awaited<ReturnType<typeof workOut>>) {
  const lessons = [...drafts, ...kept].filter(({ removedat }) => removedat === null);
  const names = await findRoomNames(db, [...new Set(lessons.flatMap(({ roomid }) => roomid ?? []))]);
  lessons.sort((one, other) => one.startsat - other.startsat);
  return {
    lessons: lessons.map((lesson) => ({ ...lesson, room: names.get(lesson.roomid ?? '') ?? null })),
    skipped: expanded.skipped.map(({ day, closure }) => ({ day, closure })),
    shifted: expanded.shifted,
  };
}
