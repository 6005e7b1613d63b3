import type * as z from 'zod';
import { ownOnly } from '#contract/account/sign-out.ts';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

export type SavedCards = z.input<typeof schema.SavedCards>;
export type SavedCard = SavedCards['cards'][number];

/** Cards that an account has saved for its payments. */
export const mandateCalls = {
  readCards: { method: 'GET', url: '/account/cards', config: { access: ownOnly } },
  /** Says whether the card that pays is saved. */
  saveCard: { method: 'PUT', url: '/account/cards', config: { access: ownOnly } },
  /** Names the saved card for a payment, which the browser then confirms. */
  takeCard: { method: 'POST', url: '/account/cards/use', config: { access: ownOnly } },
  forgetCards: { method: 'DELETE', url: '/account/cards', config: { access: ownOnly } },
} as const satisfies Calls;
