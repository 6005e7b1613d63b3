import type { FirebaseApp, FirebaseError } from '@firebase/app';
import * as firebaseApp from '@firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  EmailAuthProvider,
  GithubAuthProvider,
  GoogleAuthProvider,
  initializeAuth,
  linkWithPopup,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  signInWithEmailAndPassword,
  signInWithPopup,
  type User,
} from '@firebase/auth';
import type { ClientConfig } from '#contract/config/calls.ts';
import { ownPopupResolver } from '#embedded/identity/browser/popup-resolver.ts';
import { language } from '#languages/t.ts';
import { asksSecondStep, withSecondStep } from './second-step.ts';

/*
 * Everything that touches the identity SDK. It is loaded after the first paint, and only for people who sign
 * in or have been signed in: import this module dynamically.
 */

/** What `@firebase/app` has and does not declare: the way to the SDK's inner parts. */
type Inner = { _getProvider(app: FirebaseApp, name: 'auth-internal'): { getImmediate(): AuthInternal } };
type AuthInternal = { addAuthTokenListener(listener: (token: string | null) => void): void };

/** Opens the SDK on the host that the configuration names. */
export function openIdentity({ apiKey, projectId, authDomain, baseUrl }: ClientConfig['identity']): Auth {
  const app = firebaseApp.initializeApp({ apiKey, projectId, authDomain });
  const auth = initializeAuth(app, { persistence: browserLocalPersistence });
  // Its mails and its popup speak as the page does.
  auth.languageCode = language();
  // In the same tick as above: later, a stored user's token would first be sent to the vendor.
  if (baseUrl) connectAuthEmulator(auth, baseUrl, { disableWarnings: true });
  // The SDK renews ID tokens in the background (5 min before they end) only while such a listener exists.
  const provider = (firebaseApp as unknown as Inner)._getProvider(app, 'auth-internal');
  provider.getImmediate().addAuthTokenListener(() => {});
  return auth;
}

export type ProviderId = ClientConfig['identity']['providers'][number];

const providerOf = (id: ProviderId) =>
  id === 'google.com' ? new GoogleAuthProvider() : new GithubAuthProvider();

/** The hosted service brings its own popup; the school's own service is of this origin. */
const resolverOf = (auth: Auth) => (auth.config.authDomain ? browserPopupRedirectResolver : ownPopupResolver);

/**
 * The ways in; each asks for the second step where the account has one. Those at a provider open its popup.
 * Throw the SDK's `FirebaseError`.
 */
export const signInByPassword = (auth: Auth, email: string, password: string) =>
  withSecondStep(auth, signInWithEmailAndPassword(auth, email, password));
export const signInAt = (auth: Auth, id: ProviderId) =>
  withSecondStep(auth, signInWithPopup(auth, providerOf(id), resolverOf(auth)));
export const reauthenticateByPassword = (auth: Auth, user: User, password: string) =>
  withSecondStep(
    auth,
    reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password)),
  );
export const reauthenticateAt = (auth: Auth, user: User, id: ProviderId) =>
  withSecondStep(auth, reauthenticateWithPopup(user, providerOf(id), resolverOf(auth)));

/**
 * Signs in by the first step; gives whether that was all, of an account without a second one. Throws where it
 * is wrong.
 */
export async function signInByFirstStep(auth: Auth, email: string, password: string): Promise<boolean> {
  try {
    await signInWithEmailAndPassword(auth, email, password);
    return true;
  } catch (error) {
    if (asksSecondStep(error)) return false;
    throw error;
  }
}

export const linkAt = (auth: Auth, user: User, id: ProviderId) =>
  linkWithPopup(user, providerOf(id), resolverOf(auth));

export {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  onAuthStateChanged,
  sendEmailVerification,
  sendPasswordResetEmail,
  signOut,
  unlink,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from '@firebase/auth';
export { identityCode, identityFault } from './identity-faults.ts';
export { addSecondStep, hasSecondStep, newSecret, removeSecondStep } from './second-step.ts';
export type { Auth, FirebaseError, User };
