import type * as z from 'zod';
import { type Calls, ownOfEveryRole } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

export type InstalmentPlan = z.input<typeof schema.InstalmentPlan>;
export type FailedInstalments = z.input<typeof schema.FailedInstalments>;
export type FailedInstalment = FailedInstalments['items'][number];

/**
 * A part of an invoice is `due` until its day, `trying` while the card is asked, `paid`, `failed` once the card
 * was tried in vain three times, or `waived`: nothing of it was owed any more.
 */
export const INSTALMENT_STATES = ['due', 'trying', 'paid', 'failed', 'waived'] as const;

/** In how many parts an invoice can be paid. */
export const PARTS_MIN = 2;
export const PARTS_MAX = 6;

const office = { office: 'any', admin: 'any' } as const;

export const instalmentCalls = {
  startInstalments: {
    method: 'POST',
    url: '/invoices/:id/instalments',
    config: { access: ownOfEveryRole('invoice') },
  },
  listFailedInstalments: {
    method: 'GET',
    url: '/instalments/failed',
    config: { access: { ...office, key: 'money' } },
  },
  /** Records that one was paid at the school. */
  markInstalmentPaid: { method: 'PUT', url: '/instalments/:id/paid', config: { access: office } },
} as const satisfies Calls;
