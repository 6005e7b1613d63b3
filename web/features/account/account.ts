import { accountCalls } from '#contract/account/calls.ts';
import { THIS_SESSION } from '#contract/account/sign-out.ts';
import { ApiError } from '#contract/client.ts';
import type { Shipped } from '#languages/languages.ts';
import { t } from '#languages/t.ts';
import { backHere } from '#web/lib/address/return-path.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { identityCode } from '#web/lib/identity/identity-faults.ts';
import { SecondStepLeft } from '#web/lib/identity/second-step-left.ts';
import { clearSession } from '#web/lib/session/clear-session.ts';
import { type ProviderId, unfollowed, withIdentity } from '#web/lib/session/identity-sdk.ts';
import { refreshUser } from '#web/lib/session/register-with-school.ts';
import { currentSession, publishSession, sessionReady } from '#web/lib/session/session.ts';
import { signIn } from '#web/lib/session/sign-in.ts';

const api = apiOf(accountCalls);

/*
 * What people do with their own account. Each throws the SDK's `FirebaseError` or an `ApiError`;
 * `identityFault` makes a sentence of either.
 */

export type Account = {
  email: string;
  isVerified: boolean;
  /** How the person may sign in: `password` and services. */
  ways: string[];
  hasSecondStep: boolean;
};

export async function whoIsHere() {
  const { sdk, auth, person } = await withIdentity();
  if (person) return { sdk, auth, person };
  throw new ApiError({ status: 401, code: 'session-ended', detail: t('account.sign_in_again') });
}

export async function readAccount(): Promise<Account> {
  const { sdk, person } = await whoIsHere();
  const hasSecondStep = await sdk.hasSecondStep(person);
  return {
    email: person.email ?? '',
    isVerified: person.emailVerified,
    ways: person.providerData.map(({ providerId }) => providerId),
    hasSecondStep,
  };
}

/** Keeps a name and a picture, at the identity service and at the school. */
export async function saveProfile(profile: { name: string; photoURL: string | null }) {
  const { sdk, person } = await whoIsHere();
  await sdk.updateProfile(person, { displayName: profile.name, photoURL: profile.photoURL });
  await refreshUser(profile);
}

/** Keeps the language of mails and calendars; null for the school's. */
export async function saveLanguage(language: Shipped | null) {
  await api.writeLanguage({ body: { language } });
  const session = currentSession();
  if (session.state === 'signed-in') publishSession({ ...session, user: { ...session.user, language } });
}

/**
 * The codes with which the identity service says that it is not the password; by its version and settings one
 * or another.
 */
const WRONG_PASSWORD = ['wrong-password', 'invalid-credential', 'invalid-login-credentials'];

/** Proves again who is here: by the password where there is one, else at a service that is linked. */
export async function confirmIdentity(password: string) {
  const { sdk, auth, person } = await whoIsHere();
  const [service] = person.providerData.filter(({ providerId }) => providerId !== 'password');
  if (password || !service) {
    await sdk.reauthenticateByPassword(auth, person, password).catch((error) => {
      if (!WRONG_PASSWORD.includes(identityCode(error) ?? '')) throw error;
      throw new ApiError({ status: 403, code: 'forbidden', detail: t('account.not_current_password') });
    });
  } else {
    await sdk.reauthenticateAt(auth, person, service.providerId as ProviderId);
  }
}

/** Proves again who is here, and goes on by a sign-in of this moment in the stead of the one before. */
export async function signInAgain(password: string) {
  await confirmIdentity(password);
  // Who is not let in yet has none here.
  if (currentSession().state === 'signed-in') await api.endSession({ params: { id: THIS_SESSION } });
  await refreshUser();
}

/** Asks for another address: the account has it once its owner has followed the link that is mailed there. */
export async function askForAddress({ email, password }: { email: string; password: string }) {
  await confirmIdentity(password);
  const { sdk, person } = await whoIsHere();
  await sdk.verifyBeforeUpdateEmail(person, email);
}

/** Gives the account a new password; every other browser is signed out. */
export async function changePassword(current: string, next: string) {
  await confirmIdentity(current);
  const { sdk, person } = await whoIsHere();
  await sdk.updatePassword(person, next);
  // Other sign-ins have ended; this browser goes on with its new tokens.
  await refreshUser();
}

/** Mails a link that confirms the address, and leads back to where it was asked for. */
export async function sendVerification() {
  const { sdk, person } = await whoIsHere();
  await sdk.sendEmailVerification(person, backHere());
}

/** Does what the link of an email about an address is for. */
export async function confirmAddress(code: string) {
  const { sdk, auth } = await withIdentity();
  await sdk.applyActionCode(auth, code);
  await reportSession();
}

/** The account of a mailed code, whether it is signed in here, and the address that the code proves. */
export type MailedCode = { email: string; proves: string; isOwn: boolean };

export async function readMailedCode(code: string): Promise<MailedCode> {
  await sessionReady();
  const { sdk, auth, person } = await withIdentity();
  const { data } = await sdk.checkActionCode(auth, code);
  const proves = data.email ?? '';
  const email = data.previousEmail ?? proves;
  return { email, proves, isOwn: person?.email?.toLowerCase() === email.toLowerCase() };
}

/**
 * The same by who shows with the password that the account is theirs: who has the mailbox alone would else
 * make good an account that a stranger has opened with their address. Then they are signed in, unless they
 * leave the second step.
 */
export async function confirmByPassword({
  code,
  email,
  proves,
  password,
}: Pick<MailedCode, 'email' | 'proves'> & { code: string; password: string }) {
  const { sdk, auth } = await withIdentity();
  await unfollowed(async () => {
    const isIn = await sdk.signInByFirstStep(auth, email, password);
    // That sign-in knows nothing of what the code does, or ends by it.
    await sdk.applyActionCode(auth, code).finally(() => isIn && sdk.signOut(auth));
  });
  await comeIn(signIn(proves, password));
}

/** A sign-in that what was done does not need: the second step of it may be left. */
export async function comeIn(signingIn: Promise<unknown>) {
  await signingIn.catch((error) => {
    if (!(error instanceof SecondStepLeft)) throw error;
  });
}

/** Who is signed in here gets a token that knows of the confirmed address. */
async function reportSession() {
  await sessionReady();
  const { person } = await withIdentity();
  if (!person) return;
  try {
    await person.reload();
    await person.getIdToken(true);
    await refreshUser();
  } catch {
    // The change ended this session too; the next call says so.
  }
}

export async function link(service: ProviderId) {
  const { sdk, auth, person } = await whoIsHere();
  await sdk.linkAt(auth, person, service);
}

export async function unlink(service: ProviderId) {
  const { sdk, person } = await whoIsHere();
  await sdk.unlink(person, service);
}

/** Ends every sign-in of the account, here and at the identity service, this one too. */
export async function signOutEverywhere() {
  await api.endSessions();
  await clearSession();
}

/** Deletes the account at the school and at the identity service. */
export async function deleteAccount(password: string) {
  await confirmIdentity(password);
  await api.deleteAccount();
  await clearSession();
}
