import { apiErrorOf } from '#contract/client.ts';
import { SIGN_IN_UNREACHABLE } from '#web/lib/session/session.ts';

/** What a failed sign-in says, whichever of the two was wrong: the spec's words. */
export const NO_MATCH = "Email or password doesn't match";
/** Says so where a user confirms their sign-in again. */
export const NOT_CURRENT_PASSWORD = 'That is not your current password.';
const NO_ADDRESS = 'Enter an email address such as ana@example.com.';
const TAKEN = 'There is already an account with this email. Sign in instead.';
const NO_PASSWORD = 'Enter a password.';
const WEAK = 'Password Must be more than 6';
const CLOSED = 'This way of signing in is not available here. Please use another one.';
const STALE = 'You signed in too long ago for this. Sign out, sign in again and then try once more.';
const DEAD_LINK = 'This link has already been used or is incomplete. Request a new link.';
const CAPTCHA = 'The check that you are not a robot failed. Reload the page and try again.';
const BROWSER =
  'Your browser does not let this page store anything. Allow it for this site and reload the page.';
const ELSEWHERE = 'You cannot sign in from this address. Please go to the school’s own website.';

/** The identity SDK's codes, without `auth/`, as sentences for the person in front of the screen. */
const SENTENCES: Record<string, string> = {
  'wrong-password': NO_MATCH,
  'user-not-found': NO_MATCH,
  'invalid-credential': NO_MATCH,
  'invalid-login-credentials': NO_MATCH,
  'invalid-email': NO_ADDRESS,
  'missing-email': NO_ADDRESS,
  'missing-password': NO_PASSWORD,
  'weak-password': WEAK,
  'email-already-in-use': TAKEN,
  'user-disabled': 'This account has been disabled. Please ask the school.',
  'too-many-requests': 'Too many attempts. Wait a few minutes, or reset your password.',
  'expired-action-code': 'This link has expired. Request a new link.',
  'invalid-action-code': DEAD_LINK,
  'requires-recent-login': STALE,
  'invalid-user-token': 'Your session has ended. Please sign in again.',
  'user-token-expired': 'Your session has ended. Please sign in again.',
  'invalid-refresh-token': 'Your session has ended. Please sign in again.',
  'credential-already-in-use': 'That account is already linked to another person at this school.',
  'provider-already-linked': 'An account of this kind is already linked.',
  'no-such-provider': 'That account is no longer linked.',
  'account-exists-with-different-credential':
    'There is already an account with this email. Sign in with your password, then link the other account on your account page.',
  'operation-not-allowed': CLOSED,
  'admin-restricted-operation': 'The school creates accounts itself. Please ask for one.',
  'unauthorized-continue-uri': ELSEWHERE,
  'unauthorized-domain': ELSEWHERE,
  'network-request-failed': SIGN_IN_UNREACHABLE,
  timeout: SIGN_IN_UNREACHABLE,
  'popup-blocked': 'Your browser blocked the sign-in window. Allow it for this site and try again.',
  'popup-closed-by-user': 'The sign-in window was closed before it was finished.',
  'cancelled-popup-request': 'Another sign-in window was opened. Please finish that one.',
  'user-cancelled': 'The sign-in was cancelled at the other service.',
  'user-mismatch': 'That is not the account you are signed in with.',
  'multi-factor-auth-required': 'This account asks for a second factor, which this school does not support.',
  'second-factor-already-in-use': 'That second factor is already in use.',
  'login-blocked': 'This sign-in was refused. Please ask the school.',
  'captcha-check-failed': CAPTCHA,
  'missing-recaptcha-token': CAPTCHA,
  'invalid-recaptcha-token': CAPTCHA,
  'invalid-recaptcha-action': CAPTCHA,
  'invalid-recaptcha-version': CAPTCHA,
  'missing-recaptcha-version': CAPTCHA,
  'recaptcha-not-enabled': CAPTCHA,
  'missing-client-type': CAPTCHA,
  'invalid-req-type': CAPTCHA,
  'web-storage-unsupported': BROWSER,
  'operation-not-supported-in-this-environment': BROWSER,
  'invalid-auth-event': 'The sign-in window gave an unexpected answer. Please try again.',
};

/** Which fields of a form a sentence is about, the one to mend last. */
const FIELDS: { readonly [sentence: string]: readonly string[] } = {
  [NO_MATCH]: ['email', 'password'],
  [NOT_CURRENT_PASSWORD]: ['current'],
  [NO_ADDRESS]: ['email'],
  [TAKEN]: ['email'],
  [NO_PASSWORD]: ['password'],
  [WEAK]: ['password'],
};

/**
 * The names of the fields that a sentence is about, the one that gets the focus last; none where it is about
 * something else.
 */
export const fieldsOf = (sentence: string): readonly string[] => FIELDS[sentence] ?? [];

/** The SDK's code of an error, without `auth/`; undefined for an error that is not the SDK's. */
export function identityCode(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.startsWith('auth/') ? code.slice('auth/'.length) : undefined;
}

/** What went wrong with the identity service, in a sentence; never nothing. */
export function identityFault(error: unknown): string {
  const code = identityCode(error);
  if (code) return SENTENCES[code] ?? `Something went wrong with the sign-in (${code}). Please try again.`;
  const refusal = apiErrorOf(error);
  if (refusal) return refusal.message;
  // The SDK itself could not be loaded.
  if (error instanceof TypeError) return SIGN_IN_UNREACHABLE;
  return 'Something went wrong. Please try again.';
}
