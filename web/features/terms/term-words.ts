import type { Meets } from '#contract/classes/calls.ts';
import { listOf } from '#contract/formats.ts';
import type { Term } from '#contract/terms/calls.ts';

/** In which terms a class meets, by their names; empty where it meets in none. */
export const termWords = (
  meets: Pick<Meets, 'firstday' | 'lastday'> | null,
  terms: readonly Term[],
): string =>
  meets
    ? listOf(
        terms
          .filter(({ firstday, lastday }) => firstday <= meets.lastday && lastday >= meets.firstday)
          .map(({ name }) => name),
      )
    : '';

/** Those of some terms that are not over on a day, where there are several to choose from. */
export function termsToChoose(terms: readonly Term[], today: string): readonly Term[] {
  const left = terms.filter(({ lastday }) => lastday >= today);
  return left.length > 1 ? left : [];
}
