import type * as z from 'zod';
import { PASSWORD_MAX, PASSWORD_MIN, type PasswordPolicyAnswer } from '#contract/protocols/identity.ts';

/** What a password must be: its length alone counts. */
export function passwordPolicy(): z.input<typeof PasswordPolicyAnswer> {
  return {
    customStrengthOptions: { minPasswordLength: PASSWORD_MIN, maxPasswordLength: PASSWORD_MAX },
    allowedNonAlphanumericCharacters: [...'^$*.[]{}()?"!@#%&/\\,><\':;|_~`+=- '],
    enforcementState: 'OFF',
    schemaVersion: 1,
  };
}
