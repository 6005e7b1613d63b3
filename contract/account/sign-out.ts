import type { Calls } from '#contract/endpoint.ts';

/* What is asked of an account from any page, apart from what its own pages ask. */

/** The id that stands for the session of the call itself. */
export const THIS_SESSION = 'current';

export const ownOnly = { student: 'any', instructor: 'any', admin: 'any' } as const;

export const signOutCalls = {
  endSession: { method: 'DELETE', url: '/account/sessions/:id', config: { access: ownOnly } },
} as const satisfies Calls;
