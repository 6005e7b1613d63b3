import type * as z from 'zod';
import type { RecaptchaConfigAnswer } from '#contract/protocols/identity.ts';
import type { Identity } from '#embedded/identity/options.ts';

/** Says that no captcha is asked for; the SDK wants a key all the same. */
export function recaptchaConfig({ projectId }: Identity): z.input<typeof RecaptchaConfigAnswer> {
  return {
    recaptchaKey: `projects/${projectId}/keys/none`,
    recaptchaEnforcementState: [{ provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'OFF' }],
  };
}
