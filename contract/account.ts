import type * as z from 'zod';
import type * as schema from './account.schema.ts';
import type { Calls } from './endpoint.ts';

export type SignInSession = z.input<typeof schema.SignInSession>;
export type AccountData = z.input<typeof schema.AccountData>;
export type Erasure = z.input<typeof schema.Erasure>;

/** How long after proving who they are a person may delete the account, in milliseconds; the identity service's own rule. */
export const RECENT_SIGN_IN_MS = 55 * 60_000;

/** The id that means the session a call is made with. */
export const THIS_SESSION = 'current';

const ownOnly = { student: 'any', instructor: 'any', admin: 'any' } as const;

/** What people do with their own account; whose it is, the token says. */
export const accountCalls = {
  listSessions: { method: 'GET', url: '/account/sessions', config: { access: ownOnly } },
  endSession: { method: 'DELETE', url: '/account/sessions/:id', config: { access: ownOnly } },
  /** Ends every sign-in of the person, at the identity service too: hence its token. */
  endSessions: { method: 'DELETE', url: '/account/sessions', config: { access: 'identity' } },
  readAccountData: { method: 'GET', url: '/account/data', config: { access: ownOnly } },
  readErasure: { method: 'GET', url: '/account/erasure', config: { access: ownOnly } },
  deleteAccount: {
    method: 'DELETE',
    url: '/account',
    config: { access: 'identity', changes: ['classes', 'timetable', 'instructors'] },
  },
} as const satisfies Calls;
