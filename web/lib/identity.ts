import type { FirebaseApp, FirebaseError } from 'firebase/app';
import * as firebaseApp from 'firebase/app';
import { type Auth, browserLocalPersistence, connectAuthEmulator, initializeAuth } from 'firebase/auth';
import type { ClientConfig } from '#contract/config.ts';

/*
 * Everything that touches the identity SDK. It is loaded after the first paint, and only for people who sign in or have been
 * signed in: import this module dynamically.
 */

/** What `firebase/app` has and does not declare: the way to the SDK's inner parts. */
type Inner = { _getProvider(app: FirebaseApp, name: 'auth-internal'): { getImmediate(): AuthInternal } };
type AuthInternal = { addAuthTokenListener(listener: (token: string | null) => void): void };

/** Opens the SDK on the host that the configuration names. */
export function openIdentity({ apiKey, projectId, authDomain, baseUrl }: ClientConfig['identity']): Auth {
  const app = firebaseApp.initializeApp({ apiKey, projectId, authDomain });
  const auth = initializeAuth(app, { persistence: browserLocalPersistence });
  // In the same tick as above: later, a stored user's token would first be sent to the vendor.
  if (baseUrl) connectAuthEmulator(auth, baseUrl, { disableWarnings: true });
  // The SDK renews ID tokens in the background (5 min before they end) only while such a listener exists.
  const provider = (firebaseApp as unknown as Inner)._getProvider(app, 'auth-internal');
  provider.getImmediate().addAuthTokenListener(() => {});
  return auth;
}

export {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  onAuthStateChanged,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signOut,
  type User,
  unlink,
  updatePassword,
  updateProfile,
  verifyPasswordResetCode,
} from 'firebase/auth';
export type { Auth, FirebaseError };
