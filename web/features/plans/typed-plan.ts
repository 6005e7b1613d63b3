import type { Plan, PlanDraft } from '#contract/plans/calls.ts';
import type { Room } from '#contract/rooms/calls.ts';
import type { Term } from '#contract/terms/calls.ts';

type Days = Pick<Term, 'firstday' | 'lastday'>;

/** A time at which a class meets, as it stands in the form; `key` tells the rows of a form apart. */
export type TypedPlan = Record<Exclude<keyof PlanDraft, 'roomid'>, string> & { roomid: string; key: string };

/** When a class that has no time yet could meet first. */
export type WishedTime = Pick<TypedPlan, 'weekday' | 'starttime'>;

/** The fields of the form as they are sent. */
export const draftOf = ({ key: _, roomid, ...typed }: TypedPlan): PlanDraft => ({
  ...typed,
  roomid: roomid || null,
});

/** A plan that there is, to be edited; a room that is no longer in use has to be chosen anew. */
export const typedOf = (plan: Plan, rooms: readonly Pick<Room, '_id'>[]): TypedPlan => ({
  key: plan._id,
  weekday: String(plan.weekday),
  starttime: plan.starttime,
  minutes: String(plan.minutes),
  everyweeks: String(plan.everyweeks),
  firstday: plan.firstday,
  lastday: plan.lastday,
  roomid: rooms.find(({ _id }) => _id === plan.roomid)?._id ?? '',
});

/**
 * The first time of a class that has none: three quarters of an hour, over what is left of the term where
 * there is one.
 */
export const firstTyped = (today: string, term?: Days): TypedPlan => ({
  key: crypto.randomUUID(),
  weekday: '1',
  starttime: '16:00',
  minutes: '45',
  everyweeks: '1',
  firstday: term && term.firstday > today ? term.firstday : today,
  lastday: term?.lastday ?? '',
  roomid: '',
});

/** One more: like the last, a day later in the week. */
export const nextTyped = (last: TypedPlan): TypedPlan => ({
  ...last,
  key: crypto.randomUUID(),
  weekday: String((Number(last.weekday) % 7) + 1),
});

/** Terms that may be planned on a day, the one under way or next first. */
export const termsFrom = <T extends Days>(terms: readonly T[], today: string): T[] =>
  terms
    .filter(({ lastday }) => lastday >= today)
    .toSorted((one, other) => one.firstday.localeCompare(other.firstday));

/** Whether two times in the form overlap on a weekday. */
export const meetsWith = (one: TypedPlan, other: TypedPlan): boolean =>
  one.weekday === other.weekday &&
  minuteOf(one) < minuteOf(other) + Number(other.minutes) &&
  minuteOf(other) < minuteOf(one) + Number(one.minutes);

function minuteOf({ starttime }: TypedPlan): number {
  const [hours = 0, minutes = 0] = starttime.split(':').map(Number);
  return hours * 60 + minutes;
}
