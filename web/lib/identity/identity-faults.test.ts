import { expect, test } from 'vitest';
import { identityFault } from './identity-faults.ts';

const fault = (code: string) => identityFault(Object.assign(new Error(code), { code: `auth/${code}` }));

/** Every code that the SDK may throw for a call of this product. */
const CODES = [
  'email-already-in-use',
  'wrong-password',
  'user-not-found',
  'invalid-email',
  'missing-password',
  'user-disabled',
  'too-many-requests',
  'expired-action-code',
  'invalid-action-code',
  'requires-recent-login',
  'invalid-user-token',
  'user-token-expired',
  'invalid-credential',
  'credential-already-in-use',
  'operation-not-allowed',
  'unauthorized-continue-uri',
  'admin-restricted-operation',
  'network-request-failed',
  'popup-blocked',
  'popup-closed-by-user',
  'cancelled-popup-request',
  'unauthorized-domain',
  'user-mismatch',
  'invalid-verification-code',
  'missing-code',
  'invalid-multi-factor-session',
  'multi-factor-info-not-found',
  'second-factor-already-in-use',
  'code-expired',
  'invalid-verification-id',
  'unverified-email',
  'second-step-left',
  'login-blocked',
  'web-storage-unsupported',
  'invalid-auth-event',
  'missing-recaptcha-token',
  'invalid-recaptcha-token',
  'invalid-recaptcha-action',
  'missing-recaptcha-version',
  'invalid-recaptcha-version',
  'weak-password',
  'account-exists-with-different-credential',
  'user-cancelled',
];

test.each(CODES)('%s is said in a sentence of its own, without the code', (code) => {
  expect(fault(code)).toMatch(/^[A-Z].+/);
  expect(fault(code)).not.toContain(code);
});

test('a wrong password and an unknown address are said alike', () => {
  for (const code of ['wrong-password', 'user-not-found', 'invalid-credential']) {
    expect(fault(code)).toBe("Email or password doesn't match");
  }
});

test('what nobody foresaw still says something, with the code to tell the school', () => {
  expect(fault('internal-error')).toContain('internal-error');
  expect(identityFault(undefined)).toMatch(/Please try again/);
  expect(identityFault(new TypeError('Failed to fetch dynamically imported module'))).toMatch(/connection/);
});
