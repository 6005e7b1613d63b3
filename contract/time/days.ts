const DAY_MS = 24 * 60 * 60_000;

/* Reckoning with days as the wire has them, `2026-11-24`, which are the same in every time zone. */

/** The day `days` later, or earlier where that is below 0. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** 1 is Monday, 7 Sunday (ISO 8601). */
export const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7;

/** The Monday of the week in which a day is. */
export const mondayOf = (day: string): string => addDays(day, 1 - weekdayOf(day));

/** A number of consecutive days from a first one. */
export const daysFrom = (day: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => addDays(day, at));
