import { useSyncExternalStore } from 'react';
import type { ApiError } from '#contract/client.ts';
import type { User } from '#contract/users.ts';
import { api } from './api.ts';
import { clientConfig } from './config.ts';

/**
 * Who is signed in. `failed` is a person whom the identity service knows while the school could not be asked for the role:
 * still signed in, `problem` says what is wrong.
 */
export type Session =
  | { state: 'loading' }
  | { state: 'signed-out'; notice?: string }
  | { state: 'signed-in'; user: User }
  | { state: 'failed'; problem: string };

type Identity = typeof import('./identity.ts');
type IdentityUser = import('./identity.ts').User;

const TOKEN_KEY = 'access-token';
const THEME_KEY = 'theme';
const ENDED = 'Your session has ended. Please sign in again.';
/** A token about to end is renewed before it is used. */
const EXPIRY_MARGIN_MS = 30_000;

let session: Session = { state: 'loading' };
let token: string | null = null;
let identityUser: IdentityUser | null = null;
let opening: Promise<{ sdk: Identity; auth: import('./identity.ts').Auth }> | undefined;
let renewing: Promise<string | null> | undefined;
/** Sign-in and registration publish by themselves, after the profile is complete. */
let isBusy = false;
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

/** The session, for components; `loading` on the server and until it is known. */
export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => LOADING,
  );
}
const LOADING: Session = { state: 'loading' };

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

function keepToken(value: string | null) {
  token = value;
  if (value) localStorage.setItem(TOKEN_KEY, value);
  else localStorage.removeItem(TOKEN_KEY);
}

function endsAt(jwt: string): number {
  try {
    const payload = (jwt.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    return JSON.parse(atob(payload)).exp * 1000;
  } catch {
    return 0;
  }
}

/** The access token for a call; null for a visitor. `renew` when the server refused the one at hand. */
export async function accessToken({ renew }: { renew: boolean }): Promise<string | null> {
  if (session.state === 'loading') await sessionReady();
  if (!identityUser) return null;
  if (!renew && token && endsAt(token) - EXPIRY_MARGIN_MS > Date.now()) return token;
  renewing ??= renewToken().finally(() => {
    renewing = undefined;
  });
  return renewing;
}

async function renewToken(): Promise<string | null> {
  const email = identityUser?.email;
  if (!email) return null;
  try {
    keepToken((await api.issueAccessToken({ body: { email } })).token);
    return token;
  } catch (error) {
    if ((error as ApiError).status === 401) await endSession(ENDED);
    return null;
  }
}

/** The identity service's token of who is signed in, renewed when it has to be. */
export async function idToken(): Promise<string | null> {
  return (await identityUser?.getIdToken()) ?? null;
}

/** Learns from a refused call: the role may have changed, or the session ended elsewhere. */
export function noteRefusal(refusal: ApiError) {
  if (session.state !== 'signed-in') return;
  if (refusal.status === 403) void refreshUser();
  if (refusal.code === 'session-ended') void endSession(ENDED);
}

/** Asks the school again who this is; screens follow a changed role. */
export async function refreshUser(): Promise<void> {
  if (identityUser) publish(await introduce(identityUser));
}

/** POST /users, then POST /jwt: registers or fetches the person and takes the access token. */
async function introduce(user: IdentityUser): Promise<Session> {
  identityUser = user;
  try {
    const email = user.email ?? '';
    const { data } = await api.signInUser({
      body: { email, name: user.displayName, photoURL: user.photoURL },
    });
    keepToken((await api.issueAccessToken({ body: { email } })).token);
    return { state: 'signed-in', user: data };
  } catch (error) {
    const { status, message } = error as ApiError;
    if (status === 401 || status === 403) {
      await endSession(status === 403 ? message : ENDED);
      return session;
    }
    return session.state === 'signed-in' ? session : { state: 'failed', problem: message };
  }
}

async function endSession(notice?: string) {
  const { sdk, auth } = await openSdk();
  identityUser = null;
  keepToken(null);
  publish({ state: 'signed-out', notice });
  await sdk.signOut(auth);
}

function openSdk() {
  opening ??= import('./identity.ts').then((sdk) => {
    const auth = sdk.openIdentity(clientConfig().identity);
    sdk.onAuthStateChanged(auth, (user) => {
      if (!isBusy) void follow(user);
    });
    return { sdk, auth };
  });
  opening.catch(() => {
    opening = undefined;
    if (session.state === 'loading')
      publish({ state: 'signed-out', notice: 'Sign-in could not be loaded. Reload the page.' });
  });
  return opening;
}

/** Follows the SDK: a stored user at start-up, another tab, a refused refresh. */
async function follow(user: IdentityUser | null) {
  if (user) {
    publish(await introduce(user));
    return;
  }
  identityUser = null;
  keepToken(null);
  if (session.state === 'signed-out') return;
  publish({ state: 'signed-out', notice: session.state === 'signed-in' ? ENDED : undefined });
}

/** The key under which the SDK keeps a signed-in person in local storage. */
const storedUserKey = () => `firebase:authUser:${clientConfig().identity.apiKey}:[DEFAULT]`;

/** Restores who was signed in. A visitor who never was does not load the identity SDK at all. */
export function startSession() {
  if (!localStorage.getItem(THEME_KEY)) localStorage.setItem(THEME_KEY, 'light');
  token = localStorage.getItem(TOKEN_KEY);
  addEventListener('storage', ({ key, newValue }) => {
    if (key === TOKEN_KEY) token = newValue;
    if (key === storedUserKey() && newValue) void openSdk();
  });
  if (localStorage.getItem(storedUserKey())) {
    void openSdk();
    return;
  }
  keepToken(null);
  publish({ state: 'signed-out' });
}

async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  isBusy = true;
  try {
    return await work();
  } finally {
    isBusy = false;
  }
}

/** Signs in with e-mail and password. Throws the SDK's `FirebaseError`. */
export async function signIn(email: string, password: string): Promise<Session> {
  return whileBusy(async () => {
    const { sdk, auth } = await openSdk();
    const { user } = await sdk.signInWithEmailAndPassword(auth, email, password);
    publish(await introduce(user));
    return session;
  });
}

/** Makes an account with a name and a picture and signs in to it. Throws the SDK's `FirebaseError`. */
export async function register(account: {
  email: string;
  password: string;
  name: string;
  photoURL: string | null;
}): Promise<Session> {
  return whileBusy(async () => {
    const { sdk, auth } = await openSdk();
    const { user } = await sdk.createUserWithEmailAndPassword(auth, account.email, account.password);
    await sdk.updateProfile(user, { displayName: account.name, photoURL: account.photoURL });
    publish(await introduce(user));
    return session;
  });
}

/** Signs out here and, through the SDK, in every other tab. */
export async function signOut(): Promise<void> {
  await endSession();
}
