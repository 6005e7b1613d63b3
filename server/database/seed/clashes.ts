import type { Row } from '#server/database/schema.ts';
import type { Students } from './accounts.ts';
import type { PlannedEnrolment } from './plan-enrolments.ts';

type Plan = Pick<Row<'plans'>, 'classid' | 'weekday' | 'starttime' | 'minutes' | 'firstday' | 'lastday'>;

const minuteOf = (time: string) => 60 * Number(time.slice(0, 2)) + Number(time.slice(3));

/** Whether two plans have lessons at the same time in some week, as far as their days and times tell. */
export const meetTogether = (one: Omit<Plan, 'classid'>, other: Omit<Plan, 'classid'>) =>
  one.weekday === other.weekday &&
  one.firstday <= other.lastday &&
  other.firstday <= one.lastday &&
  minuteOf(one.starttime) < minuteOf(other.starttime) + other.minutes &&
  minuteOf(other.starttime) < minuteOf(one.starttime) + one.minutes;

/**
 * What learners who are in classes that meet at the same time have confirmed, as they had to; `classes` are
 * those of each.
 */
export function confirmedClashes(
  learners: ReadonlyMap<string, readonly string[]>,
  { plans, now }: { plans: readonly Plan[]; now: number },
): Row<'confirmedclashes'>[] {
  const byClass = Map.groupBy(plans, ({ classid }) => classid);
  const plansOf = (id: string) => byClass.get(id) ?? [];
  return [...learners].flatMap(([learnerid, ids]) => {
    const classes = [...new Set(ids)].sort();
    return classes.flatMap((classid, at) =>
      classes
        .slice(at + 1)
        .filter((otherid) =>
          plansOf(classid).some((one) => plansOf(otherid).some((other) => meetTogether(one, other))),
        )
        .map((otherid) => ({ learnerid, classid, otherid, createdat: now })),
    );
  });
}

/** Adds to the classes that each learner is in. */
export function noteClasses(
  classesOf: Map<string, string[]>,
  enrolments: readonly PlannedEnrolment[],
  students: Students,
): Map<string, string[]> {
  for (const { classid, email, cancelledat } of enrolments) {
    const learnerid = students.get(email)?.learnerid;
    if (!learnerid || cancelledat !== null) continue;
    const known = classesOf.get(learnerid);
    if (known) known.push(classid);
    else classesOf.set(learnerid, [classid]);
  }
  return classesOf;
}
