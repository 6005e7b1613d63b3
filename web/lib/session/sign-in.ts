import { apiErrorOf } from '#contract/client.ts';
import { clearSession } from './clear-session.ts';
import { identityApi } from './identity-api.ts';
import {
  type Auth,
  currentPerson,
  type IdentityUser,
  openSdk,
  type ProviderId,
  type Sdk,
  setPerson,
} from './identity-sdk.ts';
import {
  currentSession,
  publishSession,
  SESSION_ENDED,
  type Session,
  SIGN_IN_UNREACHABLE,
} from './session.ts';
import { keepToken } from './stored-token.ts';

type Profile = { name?: string | null; photoURL?: string | null };
type SignIn = { user: IdentityUser; profile?: Profile };

const NO_ADDRESS =
  'Your account there has no email address, which the school needs. Please sign up with one.';

let isUnderWay = false;

/** Whether somebody signs in by a form at this moment, which registers them itself, when the profile is complete. */
export const isSigningIn = () => isUnderWay;

/**
 * Signs somebody in by a way of the SDK's. Not one of the changes that a page's action makes: a popup has to open in the very
 * moment of the click, the SDK keeps the person and not the page, and the page of the form itself leads on who has come in.
 * Throws the SDK's `FirebaseError`.
 */
export async function signInWith(way: (sdk: Sdk, auth: Auth) => Promise<SignIn>): Promise<Session> {
  isUnderWay = true;
  try {
    const { sdk, auth } = await openSdk();
    const { user, profile } = await way(sdk, auth);
    return await registerWithSchool(user, profile);
  } finally {
    isUnderWay = false;
  }
}

/** Signs in with email and password. Throws the SDK's `FirebaseError`. */
export const signIn = (email: string, password: string) =>
  signInWith((sdk, auth) => sdk.signInWithEmailAndPassword(auth, email, password));

/** Signs in, or registers, with an account of another service. Throws the SDK's `FirebaseError`. */
export const signInAt = (provider: ProviderId) => signInWith((sdk, auth) => sdk.signInAt(auth, provider));

/** Makes an account with a name and a picture and signs in to it. Throws the SDK's `FirebaseError`. */
export function register(account: { email: string; password: string } & Profile): Promise<Session> {
  const { email, password, ...profile } = account;
  return signInWith(async (sdk, auth) => {
    const { user } = await sdk.createUserWithEmailAndPassword(auth, email, password);
    // The account stands; should the profile not reach the identity service, the school still gets it.
    await sdk.updateProfile(user, { displayName: profile.name, photoURL: profile.photoURL }).catch(() => {});
    // Asked once; the account page asks again only by a click.
    void sdk.sendEmailVerification(user).catch(() => {});
    return { user, profile };
  });
}

/** POST /users, then POST /jwt: registers or fetches the person and takes the access token. */
export async function registerWithSchool(user: IdentityUser, profile?: Profile): Promise<Session> {
  setPerson(user);
  const next = await askSchool(user, profile);
  // Somebody may have signed out meanwhile.
  if (currentPerson() === user) publishSession(next);
  return currentSession();
}

async function askSchool(user: IdentityUser, profile?: Profile): Promise<Session> {
  const { email } = user;
  if (!email) return clearBecause(NO_ADDRESS);
  try {
    const body = { email, name: user.displayName, photoURL: user.photoURL, ...profile };
    const { data } = await identityApi.signInUser({ body });
    const { token } = await identityApi.issueAccessToken({ body: { email } });
    if (currentPerson() === user) keepToken(token);
    return { state: 'signed-in', user: data };
  } catch (error) {
    const refusal = apiErrorOf(error);
    if (refusal?.kind === 'signed-out') return clearBecause(SESSION_ENDED);
    if (refusal?.kind === 'forbidden') return clearBecause(refusal.message);
    const known = currentSession();
    if (known.state === 'signed-in') return known;
    return { state: 'failed', problem: refusal?.message ?? SIGN_IN_UNREACHABLE };
  }
}

async function clearBecause(notice: string): Promise<Session> {
  await clearSession(notice);
  return currentSession();
}

/** Asks the school again who this is, after a failure or a changed profile. */
export async function refreshUser(profile?: Profile): Promise<Session> {
  const person = currentPerson();
  if (person) await registerWithSchool(person, profile);
  else if (currentSession().state === 'failed') {
    const { auth } = await openSdk();
    await auth.authStateReady();
    if (auth.currentUser) await registerWithSchool(auth.currentUser);
  }
  return currentSession();
}

/** Learns anew what the identity service says of the person, such as an address that was confirmed in another window. */
export async function renewUser(): Promise<Session> {
  await currentPerson()?.getIdToken(true);
  return refreshUser();
}
