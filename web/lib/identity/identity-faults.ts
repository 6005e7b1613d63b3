import { apiErrorOf } from '#contract/client.ts';
import { type PlainId, t } from '#languages/t.ts';

/** The identity SDK's codes, without `auth/`, as sentences for the person in front of the screen. */
const SENTENCES: Readonly<Record<string, PlainId>> = {
  'wrong-password': 'account.no_match',
  'user-not-found': 'account.no_match',
  'invalid-credential': 'account.no_match',
  'invalid-login-credentials': 'account.no_match',
  'invalid-email': 'account.enter_address',
  'missing-email': 'account.enter_address',
  'missing-password': 'account.enter_password',
  'weak-password': 'users.password_too_short',
  'email-already-in-use': 'account.address_taken',
  'user-disabled': 'account.disabled',
  'too-many-requests': 'account.too_many_attempts',
  'expired-action-code': 'account.link_expired',
  'invalid-action-code': 'account.dead_link',
  'requires-recent-login': 'account.signed_in_too_long_ago',
  'invalid-user-token': 'account.session_ended',
  'user-token-expired': 'account.session_ended',
  'invalid-refresh-token': 'account.session_ended',
  'credential-already-in-use': 'account.linked_to_another',
  'provider-already-linked': 'account.kind_already_linked',
  'no-such-provider': 'account.no_longer_linked',
  'account-exists-with-different-credential': 'account.link_other_account',
  'operation-not-allowed': 'account.way_not_available',
  'admin-restricted-operation': 'account.school_creates_accounts',
  'unauthorized-continue-uri': 'account.wrong_address_of_school',
  'unauthorized-domain': 'account.wrong_address_of_school',
  'network-request-failed': 'account.sign_in_unreachable',
  timeout: 'account.sign_in_unreachable',
  'popup-blocked': 'account.window_blocked',
  'popup-closed-by-user': 'account.window_closed',
  'cancelled-popup-request': 'account.another_window',
  'user-cancelled': 'account.cancelled_elsewhere',
  'user-mismatch': 'account.other_account',
  'second-step-left': 'account.second_step_left',
  'invalid-verification-code': 'account.wrong_number',
  'missing-code': 'account.enter_number',
  'invalid-multi-factor-session': 'account.second_step_ended',
  'missing-multi-factor-session': 'account.second_step_ended',
  'multi-factor-info-not-found': 'account.second_step_changed',
  'second-factor-already-in-use': 'account.second_step_changed',
  'code-expired': 'account.set_up_again',
  'invalid-verification-id': 'account.set_up_again',
  'unverified-email': 'account.confirm_before_second_step',
  'login-blocked': 'account.sign_in_refused',
  'captcha-check-failed': 'account.robot_check_failed',
  'missing-recaptcha-token': 'account.robot_check_failed',
  'invalid-recaptcha-token': 'account.robot_check_failed',
  'invalid-recaptcha-action': 'account.robot_check_failed',
  'invalid-recaptcha-version': 'account.robot_check_failed',
  'missing-recaptcha-version': 'account.robot_check_failed',
  'recaptcha-not-enabled': 'account.robot_check_failed',
  'missing-client-type': 'account.robot_check_failed',
  'invalid-req-type': 'account.robot_check_failed',
  'web-storage-unsupported': 'account.browser_stores_nothing',
  'operation-not-supported-in-this-environment': 'account.browser_stores_nothing',
  'invalid-auth-event': 'account.window_answer_unexpected',
};

/** Which fields of a form a sentence is about, the one to mend last. */
const FIELDS: readonly [PlainId, ...string[]][] = [
  ['account.no_match', 'email', 'password'],
  ['account.not_current_password', 'current'],
  ['account.enter_address', 'email'],
  ['account.address_taken', 'email'],
  ['account.enter_password', 'password'],
  ['users.password_too_short', 'password'],
  ['account.wrong_number', 'number'],
  ['account.enter_number', 'number'],
];

/**
 * The names of the fields that a sentence is about, the one that gets the focus last; none where it is about
 * something else.
 */
export const fieldsOf = (sentence: string): readonly string[] =>
  FIELDS.find(([id]) => t(id) === sentence)?.slice(1) ?? [];

/** The SDK's code of an error, without `auth/`; undefined for an error that is not the SDK's. */
export function identityCode(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && code.startsWith('auth/') ? code.slice('auth/'.length) : undefined;
}

/** What went wrong with the identity service, in a sentence; never nothing. */
export function identityFault(error: unknown): string {
  const code = identityCode(error);
  const sentence = code && SENTENCES[code];
  if (sentence) return t(sentence);
  if (code) return t('account.sign_in_went_wrong', { code });
  const refusal = apiErrorOf(error);
  if (refusal) return refusal.message;
  // The SDK itself could not be loaded.
  if (error instanceof TypeError) return t('account.sign_in_unreachable');
  return t('common.went_wrong_try_again');
}
