/**
 * How many whole years somebody is old on a day; both days as ISO 8601, `2015-04-03`. Who was born on 29 February is a year older on 1 March
 * where there is no such day.
 */
export function ageOn(born: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4));
  return day.slice(5) < born.slice(5) ? years - 1 : years;
}
