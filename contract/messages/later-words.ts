import type { PriceUnit } from '#contract/classes/calls.ts';
import { t } from '#languages/t.ts';
import { unitWords, withDue, withUnit } from './price-words.ts';

/** A sum that is paid later: what it is for, how many lessons, and when it is due. */
export type Due = { priceunit: PriceUnit | null; duetext: string | null; lessons?: number | undefined };

/**
 * Such a sum with all that: `$48 per term of 12 lessons, due to the school on the 1st`. Apart from
 * `price-words.ts`, which every public page loads.
 */
export function laterWords(amount: string, { priceunit, duetext, lessons = 0 }: Due): string {
  const isOfMany = (priceunit === 'term' || priceunit === 'course') && lessons > 1;
  const unit = isOfMany
    ? t('classes.per_unit_of_lessons', { unit: priceunit, count: lessons })
    : unitWords(priceunit);
  return withDue(withUnit(amount, unit), duetext);
}
