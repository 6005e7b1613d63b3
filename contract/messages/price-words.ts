import type { PriceUnit } from '#contract/classes/calls.ts';
import { t } from '#languages/t.ts';

/** The unit behind the price of a class: ` per month`; empty where none is entered. */
export const perUnit = (unit: PriceUnit | null | undefined): string =>
  unit ? ` ${t('classes.per_unit', { unit })}` : '';

/** When and how it is due, behind that: `, due to the school on the 1st of each month`. */
export const whenDue = (duetext: string | null | undefined): string =>
  // It goes on inside a sentence.
  duetext ? `, ${duetext.replace(/[.\s]+$/, '')}` : '';

/** Both: ` per month, due to the school on the 1st of each month`. */
export const perUnitDue = ({
  priceunit,
  duetext,
}: {
  priceunit?: PriceUnit | null;
  duetext?: string | null;
}): string => perUnit(priceunit) + whenDue(duetext);
