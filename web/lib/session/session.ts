import { createContext, useContext, useSyncExternalStore } from 'react';
import { ApiError } from '#contract/client.ts';
import type { Role, SignedInUser } from '#contract/users/calls.ts';
import { t } from '#languages/t.ts';
import { forgetRosters } from './forget-rosters.ts';

/**
 * Who is signed in; a user carries exactly one role. `failed` is a person whom the identity service knows
 * while the school could not be asked for the role: still signed in, `problem` says what is wrong.
 * `consenting` is a person whom the identity service let in: the school makes no account before they agree to
 * its texts and say a name; `isNameOnly` where just the name is missing. `leaving` is an account that is
 * being deleted, which its owner may keep. `securing` is one of those who run the school, whom it lets in once
 * they have set up the second step of signing in.
 */
export type Session =
  | { state: 'loading' }
  | { state: 'signed-out'; notice?: string }
  | { state: 'signed-in'; user: SignedInUser }
  | { state: 'consenting'; isNameOnly?: true }
  | { state: 'leaving' }
  | { state: 'securing' }
  | { state: 'failed'; problem: string };

const LOADING: Session = { state: 'loading' };

let session: Session = LOADING;
const listeners = new Set<() => void>();

/** Makes `next` the session and notifies all who read it. */
export function publishSession(next: Session) {
  session = next;
  if (next.state === 'signed-out') forgetRosters();
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

/** Stands in place of who is signed in, around a page that is shown as a visitor would see it. */
export const SessionContext = createContext<Session | null>(null);

/** The session, for components; `loading` on the server and until it is known. */
export function useSession(): Session {
  const known = useSyncExternalStore(subscribe, currentSession, () => LOADING);
  return useContext(SessionContext) ?? known;
}

/** Who is signed in, for loaders behind a guard. Throws `ApiError` when signed out. */
export function signedInUser(): SignedInUser {
  if (session.state === 'signed-in') return session.user;
  throw new ApiError({ status: 401, code: 'session-ended', detail: t('account.session_ended') });
}

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

/** Says in its own words why the session has ended; nothing where it has not. */
export function explainEnd(notice: string) {
  if (session.state === 'signed-out') publishSession({ state: 'signed-out', notice });
}

/** Learns from a call which role the school gives the caller now; the screens follow. */
export function noteRole(role: string | null) {
  if (role && session.state === 'signed-in' && session.user.role !== role) {
    publishSession({ state: 'signed-in', user: { ...session.user, role: role as Role } });
  }
}

/** The page for the owner of a recovered account that others may have used. */
export const RECOVERY_PATH = '/account/recovery';

/** Where a sign-in leads that was not on the way to another page. */
export const firstPath = (wanted = '/') =>
  session.state === 'signed-in' && session.user.recovered ? RECOVERY_PATH : wanted;
