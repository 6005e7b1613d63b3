import { accountCalls, RECENT_SIGN_IN_MS } from '#contract/account/calls.ts';
import { whoIsHere } from '#web/features/account/account.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { confirmAgain } from '#web/lib/identity/asking.ts';
import { clientConfig } from '#web/lib/page/config.ts';
import { refreshUser } from '#web/lib/session/register-with-school.ts';

const api = apiOf(accountCalls);

/** What an authenticator app is given, and what follows once it shows a number. */
export type SetUp = {
  /** What the app reads, as a QR code shows it. */
  url: string;
  /** The same to be typed. */
  key: string;
  finish: (number: string) => Promise<void>;
};

/** So much of the time that a sign-in counts as recent is left for what is done there. */
const LEFT_MS = RECENT_SIGN_IN_MS / 2;

/**
 * Begins to set the second step up; undefined where the person would rather not say once more who they are.
 * Throws the SDK's `FirebaseError`.
 */
export async function beginSetUp(): Promise<SetUp | undefined> {
  if (!(await isRecent())) return undefined;
  const { sdk, person } = await whoIsHere();
  const secret = await sdk.newSecret(person);
  const { name } = clientConfig().school;
  // The SDK puts both in as they are.
  const url = secret.generateQrCodeUrl(encodeURIComponent(person.email ?? ''), encodeURIComponent(name));
  const finish = (number: string) => sdk.addSecondStep(person, secret, number);
  return { url, key: secret.secretKey, finish };
}

/** Ten new recovery codes. Throws `ApiError`. */
export const makeCodes = async () => (await api.makeRecoveryCodes()).codes;

/** Takes the second step away; gives whether the person went on with it. Throws the SDK's `FirebaseError`. */
export async function turnOff(): Promise<boolean> {
  if (!(await isRecent())) return false;
  const { sdk, person } = await whoIsHere();
  await sdk.removeSecondStep(person);
  // Other sign-ins have ended; this browser goes on with its new tokens.
  await refreshUser();
  return true;
}

/** Whether who is here has signed in lately, or has now said once more who they are. */
async function isRecent(): Promise<boolean> {
  const { person } = await whoIsHere();
  const { authTime } = await person.getIdTokenResult();
  return Date.now() - Date.parse(authTime) < LEFT_MS || confirmAgain();
}
