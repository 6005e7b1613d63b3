import type { Row } from '#server/database/schema.ts';
import type { Plan } from '#server/features/lessons/index.ts';
import type { TermFields } from './queries.ts';

type Days = Pick<TermFields, 'firstday' | 'lastday'>;

const daysBetween = (from: string, to: string) =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days;
const daysAfter = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString();

const WEEK = 7;

/**
 * A plan of one term as it is in the next: from its first day to its last, unless it began or ended a week or
 * more within the term; then as long after the first day. Undefined where the next term is too short for it.
 */
export function nextPlan(plan: Row<'plans'>, term: Days, next: Days): Plan | undefined {
  const begins = daysBetween(term.firstday, plan.firstday);
  const firstday = begins < WEEK ? next.firstday : daysAfter(next.firstday, begins);
  const isToEnd = daysBetween(plan.lastday, term.lastday) < WEEK;
  const ends = daysAfter(next.firstday, daysBetween(term.firstday, plan.lastday));
  const lastday = isToEnd || ends > next.lastday ? next.lastday : ends;
  const { weekday, starttime, minutes, everyweeks, roomid, teacherid } = plan;
  return firstday > lastday
    ? undefined
    : { weekday, starttime, minutes, everyweeks, firstday, lastday, roomid, teacherid };
}
