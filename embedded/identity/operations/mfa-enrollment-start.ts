import type * as z from 'zod';
import type { StartEnrollment, StartEnrollmentAnswer } from '#contract/protocols/identity.ts';
import { countChange } from '#embedded/identity/accounts/credentials.ts';
import { ensure } from '#embedded/identity/errors.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';
import { signSession } from '#embedded/identity/second-factor/enrollment.ts';
import { findFactor } from '#embedded/identity/second-factor/factors.ts';
import { NUMBER_DIGITS, newSecret, STEP_S } from '#embedded/identity/second-factor/totp.ts';
import { authenticate } from '#embedded/identity/tokens/tokens.ts';

/** Makes a secret for the caller's authenticator app. Nothing changes until a number of it comes. */
export async function startEnrollment(
  identity: Identity,
  { idToken, totpEnrollmentInfo }: z.output<typeof StartEnrollment>,
  caller: Caller,
): Promise<z.input<typeof StartEnrollmentAnswer>> {
  const { account, signIn } = await authenticate(identity, idToken);
  ensure(totpEnrollmentInfo, 'OPERATION_NOT_ALLOWED : Only authenticator apps can be enrolled.');
  await countChange(identity, account, signIn, caller);
  // An owner who does not trust it is reached there.
  ensure(
    account.emailverified,
    'UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.',
  );
  ensure(!(await findFactor(identity.db, account.localid)), 'SECOND_FACTOR_EXISTS');
  const secret = newSecret();
  const { session, until } = await signSession(identity, account, secret);
  return {
    totpSessionInfo: {
      sharedSecretKey: secret,
      verificationCodeLength: NUMBER_DIGITS,
      hashingAlgorithm: 'SHA1',
      periodSec: STEP_S,
      sessionInfo: session,
      finalizeEnrollmentTime: new Date(until).toISOString(),
    },
  };
}
