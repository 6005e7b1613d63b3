import { ApiError } from '#contract/client.ts';
import { t } from '#languages/t.ts';
import { clientConfig } from '#web/lib/page/config.ts';
import { currentSession, publishSession } from './session.ts';

export type Sdk = typeof import('#web/lib/identity/identity.ts');
export type Auth = import('#web/lib/identity/identity.ts').Auth;
export type IdentityUser = import('#web/lib/identity/identity.ts').User;
export type ProviderId = import('#web/lib/identity/identity.ts').ProviderId;

/** Who the identity service says is here. */
let person: IdentityUser | null = null;
let opening: Promise<{ sdk: Sdk; auth: Auth }> | undefined;
let follower: (user: IdentityUser | null) => void = () => {};
let isFollowed = true;

export const currentPerson = () => person;

export function setPerson(next: IdentityUser | null) {
  person = next;
}

/** Sets the listener that is called whenever the SDK finds another account, or none, signed in. */
export function followIdentity(follow: typeof follower) {
  follower = follow;
}

/** Does a piece of work of which the follower is not told. */
export async function unfollowed<T>(work: () => Promise<T>): Promise<T> {
  isFollowed = false;
  try {
    return await work();
  } finally {
    isFollowed = true;
  }
}

/** Loads the identity SDK, once. Rejects when it cannot be loaded; asking again tries again. */
export function openSdk() {
  opening ??= import('#web/lib/identity/identity.ts').then((sdk) => {
    const auth = sdk.openIdentity(clientConfig().identity);
    sdk.onAuthStateChanged(auth, (user) => {
      if (isFollowed) follower(user);
    });
    return { sdk, auth };
  });
  opening.catch(() => {
    opening = undefined;
    if (currentSession().state === 'loading')
      publishSession({ state: 'failed', problem: t('account.sign_in_unreachable') });
  });
  return opening;
}

/** Loads the SDK ahead of a sign-in, so that a popup opens in the very moment of the click. */
export const prepareSignIn = () => void openSdk().catch(() => {});

/** The SDK as it is, for what only the identity service does; `person` is null when signed out. */
export async function withIdentity() {
  return { ...(await openSdk()), person };
}

/**
 * The identity service's token of the person who is signed in, renewed when it has to be. Rejects with
 * `ApiError`.
 */
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
