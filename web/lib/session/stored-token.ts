const TOKEN_KEY = 'access-token';
/** A token about to end is renewed before it is used. */
const EXPIRY_MARGIN_MS = 30_000;

/**
 * The school's token of the person who is signed in. Local storage is its only place, so that every tab has
 * the same one at once.
 */
export const keptToken = () => localStorage.getItem(TOKEN_KEY);

/** Keeps a token for every tab, or removes it with null. */
export function keepToken(token: string | null) {
  if (token) localStorage.setItem(TOKEN_KEY, token);
  else localStorage.removeItem(TOKEN_KEY);
}

/**
 * Whether a JWT still has time to run by this computer's clock; the server decides, this only saves a refused
 * call.
 */
export function isFresh(token: string, now = Date.now()): boolean {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    return JSON.parse(atob(payload)).exp * 1000 - EXPIRY_MARGIN_MS > now;
  } catch {
    return false;
  }
}
