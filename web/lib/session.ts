import { useSyncExternalStore } from 'react';
import { ApiError, apiErrorOf } from '#contract/client.ts';
import type { Role, User } from '#contract/users.ts';
import { isFresh, keepToken, keptToken } from './access-token.ts';
import { api } from './api.ts';
import { clientConfig } from './config.ts';

/**
 * Who is signed in; a user carries exactly one role. `failed` is a person whom the identity service knows while the school
 * could not be asked for the role: still signed in, `problem` says what is wrong.
 */
export type Session =
  | { state: 'loading' }
  | { state: 'signed-out'; notice?: string }
  | { state: 'signed-in'; user: User }
  | { state: 'failed'; problem: string };

type Sdk = typeof import('./identity.ts');
type Auth = import('./identity.ts').Auth;
export type IdentityUser = import('./identity.ts').User;
export type ProviderId = import('./identity.ts').ProviderId;
export type Profile = { name?: string | null; photoURL?: string | null };

/** How long signing out waits for the school. */
const FAREWELL_MS = 1500;
const THEME_KEY = 'theme';
/** What is said while the identity SDK cannot be loaded, the sentences of its faults with it. */
export const SIGN_IN_UNREACHABLE = 'Sign-in cannot be reached. Check your connection and try again.';
const ENDED = 'Your session has ended. Please sign in again.';
const SIGNED_OUT_ELSEWHERE = 'You signed out in another window.';
const NO_ADDRESS =
  'Your account there has no email address, which the school needs. Please sign up with one.';
const LOADING: Session = { state: 'loading' };

let session: Session = LOADING;
/** Who the identity service says is here. */
let person: IdentityUser | null = null;
let opening: Promise<{ sdk: Sdk; auth: Auth }> | undefined;
let renewing: Promise<string | null> | undefined;
/** Sign-in and registration introduce the person themselves, when the profile is complete. */
let isEntering = false;
const listeners = new Set<() => void>();

function publish(next: Session) {
  session = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The session at this moment, outside components. */
export const currentSession = () => session;

/** Who is signed in, for loaders behind a guard. Throws `ApiError` when nobody is. */
export function signedInUser(): User {
  if (session.state === 'signed-in') return session.user;
  throw new ApiError({ status: 401, code: 'session-ended', detail: ENDED });
}

/** The session, for components; `loading` on the server and until it is known. */
export const useSession = (): Session => useSyncExternalStore(subscribe, currentSession, () => LOADING);

/** Waits until it is known who is signed in; for guards. */
export function sessionReady(): Promise<Session> {
  if (session.state !== 'loading') return Promise.resolve(session);
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      if (session.state === 'loading') return;
      stop();
      resolve(session);
    });
  });
}

/**
 * The access token for a call; null for a visitor. Give the token that the server has just `refused` to get a new one.
 * Rejects with `ApiError` when the school cannot be reached for it.
 */
export async function accessToken({ refused }: { refused?: string | null } = {}): Promise<string | null> {
  const kept = keptToken();
  const isGood = kept && kept !== refused && isFresh(kept);
  // The token restored at start-up serves until the identity service has answered; public content never waits.
  if (isGood && session.state === 'loading') return kept;
  await sessionReady();
  if (!person) return null;
  if (isGood) return keptToken();
  renewing ??= renewToken().finally(() => {
    renewing = undefined;
  });
  return renewing;
}

async function renewToken(): Promise<string | null> {
  const email = person?.email;
  if (!email) return null;
  try {
    const { token } = await api.issueAccessToken({ body: { email } });
    keepToken(token);
    return token;
  } catch (error) {
    const kind = apiErrorOf(error)?.kind;
    if (kind !== 'signed-out' && kind !== 'missing') throw error;
    await endSession(ENDED);
    return null;
  }
}

/** The identity service's token of who is signed in, renewed when it has to be. Rejects with `ApiError`. */
export async function idToken(): Promise<string | null> {
  try {
    return (await person?.getIdToken()) ?? null;
  } catch (error) {
    const { sdk } = await openSdk();
    const isOffline = sdk.identityCode(error) === 'network-request-failed';
    throw new ApiError({
      status: isOffline ? 0 : 401,
      code: isOffline ? 'network' : 'session-ended',
      detail: sdk.identityFault(error),
    });
  }
}

/** Signs out in this browser alone, when the school and the identity service know already. */
export const signOutHere = () => endSession();

/** Learns from a refused call that the session ended elsewhere. */
export function noteRefusal(refusal: ApiError) {
  if (refusal.code === 'session-ended' && person) void endSession(ENDED);
}

/** Learns from any call which role the school gives the caller by now; the screens follow. */
export function noteRole(role: string | null) {
  if (role && session.state === 'signed-in' && session.user.role !== role) {
    publish({ state: 'signed-in', user: { ...session.user, role: role as Role } });
  }
}

/** Asks the school again who this is, after a failure or a changed profile. */
export async function refreshUser(profile?: Profile): Promise<Session> {
  if (person) await introduce(person, profile);
  else if (session.state === 'failed') {
    const { auth } = await openSdk();
    await auth.authStateReady();
    if (auth.currentUser) await introduce(auth.currentUser);
  }
  return session;
}

/** Learns anew what the identity service says of the person, such as an address that was confirmed in another window. */
export async function renewUser(): Promise<Session> {
  await person?.getIdToken(true);
  return refreshUser();
}

/** POST /users, then POST /jwt: registers or fetches the person and takes the access token. */
async function introduce(user: IdentityUser, profile?: Profile) {
  person = user;
  const next = await askSchool(user, profile);
  // Somebody may have signed out meanwhile.
  if (person === user) publish(next);
}

async function askSchool(user: IdentityUser, profile?: Profile): Promise<Session> {
  const { email } = user;
  if (!email) return leave(NO_ADDRESS);
  try {
    const body = { email, name: user.displayName, photoURL: user.photoURL, ...profile };
    const { data } = await api.signInUser({ body });
    const { token } = await api.issueAccessToken({ body: { email } });
    if (person === user) keepToken(token);
    return { state: 'signed-in', user: data };
  } catch (error) {
    const refusal = apiErrorOf(error);
    if (refusal?.kind === 'signed-out') return leave(ENDED);
    if (refusal?.kind === 'forbidden') return leave(refusal.message);
    if (session.state === 'signed-in') return session;
    return { state: 'failed', problem: refusal?.message ?? SIGN_IN_UNREACHABLE };
  }
}

async function leave(notice: string): Promise<Session> {
  await endSession(notice);
  return session;
}

async function endSession(notice?: string) {
  person = null;
  keepToken(null);
  publish({ state: 'signed-out', notice });
  const { sdk, auth } = await openSdk();
  await sdk.signOut(auth);
}

function openSdk() {
  opening ??= import('./identity.ts').then((sdk) => {
    const auth = sdk.openIdentity(clientConfig().identity);
    sdk.onAuthStateChanged(auth, (user) => {
      if (!isEntering) void follow(user);
    });
    return { sdk, auth };
  });
  opening.catch(() => {
    opening = undefined;
    if (session.state === 'loading') publish({ state: 'failed', problem: SIGN_IN_UNREACHABLE });
  });
  return opening;
}

/** Follows the SDK: a stored user at start-up, another tab, a refused refresh. */
async function follow(user: IdentityUser | null) {
  if (user) return introduce(user);
  if (!person && session.state === 'signed-out') return;
  const wasChosen = session.state !== 'loading' && !keptToken();
  person = null;
  keepToken(null);
  publish({ state: 'signed-out', notice: wasChosen ? SIGNED_OUT_ELSEWHERE : ENDED });
}

/** The key under which the SDK keeps a signed-in person in local storage. */
const storedUserKey = () => `firebase:authUser:${clientConfig().identity.apiKey}:[DEFAULT]`;

/** Restores who was signed in. A visitor who never was does not load the identity SDK at all. */
export function startSession() {
  if (!localStorage.getItem(THEME_KEY)) localStorage.setItem(THEME_KEY, 'light');
  addEventListener('storage', ({ key, newValue }) => {
    if (key === storedUserKey() && newValue) void openSdk();
  });
  addEventListener('online', () => {
    if (session.state === 'failed') void refreshUser();
  });
  if (localStorage.getItem(storedUserKey())) {
    openSdk().catch(() => {});
    return;
  }
  keepToken(null);
  publish({ state: 'signed-out' });
}

type Entry = { user: IdentityUser; profile?: Profile };

/** Lets somebody in by a way of the SDK's. Throws the SDK's `FirebaseError`. */
export async function enter(way: (sdk: Sdk, auth: Auth) => Promise<Entry>): Promise<Session> {
  isEntering = true;
  try {
    const { sdk, auth } = await openSdk();
    const { user, profile } = await way(sdk, auth);
    await introduce(user, profile);
    return session;
  } finally {
    isEntering = false;
  }
}

/** Signs out here, at the school and, through the SDK, in every other tab. A school that cannot be reached does not hold it up. */
export async function signOut() {
  const told = api.endSession({ params: { id: 'current' } }).catch(() => {});
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, FAREWELL_MS))]);
  await endSession();
}

/** Loads the SDK ahead of a sign-in, so that a popup opens in the very moment of the click. */
export const prepareSignIn = () => void openSdk().catch(() => {});

/** The SDK as it is, for what only the identity service does; `person` is null when nobody is signed in. */
export async function withIdentity() {
  return { ...(await openSdk()), person };
}
