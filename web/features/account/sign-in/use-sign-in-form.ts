import { useState } from 'react';
import { useReturnPath } from '#web/lib/address/return-path.ts';
import { identityFault } from '#web/lib/identity/identity-faults.ts';
import { firstPath, type Session, useSession } from '#web/lib/session/session.ts';
import { useRedirectAfterSignIn } from './use-redirect-after-sign-in.ts';

/**
 * What Login and Register share: one attempt at a time, what went wrong with it, and where a person goes who
 * is signed in.
 */
export function useSignInForm() {
  const session = useSession();
  const from = useReturnPath();
  const redirect = useRedirectAfterSignIn();
  const [isBusy, setIsBusy] = useState(false);
  // A window of another service is open; who closed it need not wait for that to be noticed.
  const [isAway, setIsAway] = useState(false);
  const [problem, setProblem] = useState('');

  async function run(signIn: () => Promise<Session>) {
    setIsBusy(true);
    setProblem('');
    try {
      const { state } = await signIn();
      // Still busy: a page that is being left must not look again where to send a signed-in person.
      if (state === 'signed-in') return await redirect();
    } catch (error) {
      setProblem(identityFault(error));
    }
    setIsBusy(false);
  }

  return {
    run,
    isBusy,
    /** Whether a new account waits for consent to the school's texts. */
    isConsenting: session.state === 'consenting',
    /** Whether their account is being deleted, and could be kept. */
    isLeaving: session.state === 'leaving',
    /** Whether they have to set the second step up first. */
    isSecuring: session.state === 'securing',
    problem: problem || (session.state === 'failed' ? session.problem : ''),
    setProblem,
    clear: () => setProblem(''),
    /** Where a person goes who was signed in already; null for anyone else. */
    target: session.state === 'signed-in' && !isBusy && !isAway ? (from ?? firstPath()) : null,
    socialButtons: { onBusy: setIsAway, onProblem: setProblem, onDone: redirect },
  };
}
