import { newId } from '#server/database/ids.ts';
import type { Row } from '#server/database/schema.ts';
import type { Expanded, LessonDraft, Plan } from '#server/features/lessons/index.ts';
import { pairUp } from './pair-up.ts';

type Lesson = Row<'lessons'>;
/** A plan that is to be written. */
type NewPlan = Plan & { _id: string };
/** A day of a plan; without `times` it is closed. */
type Slot = { plan: NewPlan; day: string; times?: Pick<Lesson, 'startsat' | 'endsat'> };

type Replanning = {
  classid: string;
  /** What the new plans come to. */
  expanded: Expanded<NewPlan>;
  /** The class's lessons, and when a day of the old plans began, by the plan's id. */
  lessons: readonly Lesson[];
  starttimes: ReadonlyMap<string, string>;
  /** When the class first had a learner; null where it never had one. Epoch milliseconds, as `now`. */
  joinedat: number | null;
  now: number;
};

/**
 * The effect of new plans on the lessons of a class: `drafts` are to be written, `kept` stay as they are.
 * What has begun since a learner was in the class stays, and nothing is added to it. Any other lesson takes a
 * day of the new plans, its own or else one in its week, so that calendars see it move; one that was moved or
 * cancelled stays so while its own day is planned. What finds no day is taken out.
 */
export function replan({ classid, expanded, lessons, starttimes, joinedat, now }: Replanning): {
  drafts: LessonDraft[];
  kept: Lesson[];
} {
  const isFixed = (startsat: number) => joinedat !== null && joinedat <= startsat && startsat <= now;
  const { slotOf, free } = findDays(slotsOf(expanded), lessons, starttimes);
  const drafts: LessonDraft[] = [];
  const kept: Lesson[] = [];
  for (const lesson of lessons) {
    const slot = slotOf.get(lesson);
    if (isFixed(lesson.startsat) || (!slot && isRemoved(lesson))) kept.push(lesson);
    else drafts.push(slot ? inSlot(lesson, slot, now) : takenOut(lesson, now));
  }
  for (const slot of free)
    if (slot.times && !isFixed(slot.times.startsat))
      drafts.push(plannedIn(slot.plan, slot.day, slot.times, { _id: newId(now), classid }));
  return { drafts, kept };
}

const slotsOf = ({ lessons, skipped }: Expanded<NewPlan>): Slot[] => [
  ...lessons.map(({ plan, day, startsat, endsat }) => ({ plan, day, times: { startsat, endsat } })),
  ...skipped.map(({ plan, day }) => ({ plan, day })),
];

/** Which day of the new plans each lesson takes, by what fits best, and the days that are left. */
function findDays(
  slots: readonly Slot[],
  lessons: readonly Lesson[],
  starttimes: ReadonlyMap<string, string>,
): { slotOf: Map<Lesson, Slot>; free: Slot[] } {
  const inOrder = lessons.toSorted((one, other) => one.startsat - other.startsat);
  return pairUp(inOrder, slots, [
    [
      (lesson) =>
        isRemoved(lesson) ? undefined : `${lesson.planday} ${starttimes.get(lesson.planid ?? '')}`,
      ({ plan, day }) => `${day} ${plan.starttime}`,
    ],
    [(lesson) => (isRemoved(lesson) ? undefined : lesson.planday), ({ day }) => day],
    [
      ({ state, planday }) => (state === 'cancelled' ? undefined : weekOf(planday)),
      ({ times, day }) => times && weekOf(day),
    ],
    // What was taken out comes back as the lesson that it was.
    [(lesson) => lesson.planday, ({ times, day }) => times && day],
  ]);
}

const isRemoved = ({ removedat }: Lesson) => removedat !== null;

/** The week of a day, by its Monday. */
function weekOf(day: string): string {
  const date = Temporal.PlainDate.from(day);
  return date.subtract({ days: date.dayOfWeek - 1 }).toString();
}

function inSlot(lesson: Lesson, { plan, day, times }: Slot, now: number): LessonDraft {
  const isOwnDay = lesson.planday === day && !isRemoved(lesson);
  const isCancelled = lesson.state === 'cancelled' && (lesson.closureid === null || !times);
  if (isOwnDay && (isCancelled || lesson.state === 'moved')) return { ...lesson, planid: plan._id };
  return times ? plannedIn(plan, day, times, lesson) : takenOut(lesson, now);
}

/** As the plan has it. */
const plannedIn = (
  { _id: planid, roomid, teacherid }: NewPlan,
  day: string,
  { startsat, endsat }: NonNullable<Slot['times']>,
  { _id, classid }: Pick<Lesson, '_id' | 'classid'>,
): LessonDraft => ({
  _id,
  classid,
  planid,
  planday: day,
  day,
  startsat,
  endsat,
  roomid,
  teacherid,
  state: 'planned',
  reason: null,
  closureid: null,
  removedat: null,
});

const takenOut = (lesson: Lesson, now: number): LessonDraft => ({
  ...lesson,
  planid: null,
  state: 'cancelled',
  removedat: now,
});
