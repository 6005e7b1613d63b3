import { type DataStrategyResult, type MiddlewareFunction, redirect } from 'react-router';
import { ApiError } from '#contract/client.ts';
import type { Role } from '#contract/users/calls.ts';
import { withoutLanguage } from '#languages/addresses.ts';
import { loginPath } from '#web/lib/address/login-path.ts';
import { returnPathOf } from '#web/lib/address/return-path.ts';
import { retrySession } from './retry-session.ts';
import { sessionReady } from './session.ts';

export type Guard = MiddlewareFunction<Record<string, DataStrategyResult>>;

/**
 * Waits until it is known who is here. Throws what is wrong, with a Retry, while the school cannot be asked.
 */
export async function whoIsHere() {
  const known = await sessionReady();
  const session = known.state === 'failed' ? await retrySession() : known;
  if (session.state !== 'failed') return session;
  throw new ApiError({ status: 0, code: 'network', detail: session.problem });
}

function toLogin(request: Request) {
  const { pathname, search } = new URL(request.url);
  return redirect(loginPath(withoutLanguage(pathname) + search));
}

/**
 * Lets people of some roles in; others go home, and whose session just ended or has to be made safe does that
 * first and comes back.
 */
export const onlyFor =
  (...roles: readonly Role[]): Guard =>
  async ({ request }, next) => {
    const session = await whoIsHere();
    if (session.state === 'signed-in' && roles.includes(session.user.role)) return next();
    const isAsked = session.state === 'securing' || (session.state === 'signed-out' && session.notice);
    throw isAsked ? toLogin(request) : redirect('/');
  };

/** Lets every account pass; visitors sign in first and come back. */
export const onlySignedIn: Guard = async ({ request }, next) => {
  const session = await whoIsHere();
  if (session.state === 'signed-in') return next();
  throw toLogin(request);
};

/** Sends people who are signed in already to where they wanted to go, or home. */
export const onlySignedOut: Guard = async ({ request }, next) => {
  const session = await sessionReady();
  if (session.state === 'signed-in') throw redirect(returnPathOf(new URL(request.url).search) ?? '/');
  return next();
};
