import type { ClassGroup } from '#contract/classes/calls.ts';
import { t } from '#languages/t.ts';

/**
 * The age in whole years on a day; both days as ISO 8601, `2015-04-03`. A child born on 29 February is a year
 * older on 1 March where there is no such day.
 */
export function ageOn(born: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4));
  return day.slice(5) < born.slice(5) ? years - 1 : years;
}

/** Age limits of a class, in years, both included; null or absent where there is no limit. */
export type AgeLimits = { agefrom?: number | null; ageto?: number | null };

/** The oldest age that a limit can name. */
export const AGE_MAX = 99;

/** Age limits in words: `6 to 9`, `6 and over`, `up to 9`, `6`; undefined where there are none. */
export function agesOf({ agefrom, ageto }: AgeLimits): string | undefined {
  const [from, to] = [agefrom ?? undefined, ageto ?? undefined];
  if (from === undefined) return to === undefined ? undefined : t('learners.ages_up_to', { to });
  if (to === undefined) return t('learners.ages_from', { from });
  return from === to ? t('learners.ages_only', { from }) : t('learners.ages_from_to', { from, to });
}

/** Whether an age (in years) is within the limits. */
export const isWithin = (age: number, { agefrom, ageto }: AgeLimits): boolean =>
  age >= (agefrom ?? 0) && age <= (ageto ?? Number.POSITIVE_INFINITY);

/** The ages of each built-in group, for classes without limits of their own. */
export const GROUP_AGES: Readonly<Record<ClassGroup, AgeLimits>> = {
  Kids: { ageto: 12 },
  Teens: { agefrom: 12, ageto: 18 },
  Adults: { agefrom: 18 },
  'Private lessons': {},
};

/** The age of an adult, in years. */
const ADULT = 18;
/** The first years of a child's life are one age group. */
const SMALL = 4;

/**
 * An age (in years) as teachers see it: two years together, so that no birthday can be read off the day on
 * which it changes. A value of the wire, in words, since a spreadsheet takes `8-9` for a date.
 */
export function ageGroupOf(age: number): string {
  if (age >= ADULT) return 'adult';
  if (age < SMALL) return `under ${SMALL}`;
  const from = age - (age % 2);
  return `${from} to ${from + 1}`;
}
