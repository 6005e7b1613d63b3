import { type Lessons, partOf } from '#contract/payments/part-of.ts';
import { leastCharge } from '#contract/protocols/least-charge.ts';
import type { SchoolNow } from '#server/database/rows/school-row.ts';
import type { BilledPeriod } from '#server/features/lessons/index.ts';

/** What enrolling in a class costs at a moment, in cents. */
export type Priced = {
  amount: number;
  /** The lessons that are left, where they determine the sum. */
  lessons: Lessons | null;
  /** Of a class that is billed by the term or month, the days of the lessons that the sum is for. */
  billed: { from: string; to: string } | null;
  /** The price where it is too small to charge to a card; null where the place costs its price. */
  fullamount: number | null;
};

/** The school's terms for pricing a place. */
export type Pricing = Pick<SchoolNow, 'enrolmentPrice' | 'currency'>;

/**
 * What enrolling in a class costs before lessons are counted, in cents. The server decides it; a client's
 * price is only compared.
 */
export const priceOf = (
  { enrolmentPrice }: Pick<Pricing, 'enrolmentPrice'>,
  { price }: { price: number },
): number => (enrolmentPrice === 'class' ? price : enrolmentPrice);

/**
 * The same now that they have been counted, wherever a sum is shown or booked: with a price of its own, a
 * class under way costs the lessons that are left, and what is less than a card can be charged costs nothing.
 * Of a class that is billed by the term or month, `period` are those that are left of the present one.
 * Undefined for a class whose lessons have all begun or are cancelled.
 */
export function priceOfPlace(
  terms: Pricing,
  wanted: { price: number },
  count: Lessons | undefined,
  period?: BilledPeriod,
): Priced | undefined {
  if (count?.left === 0) return undefined;
  const price = priceOf(terms, wanted);
  if (terms.enrolmentPrice === 'class' && period) {
    const { left, of, from, to } = period;
    const lessons = left > 0 ? { left, of } : null;
    return chargeable(terms, { price, part: price * left, lessons, billed: { from, to } });
  }
  const lessons = count && terms.enrolmentPrice === 'class' ? { left: count.left, of: count.of } : null;
  return chargeable(terms, { price, part: lessons ? partOf(price, lessons) : price, lessons, billed: null });
}

type Part = Pick<Priced, 'lessons' | 'billed'> & { price: number; part: number };

function chargeable({ currency }: Pricing, { price, part, ...of }: Part): Priced {
  // Nothing is due for a period without lessons.
  const isNothing = of.billed !== null && part === 0;
  const isTooLittle = price > 0 && !isNothing && part < leastCharge(currency);
  return isTooLittle ? { amount: 0, ...of, fullamount: part } : { amount: part, ...of, fullamount: null };
}
