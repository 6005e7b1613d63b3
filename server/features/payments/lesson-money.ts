import { partOf } from '#contract/payments/part-of.ts';

/** What an order was priced by and what went back of it since (cents), and how many lessons of its class were held. */
export type Held = { amount: number; goodwill: number; lessonsleft: number | null; held: number };

/**
 * What the school earned of an order (cents) by lessons that were held since it was priced; the rest goes back. Nothing where lessons did not set its
 * price.
 */
export function earnedOf({ amount, goodwill, lessonsleft, held }: Held): number {
  if (lessonsleft === null) return 0;
  const left = Math.max(0, lessonsleft - held);
  return Math.min(amount - partOf(amount, { left, of: lessonsleft }), amount - goodwill);
}
