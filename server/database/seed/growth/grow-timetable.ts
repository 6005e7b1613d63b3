import { SEATS_MAX } from '#contract/classes/calls.ts';
import { newId } from '#server/database/ids.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { meetTogether } from '#server/database/seed/clashes.ts';

const DAY_MS = 86_400_000;
const ROOMS = 40;
const LESSONS = 36;
const MINUTES = 20;
const FIRST_MINUTE = 8 * 60;
const SLOTS_A_DAY = 42;
const DAYS_TO_FIRST = 7;

/** When each hour of each room is free again, as a day. */
type Slots = { room: Row<'rooms'>; freeFrom: string[] };

/**
 * The rooms of a grown school. The first is that of the teacher with the most classes; others share the rest,
 * each in one of them alone.
 */
type GrowthRooms = { slots: Slots[]; taken: readonly Row<'plans'>[] };

/** Makes the rooms; `taken` is when the first teacher has lessons already. */
export async function growRooms(db: Db, { firstTeacher, now }: { firstTeacher: string; now: number }) {
  const rooms = Array.from({ length: ROOMS }, (_, index) => ({
    _id: newId(now + index),
    name: `Room ${101 + index}`,
    places: SEATS_MAX,
    siteid: null,
    retiredat: null,
    version: 1,
    createdat: now,
  }));
  await db.insertInto('rooms').values(rooms).execute();
  const taken = await db.selectFrom('plans').selectAll().where('teacherid', '=', firstTeacher).execute();
  const slots = rooms.map((room) => ({ room, freeFrom: Array<string>(7 * SLOTS_A_DAY).fill('') }));
  return { slots, taken };
}

/**
 * When a class meets: once a week in the first hour that is free in the room of its teacher, who is the
 * `teacher`th.
 */
export function growthPlan(
  { _id, createdat, instructorid, status, deletedat }: Row<'classes'>,
  { teacher, rooms: { slots, taken } }: { teacher: number; rooms: GrowthRooms },
): Row<'plans'> | undefined {
  if (status === 'denied' || deletedat !== null) return undefined;
  const day = Temporal.Instant.fromEpochMilliseconds(createdat + DAYS_TO_FIRST * DAY_MS)
    .toZonedDateTimeISO('UTC')
    .toPlainDate();
  const monday = day.add({ days: 8 - day.dayOfWeek });
  const { room, freeFrom } = slots[teacher === 0 ? 0 : 1 + (teacher % (ROOMS - 1))] as Slots;
  const plan = {
    _id: newId(createdat),
    classid: _id,
    minutes: MINUTES,
    everyweeks: 1 as const,
    firstday: monday.toString(),
    lastday: monday.add({ weeks: LESSONS }).subtract({ days: 1 }).toString(),
    roomid: room._id,
    teacherid: instructorid,
  };
  // Begun elsewhere each time, so that classes spread over the week.
  const first = createdat % freeFrom.length;
  for (let step = 0; step < freeFrom.length; step++) {
    const slot = (first + step) % freeFrom.length;
    const found = { ...plan, ...slotTime(slot) };
    const isTaken = teacher === 0 && taken.some((other) => meetTogether(found, other));
    if ((freeFrom[slot] as string) > plan.firstday || isTaken) continue;
    freeFrom[slot] = monday.add({ weeks: LESSONS }).toString();
    return found;
  }
  return undefined;
}

const slotTime = (slot: number) => ({
  weekday: 1 + (slot % 7),
  starttime: timeOf(FIRST_MINUTE + MINUTES * Math.floor(slot / 7)),
});

const timeOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
