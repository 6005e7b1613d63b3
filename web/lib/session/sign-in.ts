import { backHere } from '#web/lib/address/return-path.ts';
import {
  type Auth,
  type IdentityUser,
  openSdk,
  type ProviderId,
  type Sdk,
  unfollowed,
} from './identity-sdk.ts';
import { type Profile, registerWithSchool } from './register-with-school.ts';
import type { Session } from './session.ts';

type SignIn = { user: IdentityUser; profile?: Profile };

/**
 * Signs in by one of the SDK's ways and registers the account once its profile is complete, which is why
 * nothing else follows the SDK meanwhile. Not one of the changes that a page's action makes: a popup has to
 * open in the very moment of the click, the SDK keeps the person and not the page, and the page of the form
 * itself leads on the person who has signed in. Throws the SDK's `FirebaseError`.
 */
export const signInWith = (way: (sdk: Sdk, auth: Auth) => Promise<SignIn>): Promise<Session> =>
  unfollowed(async () => {
    const { sdk, auth } = await openSdk();
    const { user, profile } = await way(sdk, auth);
    return registerWithSchool(user, profile);
  });

/** Signs in with email and password. Throws the SDK's `FirebaseError`. */
export const signIn = (email: string, password: string) =>
  signInWith((sdk, auth) => sdk.signInByPassword(auth, email, password));

/** Signs in, or registers, with an account of another service. Throws the SDK's `FirebaseError`. */
export const signInAt = (provider: ProviderId) => signInWith((sdk, auth) => sdk.signInAt(auth, provider));

/** Makes an account with a name and a picture and signs in to it. Throws the SDK's `FirebaseError`. */
export async function register(account: { email: string; password: string } & Profile): Promise<Session> {
  const { email, password, ...profile } = account;
  const back = backHere();
  let askToConfirm = () => {};
  const session = await signInWith(async (sdk, auth) => {
    const { user } = await sdk.createUserWithEmailAndPassword(auth, email, password);
    // The account stands; should the profile not reach the identity service, the school still gets it.
    await sdk.updateProfile(user, { displayName: profile.name, photoURL: profile.photoURL }).catch(() => {});
    askToConfirm = () => void sdk.sendEmailVerification(user, back).catch(() => {});
    return { user, profile };
  });
  // Asked once; the account page asks again only by a click. Whom the school lets in only afterwards has been
  // asked by now.
  if (session.state !== 'signed-out') askToConfirm();
  return session;
}
