import { signOutCalls, THIS_SESSION } from '#contract/account/sign-out.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { clearSession } from './clear-session.ts';

const api = apiOf(signOutCalls);

/** How long signing out waits for the school. */
const SIGN_OUT_TIMEOUT_MS = 1500;

/**
 * Signs out here, at the school and, through the SDK, in every other tab. A school that cannot be reached
 * does not hold it up.
 */
export async function signOut() {
  const told = api.endSession({ params: { id: THIS_SESSION } }).catch(() => {});
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, SIGN_OUT_TIMEOUT_MS))]);
  await clearSession();
}
