import { enter, type Profile, type ProviderId, type Session } from './session.ts';

/** Signs in with email and password. Throws the SDK's `FirebaseError`. */
export const signIn = (email: string, password: string) =>
  enter((sdk, auth) => sdk.signInWithEmailAndPassword(auth, email, password));

/** Signs in, or registers, with an account of another service. Throws the SDK's `FirebaseError`. */
export const signInAt = (provider: ProviderId) => enter((sdk, auth) => sdk.signInAt(auth, provider));

/** Makes an account with a name and a picture and signs in to it. Throws the SDK's `FirebaseError`. */
export function register(account: { email: string; password: string } & Profile): Promise<Session> {
  const { email, password, ...profile } = account;
  return enter(async (sdk, auth) => {
    const { user } = await sdk.createUserWithEmailAndPassword(auth, email, password);
    // The account stands; should the profile not reach the identity service, the school still gets it.
    await sdk.updateProfile(user, { displayName: profile.name, photoURL: profile.photoURL }).catch(() => {});
    // Asked once; the account page asks again only by a click.
    void sdk.sendEmailVerification(user).catch(() => {});
    return { user, profile };
  });
}
