import { useSyncExternalStore } from 'react';

/*
 * Some calls want a sign-in of the last minutes. A user who makes one later is asked to sign in once more, in
 * a dialog that any page has, and the call goes on.
 */

type Asked = { answer: (isConfirmed: boolean) => void };

let asked: Asked | null = null;
const listeners = new Set<() => void>();

function publish(next: Asked | null) {
  asked = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Asks the person who they are once more; false where they would rather not. */
export async function confirmAgain(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const before = asked;
  publish({
    answer: (isConfirmed) => {
      publish(null);
      before?.answer(isConfirmed);
      resolve(isConfirmed);
    },
  });
  return promise;
}

/** What is being asked, for the dialog. */
export const useConfirmAgain = () =>
  useSyncExternalStore(
    subscribe,
    () => asked,
    () => null,
  );
