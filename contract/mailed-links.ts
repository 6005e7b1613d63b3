import type { ErrorCode } from './errors.ts';

/*
 * Links that are mailed to an address and accepted there: of a guardian, a family, a take-over, and of who is
 * asked to run the school.
 */

export type LinkStep = (typeof LINK_STEPS)[number];

/** How long a mailed link works. */
export const LINK_MS = 14 * 24 * 60 * 60_000;
/**
 * What the holder of the link does next: accept it, signed in with its address; sign in to the account that
 * is proved to be theirs; choose a password, which makes an account or takes over one whose address was never
 * proved; or have the address proved by the identity service's own mail first.
 */
export const LINK_STEPS = ['accept', 'sign-in', 'password', 'mail'] as const;

/** How a link ended that has not run out. */
export type LinkEnd = 'accepted' | 'replaced' | 'withdrawn';

/** Why a link cannot be opened. */
export const LINK_REFUSALS = [
  'claim-not-found',
  'claim-expired',
  'claim-accepted',
  'claim-replaced',
  'claim-withdrawn',
  'claim-other-address',
] as const satisfies readonly ErrorCode[];
