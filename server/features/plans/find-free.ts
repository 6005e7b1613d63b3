import type { Db } from '#server/database/schema.ts';
import { type ClassRow, findClass } from '#server/features/classes/index.ts';
import {
  besideOf,
  expandPlans,
  findHeldOn,
  findRoomsFor,
  type HeldOn,
  isClosedFor,
  momentsOf,
  QUARTER,
  timesAround,
} from '#server/features/lessons/index.ts';
import { ensure } from '#server/http/errors.ts';
import type { PlanFields } from './change-plans.ts';
import { findClosures, findFirstJoined } from './queries.ts';

/** How many times are offered. */
const TIMES = 6;

type Asking = { id: string; plan: PlanFields; zone: string; now: number };
/** One lesson that the class would have. */
type Meeting = { day: string; startsat: number; endsat: number };

/**
 * Where and when a class could meet instead of a time that it cannot have: rooms that are free then on all of
 * its days and take the class, the smallest first, and the nearest times of the weekday at which the room, the
 * teacher and all in the class are free on all days. Lessons of the class itself do not stand in the way, nor
 * do days that make no lesson. `zone` is an IANA name, `now` epoch milliseconds. Throws `class-not-found`.
 */
export async function findFreeForPlan(db: Db, asking: Asking) {
  const course = await findClass(db, asking.id);
  ensure(course, 'class-not-found');
  const { plan } = asking;
  const { closures, meetingsOf } = await readDays(db, course, asking);
  const anywhere = meetingsOf({ roomid: null });
  const isTaken = await readTaken(db, course, { ...asking, meetings: anywhere });
  const fitting = await findRoomsFor(db, course.capacity);

  const fits = plan.roomid === null || fitting.some(({ _id }) => _id === plan.roomid);
  const isClosed = (lesson: Parameters<typeof isClosedFor>[1]) =>
    closures.some((closure) => isClosedFor(closure, lesson));
  const isOpenRoom = (roomid: string) =>
    roomid !== plan.roomid &&
    !anywhere.some(({ day }) => isClosed({ day, roomid, teacherid: course.instructorid }));
  const rooms: typeof fitting = [];
  for (const room of fitting)
    if (isOpenRoom(room._id) && !(await isTaken(anywhere, room._id))) rooms.push(room);
  const isFreeTime = async (starttime: string) => {
    const meetings = meetingsOf({ starttime });
    return meetings.length > 0 && !(await isTaken(meetings, plan.roomid));
  };
  const times: string[] = [];
  if (fits)
    for (const starttime of timesAround(plan, QUARTER)) {
      if (times.length === TIMES) break;
      if (await isFreeTime(starttime)) times.push(starttime);
    }
  return { taken: !fits || (await isTaken(meetingsOf({}), plan.roomid)), rooms, times };
}

/** What is closed meanwhile, and the lessons that the plan would make in another room or at another time. */
async function readDays(db: Db, { _id, instructorid: teacherid }: ClassRow, { plan, zone, now }: Asking) {
  const closures = await findClosures(db, plan);
  const joinedat = await findFirstJoined(db, _id);
  // To the time before now nothing is added once a learner was in the class.
  const isFixed = ({ startsat }: Meeting) => joinedat !== null && joinedat <= startsat && startsat <= now;
  const meetingsOf = (other: Partial<Pick<PlanFields, 'roomid' | 'starttime'>>): Meeting[] =>
    expandPlans({ plans: [{ ...plan, teacherid, ...other }], closures, zone }).lessons.filter(
      (meeting) => !isFixed(meeting),
    );
  return { closures, meetingsOf };
}

/**
 * Whether something else is held in a room, by the teacher or for someone in the class during one of some
 * lessons. What is held is read once, for all times that may be offered on these days; who is in it only for
 * times at which nothing else stands in the way.
 */
async function readTaken(
  db: Db,
  { _id, instructorid }: ClassRow,
  { plan, meetings, zone, now }: Asking & { meetings: readonly Meeting[] },
) {
  const starts = [plan.starttime, ...timesAround(plan, QUARTER)].sort();
  const [first = '', last = ''] = [starts[0], starts.at(-1)];
  const { minutes } = plan;
  const spans = meetings.map(({ day }) => ({
    day,
    from: momentsOf({ day, starttime: first, minutes }, zone).startsat,
    to: momentsOf({ day, starttime: last, minutes }, zone).endsat,
  }));
  const isBeside = besideOf(db, _id);
  const others = (await findHeldOn(db, spans)).filter(({ classid }) => classid !== _id);
  const othersOn = Map.groupBy(others, ({ day }) => day);
  const during = ({ day, startsat, endsat }: Meeting) =>
    (othersOn.get(day) ?? []).filter((other) => other.startsat < endsat && other.endsat > startsat);
  return async (some: readonly Meeting[], roomid: string | null): Promise<boolean> => {
    const wants = (other: HeldOn) =>
      (roomid !== null && other.roomid === roomid) ||
      (instructorid !== null && other.teacherid === instructorid);
    if (some.some((meeting) => during(meeting).some(wants))) return true;
    const toCome = some.filter(({ startsat }) => startsat > now);
    return isBeside(toCome.flatMap((meeting) => during(meeting).map(({ classid }) => classid)));
  };
}
