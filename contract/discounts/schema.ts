import * as z from 'zod';
import { withSchemas } from '#contract/endpoint.ts';
import {
  ById,
  Deleted,
  Id,
  Inserted,
  Moment,
  OptionalInt,
  OptionalMoment,
  OptionalMoney,
  OptionalText,
} from '#contract/primitives.schema.ts';
import { DISCOUNT_KINDS, discountCalls } from './calls.ts';
import { DiscountDraft } from './form.ts';

export const Discount = z
  .object({
    _id: Id,
    kind: z.enum(DISCOUNT_KINDS),
    /** What is taken off a price: this part of it in percent, or this sum. */
    percent: OptionalInt,
    amount: OptionalMoney,
    /** From which child of a family on that has places in a term. */
    nth: OptionalInt,
    code: OptionalText,
    from: OptionalText,
    to: OptionalText,
    times: OptionalInt,
    timesfamily: OptionalInt,
    /** For these classes alone; empty for all. */
    classes: z.array(z.object({ _id: Id, classname: z.string() })),
    /** How many places have it that stand or are being paid for. */
    used: z.int(),
    createdat: Moment,
    /** Absent while it can be used. */
    endedat: OptionalMoment,
  })
  .meta({ id: 'Discount' });

export const discountEndpoints = withSchemas(discountCalls, {
  listDiscounts: {
    summary: 'Every discount with how often it is used, those that ended last.',
    response: { 200: z.array(Discount) },
  },
  addDiscount: {
    summary:
      'Adds a discount: for a further child of a family in a term (`sibling`, from the `nth` on), or for a `code`.',
    refusals: ['code-taken', 'class-not-found'],
    body: DiscountDraft,
    response: { 200: Inserted },
  },
  endDiscount: {
    summary: 'Ends a discount. Places that have it keep it.',
    refusals: ['not-found'],
    params: ById,
    response: { 200: Deleted },
  },
});
