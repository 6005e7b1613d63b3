import type { WishedTime } from '#contract/wishes/calls.ts';
import type { WishHour } from './queries.ts';

const hourOf = (time: string) => Number(time.slice(0, 2));
/** An hour as it stands on the wire: `16:00`. */
export const timeOfHour = (hour: number) => `${String(hour).padStart(2, '0')}:00` as WishedTime['from'];

/** Each hour of these times once, in the order of the week. */
export function hoursOf(times: readonly { weekday: number; from: string; to: string }[]): WishHour[] {
  const hours = new Map<number, WishHour>();
  for (const { weekday, from, to } of times)
    for (let hour = hourOf(from); hour < hourOf(to); hour++)
      hours.set(weekday * 24 + hour, { weekday, hour });
  return [...hours.keys()].sort((one, other) => one - other).flatMap((key) => hours.get(key) ?? []);
}

/** The other way round: hours in the order of the week, as times that are as long as they can be. */
export function timesOf(hours: readonly WishHour[]) {
  const times: { weekday: number; from: number; to: number }[] = [];
  for (const { weekday, hour } of hours) {
    const last = times.at(-1);
    if (last?.weekday === weekday && last.to === hour) last.to = hour + 1;
    else times.push({ weekday, from: hour, to: hour + 1 });
  }
  return times.map(({ weekday, from, to }) => ({ weekday, from: timeOfHour(from), to: timeOfHour(to) }));
}

/** When a lesson is in the week: `from` and `to` are minutes of the day. */
export type WeekTime = { weekday: number; from: number; to: number };

/** Whether a lesson lies within hours that suit. */
export const isWithinHours = ({ weekday, from, to }: WeekTime, hours: readonly WishHour[]): boolean => {
  const suits = new Set(hours.map((one) => one.weekday * 24 + one.hour));
  for (let hour = Math.floor(from / 60); hour * 60 < to; hour++)
    if (!suits.has(weekday * 24 + hour)) return false;
  return true;
};
