import { t } from '#languages/t.ts';
import { clientConfig } from '#web/lib/page/config.ts';
import { currentPerson, followIdentity, type IdentityUser, openSdk, setPerson } from './identity-sdk.ts';
import { retrySession } from './retry-session.ts';
import { currentSession, publishSession } from './session.ts';
import { keepToken, keptToken } from './stored-token.ts';

/** The key under which the SDK keeps a signed-in person in local storage. */
const storedUserKey = () => `firebase:authUser:${clientConfig().identity.apiKey}:[DEFAULT]`;

/**
 * Restores who was signed in, and follows other tabs. A visitor who never was does not load the identity SDK
 * at all.
 */
export function startSession() {
  followIdentity((user) => void follow(user));
  addEventListener('storage', ({ key, newValue }) => {
    if (key === storedUserKey() && newValue) void openSdk();
  });
  addEventListener('online', () => {
    if (currentSession().state === 'failed') void retrySession();
  });
  if (localStorage.getItem(storedUserKey())) {
    openSdk().catch(() => {});
    return;
  }
  keepToken(null);
  publishSession({ state: 'signed-out' });
}

/** Follows the SDK: a stored user at start-up, another tab, a refused refresh. */
async function follow(user: IdentityUser | null) {
  if (user) return (await import('./register-with-school.ts')).registerWithSchool(user);
  const { state } = currentSession();
  if (!currentPerson() && state === 'signed-out') return;
  // Who signs out by choice has no token any more.
  const wasChosen = state !== 'loading' && !keptToken();
  setPerson(null);
  keepToken(null);
  publishSession({
    state: 'signed-out',
    notice: t(wasChosen ? 'account.signed_out_elsewhere' : 'account.session_ended'),
  });
}
