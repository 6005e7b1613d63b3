import { type DataStrategyResult, type MiddlewareFunction, redirect } from 'react-router';
import type { Role } from '#contract/users.ts';
import { sessionReady } from './session.ts';

type Guard = MiddlewareFunction<Record<string, DataStrategyResult>>;

function toLogin(request: Request) {
  const { pathname, search } = new URL(request.url);
  return redirect(`/login?from=${encodeURIComponent(pathname + search)}`);
}

/** Lets people of one role in; others go home, and whose session just ended signs in again and comes back. */
export const onlyFor =
  (role: Role): Guard =>
  async ({ request }, next) => {
    const session = await sessionReady();
    if (session.state === 'signed-in' && session.user.role === role) return next();
    throw session.state === 'signed-out' && session.notice ? toLogin(request) : redirect('/');
  };

/** Lets anybody signed in pass. */
export const onlySignedIn: Guard = async ({ request }, next) => {
  const session = await sessionReady();
  if (session.state === 'signed-in' || session.state === 'failed') return next();
  throw toLogin(request);
};

/** Sends people who are signed in already to the home page. */
export const onlySignedOut: Guard = async (_args, next) => {
  const session = await sessionReady();
  if (session.state === 'signed-in') throw redirect('/');
  return next();
};
