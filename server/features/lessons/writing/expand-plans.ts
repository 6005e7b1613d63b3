import { LESSON_MINUTES_MAX } from '#contract/lessons/calls.ts';
import type { Row } from '#server/database/schema.ts';
import { momentsOf, timeOf } from '#server/features/lessons/lesson-time.ts';

/** When a class is to meet. */
export type Plan = Pick<
  Row<'plans'>,
  'weekday' | 'starttime' | 'minutes' | 'everyweeks' | 'firstday' | 'lastday' | 'roomid' | 'teacherid'
>;
type Days = Pick<Plan, 'firstday' | 'lastday'>;
export type Closure = Pick<Row<'closures'>, 'name' | 'firstday' | 'lastday' | 'roomid' | 'teacherid'>;

/** One lesson that a plan makes, in epoch milliseconds. */
type PlannedLesson<P> = { plan: P; day: string; startsat: number; endsat: number };
export type Expanded<P> = {
  lessons: PlannedLesson<P>[];
  /** Days of the plan on which is closed. */
  skipped: { plan: P; day: string; closure: string }[];
  /** Days on which clocks leave the hour out: what was planned, and when it is held. */
  shifted: { day: string; from: string; to: string }[];
};

const MINUTE_MS = 60_000;
/**
 * A lesson is over before this has passed since it began, so that what overlaps a time is found by when it
 * begins.
 */
export const LESSON_MS_MAX = LESSON_MINUTES_MAX * MINUTE_MS;

/**
 * The lessons of plans, earliest first; of a span of days (both included) alone where one is named. A day and
 * a time on the clocks of a zone (an IANA name) become a moment as Temporal's `compatible` defines it: a time
 * that clocks skip is moved forward by as much as they skip, and of a time that occurs twice the first
 * counts. A lesson keeps its length where clocks change during it.
 */
export function expandPlans<P extends Plan>({
  plans,
  closures,
  zone,
  span,
}: {
  plans: readonly P[];
  closures: readonly Closure[];
  zone: string;
  span?: Days;
}): Expanded<P> {
  const expanded: Expanded<P> = { lessons: [], skipped: [], shifted: [] };
  for (const plan of plans)
    for (const day of daysOf(plan, span)) {
      const closure = closures.find((one) => isClosed(one, plan, day));
      if (closure) {
        expanded.skipped.push({ plan, day, closure: closure.name });
        continue;
      }
      const { startsat, endsat } = momentsOf({ ...plan, day }, zone);
      expanded.lessons.push({ plan, day, startsat, endsat });
      const { starttime: to } = timeOf({ startsat, endsat }, zone);
      if (to !== plan.starttime) expanded.shifted.push({ day, from: plan.starttime, to });
    }
  expanded.lessons.sort((one, other) => one.startsat - other.startsat);
  expanded.skipped.sort(byDay);
  expanded.shifted.sort(byDay);
  return expanded;
}

/**
 * The days of a plan, in order, of a span alone where one is named; every other week counts from the first.
 */
function daysOf(plan: Plan, span: Days = plan): string[] {
  const step = plan.everyweeks * 7;
  const days: string[] = [];
  let day = Temporal.PlainDate.from(plan.firstday);
  day = day.add({ days: (plan.weekday - day.dayOfWeek + 7) % 7 });
  day = day.add({ days: Math.max(0, Math.ceil(day.until(span.firstday).days / step)) * step });
  for (; day.toString() <= plan.lastday && day.toString() <= span.lastday; day = day.add({ days: step }))
    days.push(day.toString());
  return days;
}

/** Whether a closure is of the whole school, or of the plan's room or teacher. */
const isClosed = ({ roomid, teacherid, firstday, lastday }: Closure, plan: Plan, day: string) =>
  firstday <= day &&
  day <= lastday &&
  (roomid === null || roomid === plan.roomid) &&
  (teacherid === null || teacherid === plan.teacherid);

const byDay = (one: { day: string }, other: { day: string }) =>
  one.day < other.day ? -1 : one.day > other.day ? 1 : 0;
