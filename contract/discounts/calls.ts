import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as form from './form.ts';
import type * as schema from './schema.ts';

/** A discount of the school, and how many places have it. */
export type Discount = z.input<typeof schema.Discount>;
export type DiscountDraft = z.input<typeof form.DiscountDraft>;

/** For a further child of a family in a term, or for a code that a payer enters. */
export const DISCOUNT_KINDS = ['sibling', 'code'] as const;
export type DiscountKind = (typeof DISCOUNT_KINDS)[number];

/** From which child on a discount may begin. */
export const NTH_MIN = 2;
export const NTH_MAX = 6;

/** The length of a code. */
export const CODE_MIN = 4;
export const CODE_MAX = 30;

/** The most uses that a code is bounded to. */
export const USES_MAX = 100_000;

/** The most classes that a code names. */
export const CODE_CLASSES_MAX = 50;

const admins = { admin: 'any' } as const;

export const discountCalls = {
  listDiscounts: { method: 'GET', url: '/discounts', config: { access: { ...admins, key: 'money' } } },
  addDiscount: { method: 'POST', url: '/discounts', config: { access: admins } },
  endDiscount: { method: 'DELETE', url: '/discounts/:id', config: { access: admins } },
} as const satisfies Calls;
