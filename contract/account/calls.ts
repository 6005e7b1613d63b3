import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as form from './contact-form.ts';
import type * as schema from './schema.ts';
import { ownOnly, signOutCalls } from './sign-out.ts';

export type SignInSession = z.input<typeof schema.SignInSession>;
export type AccountData = z.input<typeof schema.AccountData>;
export type Erasure = z.input<typeof schema.Erasure>;

export type Contact = z.input<typeof schema.Contact>;
export type ContactDraft = z.input<typeof form.ContactDraft>;
export type Recovery = z.input<typeof schema.Recovery>;
export type SetUpKind = (typeof SET_UP_KINDS)[number];

/**
 * Rights that an account may have set up and that work without its signing in, in the order in which its
 * owner reads them.
 */
export const SET_UP_KINDS = [
  'deletion',
  'role',
  'invitation',
  'claim',
  'takeover',
  'guardian',
  'calendar',
  'busy',
  'card',
  'naming',
  'key',
  'webhook',
  'message',
  'note',
  'merge',
] as const;

/** How long after a sign-in its session may make calls that ask for a recent one, in milliseconds. */
export const RECENT_SIGN_IN_MS = 10 * 60_000;

/** How long an account that is to be deleted can be kept, in milliseconds. */
export const LEAVING_MS = 7 * 24 * 60 * 60_000;

/** Calls about the caller's own account, which the token names. */
export const accountCalls = {
  listSessions: { method: 'GET', url: '/account/sessions', config: { access: ownOnly } },
  ...signOutCalls,
  /** Ends every sign-in of the account, at the identity service too, whose token it therefore needs. */
  endSessions: { method: 'DELETE', url: '/account/sessions', config: { access: 'identity' } },
  /** Rights that work without a sign-in, and those that ended when the account was last recovered. */
  readRecovery: { method: 'GET', url: '/account/recovery', config: { access: ownOnly } },
  endSetUp: {
    method: 'DELETE',
    url: '/account/recovery/:kind/:id',
    config: { access: ownOnly, changes: ['timetable', 'instructors'] },
  },
  /** Ends all of these rights. */
  endAllSetUp: {
    method: 'DELETE',
    url: '/account/recovery',
    config: { access: ownOnly, changes: ['timetable', 'instructors'] },
  },
  /** Records that the owner has seen the list. */
  closeRecovery: { method: 'POST', url: '/account/recovery/close', config: { access: ownOnly } },
  /** Ten codes, each of which stands once for a number of the second factor, in place of those before. */
  makeRecoveryCodes: {
    method: 'POST',
    url: '/account/recovery-codes',
    config: { access: 'identity', recentSignIn: true },
  },
  readContact: { method: 'GET', url: '/account/contact', config: { access: ownOnly } },
  writeContact: { method: 'PUT', url: '/account/contact', config: { access: ownOnly } },
  /** The language of mails and calendars. */
  writeLanguage: { method: 'PUT', url: '/account/language', config: { access: ownOnly } },
  readAccountData: { method: 'GET', url: '/account/data', config: { access: ownOnly } },
  readErasure: { method: 'GET', url: '/account/erasure', config: { access: ownOnly } },
  /** Keeps an account that is to be deleted. */
  keepAccount: {
    method: 'POST',
    url: '/account/keep',
    config: { access: 'identity', changes: ['classes', 'timetable', 'instructors'] },
  },
  deleteAccount: {
    method: 'DELETE',
    url: '/account',
    config: { access: 'identity', recentSignIn: true, changes: ['classes', 'timetable', 'instructors'] },
  },
} as const satisfies Calls;
