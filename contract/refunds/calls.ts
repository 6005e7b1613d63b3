import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

export type GivenBack = z.input<typeof schema.GivenBack>;

/** What becomes of the part of a refund that goes to a card: `due` while the card service has not answered. */
export const CARD_STATES = ['none', 'due', 'done', 'refused'] as const;

/** A family's credit goes back to its newest card payment that can take it, the rest by hand. */
export const refundCalls = {
  giveBack: { method: 'POST', url: '/refunds', config: { access: { admin: 'any' } } },
} as const satisfies Calls;
