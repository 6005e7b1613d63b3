import type { Generated } from 'kysely';
import type { DiscountKind } from '#contract/discounts/calls.ts';

/** What is taken off the price of a place. It is never changed, only ended. */
export type DiscountRow = {
  _id: string;
  kind: DiscountKind;
  /** The part of the price in percent; or a sum in cents. One of both is null. */
  percent: number | null;
  amount: number | null;
  /** From which child of a family on; null of a code, as all below it are of a discount for siblings. */
  nth: number | null;
  /** As the school writes it, and as it is compared. */
  code: string | null;
  codekey: string | null;
  /** The first and the last day on which it is taken, by the school's clocks; null without a bound. */
  firstday: string | null;
  lastday: string | null;
  /** The most places that may have it, of all families and of one; null without a bound. */
  times: number | null;
  timesfamily: number | null;
  /** The ids of its classes, with commas between; null for all. */
  classids: string | null;
  createdat: number;
  /** When it was ended; null while it can be used. */
  endedat: Generated<number | null>;
};
