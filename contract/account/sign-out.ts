import type { Calls } from '#contract/endpoint.ts';

/*
 * Calls that any page may make; apart from those of the account's own pages, so that other pages do not load
 * these.
 */

/** The id that stands for the session of the call itself. */
export const THIS_SESSION = 'current';

export const ownOnly = { student: 'any', instructor: 'any', office: 'any', admin: 'any' } as const;

export const signOutCalls = {
  endSession: { method: 'DELETE', url: '/account/sessions/:id', config: { access: ownOnly } },
} as const satisfies Calls;
