import type { ClassGroup } from '#contract/classes/calls.ts';

/**
 * How many whole years somebody is old on a day; both days as ISO 8601, `2015-04-03`. Who was born on 29 February is a year older on 1 March
 * where there is no such day.
 */
export function ageOn(born: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4));
  return day.slice(5) < born.slice(5) ? years - 1 : years;
}

/** Which ages a class is for, in years, both included; null or absent where there is no limit. */
export type AgeLimits = { agefrom?: number | null; ageto?: number | null };

/** The oldest age that a limit can name. */
export const AGE_MAX = 99;

/** Limits as a sentence has them: `6 to 9`, `6 and over`, `up to 9`, `6`; undefined where there are none. */
export function agesOf({ agefrom, ageto }: AgeLimits): string | undefined {
  const [from, to] = [agefrom ?? undefined, ageto ?? undefined];
  if (from === to) return from?.toString();
  if (to === undefined) return `${from} and over`;
  return from === undefined ? `up to ${to}` : `${from} to ${to}`;
}

/** Whether somebody of this age (in years) is within limits. */
export const isWithin = (age: number, { agefrom, ageto }: AgeLimits): boolean =>
  age >= (agefrom ?? 0) && age <= (ageto ?? Number.POSITIVE_INFINITY);

/** The ages that a class is for by its group, where it has no limits of its own. */
export const GROUP_AGES: Readonly<Record<ClassGroup, AgeLimits>> = {
  Kids: { ageto: 12 },
  Teens: { agefrom: 12, ageto: 18 },
  Adults: { agefrom: 18 },
  'Private lessons': {},
};

/** Who is as old as this, in years, is an adult. */
const ADULT = 18;
/** The first years of a child's life are one age group. */
const SMALL = 4;

/**
 * What a teacher is told of an age (in years): two years together, so that nobody reads a birthday off the day on which it changes. Words,
 * since a spreadsheet takes `8-9` for a date.
 */
export function ageGroupOf(age: number): string {
  if (age >= ADULT) return 'adult';
  if (age < SMALL) return `under ${SMALL}`;
  const from = age - (age % 2);
  return `${from} to ${from + 1}`;
}
