import { _getProvider, type FirebaseError, initializeApp } from 'firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GithubAuthProvider,
  GoogleAuthProvider,
  initializeAuth,
  onAuthStateChanged,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  type User,
  updateProfile,
} from 'firebase/auth';
import type { ClientConfig } from '#contract/config.ts';

/*
 * Everything that touches the identity SDK. It is loaded after the first paint, and only for people who sign in or have been
 * signed in: import this module dynamically.
 */

type AuthInternal = { addAuthTokenListener(listener: (token: string | null) => void): void };

/** Opens the SDK on the host that the configuration names. */
export function openIdentity({ apiKey, projectId, authDomain, baseUrl }: ClientConfig['identity']): Auth {
  const app = initializeApp({ apiKey, projectId, authDomain });
  const auth = initializeAuth(app, { persistence: browserLocalPersistence });
  // In the same tick as above: later, a stored user's token would first be sent to the vendor.
  if (baseUrl) connectAuthEmulator(auth, baseUrl, { disableWarnings: true });
  // The SDK renews ID tokens in the background (5 min before they end) only while such a listener exists.
  const internal = _getProvider(app, 'auth-internal' as never).getImmediate() as unknown as AuthInternal;
  internal.addAuthTokenListener(() => {});
  return auth;
}

export const PROVIDERS = {
  'google.com': () => new GoogleAuthProvider(),
  'github.com': () => new GithubAuthProvider(),
};

export type { Auth, FirebaseError, User };
export {
  createUserWithEmailAndPassword,
  onAuthStateChanged,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  updateProfile,
};
