import { nthReason } from './nth-children.ts';
import type { DiscountRow } from './queries.ts';
import { takenOff } from './taken-off.ts';

/** What a discount takes off a sum, in cents. */
export type Off = { discount: DiscountRow; cents: number; reason: string };

/** Of the discounts for so late a child the one that begins last, of several of these the largest. */
export function siblingOff(siblings: readonly DiscountRow[], nth: number, price: number): Off | undefined {
  const from = Math.max(...siblings.flatMap((one) => ((one.nth ?? 0) <= nth ? (one.nth ?? 0) : [])));
  const offs = siblings
    .filter((one) => one.nth === from)
    .map((discount) => ({ discount, cents: takenOff(discount, price), reason: nthReason(nth) }));
  return offs.sort((one, other) => other.cents - one.cents).find(({ cents }) => cents > 0);
}
