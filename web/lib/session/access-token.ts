import { apiErrorOf } from '#contract/client.ts';
import { t } from '#languages/t.ts';
import { clearSession } from './clear-session.ts';
import { identityApi } from './identity-api.ts';
import { currentPerson } from './identity-sdk.ts';
import { currentSession, type Session, sessionReady } from './session.ts';
import { isFresh, keepToken, keptToken } from './stored-token.ts';

/** The identity service has let them in, and the school has not yet. */
const WAITING: readonly Session['state'][] = ['consenting', 'leaving', 'securing'];

let renewing: Promise<string | null> | undefined;

/**
 * The access token for a call; null for a visitor, and for an account that waits for consent, is being deleted
 * or has to set its second step up first. Give the token that the server has just `refused` to get a new one.
 * Rejects with `ApiError` when the school cannot be reached for it.
 */
export async function accessToken({ refused }: { refused?: string | null } = {}): Promise<string | null> {
  const kept = keptToken();
  const isGood = kept && kept !== refused && isFresh(kept);
  // The token restored at start-up serves until the identity service has answered; public content never
  // waits.
  if (isGood && currentSession().state === 'loading') return kept;
  const { state } = await sessionReady();
  if (!currentPerson() || WAITING.includes(state)) return null;
  if (isGood) return keptToken();
  renewing ??= renewToken().finally(() => {
    renewing = undefined;
  });
  return renewing;
}

async function renewToken(): Promise<string | null> {
  const email = currentPerson()?.email;
  if (!email) return null;
  try {
    const { token } = await identityApi.issueAccessToken({ body: { email } });
    keepToken(token);
    return token;
  } catch (error) {
    const kind = apiErrorOf(error)?.kind;
    if (kind !== 'signed-out' && kind !== 'missing') throw error;
    await clearSession(t('account.session_ended'));
    return null;
  }
}
