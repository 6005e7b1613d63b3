import type { PriceUnit } from '#contract/classes/calls.ts';

const UNITS: { readonly [U in PriceUnit]: string } = {
  term: 'per term',
  month: 'per month',
  lesson: 'per lesson',
  course: 'for the whole course',
};

/** The unit behind the price of a class: ` per month`; empty where none is entered. */
export const perUnit = (unit: PriceUnit | null | undefined): string => (unit ? ` ${UNITS[unit]}` : '');

/** The same, followed by when and how it is due: ` per month, due to the school on the 1st of each month`. */
export function perUnitDue({
  priceunit,
  duetext,
}: {
  priceunit?: PriceUnit | null;
  duetext?: string | null;
}): string {
  // It goes on inside a sentence.
  return perUnit(priceunit) + (duetext ? `, ${duetext.replace(/[.\s]+$/, '')}` : '');
}
