import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { SignedInUser } from '#contract/users/calls.ts';
import { toast } from '#web/components/layout/toasts.tsx';
import { loginPath } from '#web/lib/address/login-path.ts';
import { sessionReady } from './session.ts';

/**
 * For a button that needs an account. `signedIn` waits until the session is known and gives it; a visitor
 * reads `sentence` and is led to the sign-in page, and on to `path` after, or back.
 */
export function useSignInFirst(sentence: string, path?: string) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [isWaiting, setIsWaiting] = useState(false);

  async function signedIn(): Promise<SignedInUser | undefined> {
    setIsWaiting(true);
    const session = await sessionReady();
    setIsWaiting(false);
    if (session.state === 'signed-in') return session.user;
    if (session.state === 'failed') {
      toast('error', session.problem);
    } else {
      toast('info', sentence);
      await navigate(loginPath(path ?? pathname + search));
    }
  }
  return { isWaiting, signedIn };
}
