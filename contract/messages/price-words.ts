import type { PriceUnit } from '#contract/classes/calls.ts';
import { t } from '#languages/t.ts';

/** The unit of a price, where it is shown apart from the sum: `per month`; empty where none is entered. */
export const unitWords = (unit: PriceUnit | null | undefined): string =>
  unit ? t('classes.per_unit', { unit }) : '';

/** A sum with its unit: `$48 per month`. */
export const withUnit = (amount: string, unit: string): string =>
  unit ? t('classes.amount_per_unit', { amount, unit }) : amount;

/** A price with when and how it is due: `$48 per month, due to the school on the 1st of each month`. */
export const withDue = (price: string, duetext: string | null | undefined): string =>
  // It goes on inside a sentence.
  duetext ? t('classes.price_due', { price, due: duetext.replace(/[.\s]+$/, '') }) : price;
