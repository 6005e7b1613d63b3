import { useSyncExternalStore } from 'react';

/*
 * What a person is asked in a dialog that any page has, and what was begun goes on with the answer: who they
 * are, where a call wants a sign-in of the last minutes, and the second step of signing in.
 */

type Asked = {
  identity?: { answer: (isConfirmed: boolean) => void };
  secondStep?: {
    /** Goes on with a number, or a recovery code. Rejects where it is refused. */
    tryWith: (typed: string) => Promise<void>;
    /** Ends it without an answer. */
    giveUp: (error: unknown) => void;
  };
};

let asked: Asked = {};
const listeners = new Set<() => void>();

/** Asks something else, or, with undefined, no more. */
export function ask(change: Asked) {
  asked = { ...asked, ...change };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const currentlyAsked = () => asked;

/** Asks the person who they are once more; false where they would rather not. */
export async function confirmAgain(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const before = asked.identity;
  ask({
    identity: {
      answer: (isConfirmed) => {
        ask({ identity: undefined });
        before?.answer(isConfirmed);
        resolve(isConfirmed);
      },
    },
  });
  return promise;
}

/** What is being asked, for the dialogs. */
export const useAsked = () => useSyncExternalStore(subscribe, currentlyAsked, currentlyAsked);
