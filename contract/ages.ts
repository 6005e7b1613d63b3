/**
 * How many whole years somebody is old on a day; both days as ISO 8601, `2015-04-03`. Who was born on 29 February is a year older on 1 March
 * where there is no such day.
 */
export function ageOn(born: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4));
  return day.slice(5) < born.slice(5) ? years - 1 : years;
}

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
