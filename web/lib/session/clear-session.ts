import type { ApiError } from '#contract/client.ts';
import { t } from '#languages/t.ts';
import { forgetDrafts } from './forget-drafts.ts';
import { currentPerson, openSdk, setPerson } from './identity-sdk.ts';
import { retrySession } from './retry-session.ts';
import { publishSession } from './session.ts';
import { keepToken, keptToken } from './stored-token.ts';

/**
 * Forgets who is signed in, here and, through the SDK, in every other tab; `notice` says why, where they did
 * not do it themselves: then what they were writing waits for them. The school is not told.
 */
export async function clearSession(notice?: string) {
  setPerson(null);
  keepToken(null);
  if (!notice) forgetDrafts();
  publishSession({ state: 'signed-out', notice });
  const { sdk, auth } = await openSdk();
  await sdk.signOut(auth);
}

/** Learns from a refused call that the session ended elsewhere, or that it is not enough any more. */
export function noteRefusal(refusal: ApiError) {
  if (refusal.code === 'session-ended' && currentPerson()) void clearSession(t('account.session_ended'));
  // Once a token: asking who this is may be refused for the same.
  if (refusal.code === 'second-factor-required' && keptToken()) {
    keepToken(null);
    void retrySession();
  }
}
