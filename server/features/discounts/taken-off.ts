import { partOf } from '#contract/payments/part-of.ts';
import type { DiscountRow } from './queries.ts';

/** What a discount takes off a price, in cents: never more than it. */
export const takenOff = ({ percent, amount }: Pick<DiscountRow, 'percent' | 'amount'>, price: number) =>
  percent === null ? Math.min(amount ?? 0, price) : partOf(price, { left: percent, of: 100 });
