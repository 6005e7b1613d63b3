import { numberOf, STEP_S, stepAt } from '#embedded/identity/second-factor/totp.ts';
import { PASSWORD, type TestIdentity } from './identity-service.ts';

/** The number that an app shows at a moment, whose clock is some steps before or after. */
export const numberAt = (secret: string, now: number, drift = 0) => numberOf(secret, stepAt(now) + drift);

type TotpSession = { sharedSecretKey: string; sessionInfo: string };

/** An account whose address is proved, and a session of it. */
export async function openProved(identity: TestIdentity, email: string) {
  const { localId, idToken } = await identity.signUp(email);
  await identity.ok('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
  await identity.ok('update', { oobCode: identity.mailedCode(email) });
  const { body } = await identity.call('signInWithPassword', { email, password: PASSWORD });
  return { localId, idToken: String(body.idToken), refreshToken: String(body.refreshToken) };
}

export const begin = (identity: TestIdentity, idToken: string) =>
  identity.mfa('mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} });

/** Gives the account of a session a second factor; the next number counts half a minute later. */
export async function addFactor(identity: TestIdentity, idToken: string) {
  const begun = await begin(identity, idToken);
  const { sharedSecretKey: secret, sessionInfo } = begun.body.totpSessionInfo as TotpSession;
  const verificationCode = numberAt(secret, identity.clock.now);
  const { body } = await identity.mfa('mfaEnrollment:finalize', {
    idToken,
    displayName: 'Phone',
    totpVerificationInfo: { sessionInfo, verificationCode },
  });
  identity.clock.now += STEP_S * 1000;
  return { secret, idToken: String(body.idToken), refreshToken: String(body.refreshToken) };
}

/** An account with a second factor. */
export async function openWithFactor(identity: TestIdentity, email: string) {
  const { localId, idToken } = await openProved(identity, email);
  return { localId, email, ...(await addFactor(identity, idToken)) };
}

export type Pending = { mfaPendingCredential: string; mfaEnrollmentId: string };

/** What the second step of a sign-in is made with, of the answer to the first. */
export function pendingOf(body: Record<string, unknown>): Pending {
  const [info] = body.mfaInfo as { mfaEnrollmentId: string }[];
  return {
    mfaPendingCredential: String(body.mfaPendingCredential),
    mfaEnrollmentId: String(info?.mfaEnrollmentId),
  };
}

/** The first step of a sign-in, by the password. */
export const firstStep = async (identity: TestIdentity, email: string, password = PASSWORD) =>
  pendingOf(await identity.ok('signInWithPassword', { email, password }));

export const secondStep = (identity: TestIdentity, pending: Pending, verificationCode: string) =>
  identity.mfa('mfaSignIn:finalize', { ...pending, totpVerificationInfo: { verificationCode } });
