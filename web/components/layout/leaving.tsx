import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useBlocker } from 'react-router';

/** The state of a navigation that follows a save: nothing is lost by it. */
export const AFTER_SAVE = { isSaved: true };

type Leaving = {
  /**
   * Why the page that was asked for does not come yet: what is typed here would be lost, or there is no
   * connection.
   */
  why?: 'unsaved' | 'offline';
  go: () => void;
  stay: () => void;
  /** Does what ends this page, such as signing out; where something has been typed it asks first. */
  leaveBy: (act: () => unknown) => void;
};

const Context = createContext<Leaving>({ go() {}, stay() {}, leaveBy: (act) => void act() });
const unsaved = new Set<() => boolean>();
const hasUnsaved = () => [...unsaved].some((isUnsaved) => isUnsaved());

/** Makes leaving the page ask as long as `isUnsaved` says so; gives the function that ends it. */
export function guardUnsaved(isUnsaved: () => boolean): () => void {
  unsaved.add(isUnsaved);
  return () => {
    unsaved.delete(isUnsaved);
  };
}

export const useLeaving = () => useContext(Context);

/**
 * Holds a navigation up where something speaks against it: the router takes one such place in a whole app.
 */
export function LeavingProvider({ children }: { children: ReactNode }) {
  const { state, proceed, reset } = useBlocker(({ currentLocation, nextLocation }) => {
    if (nextLocation.pathname === currentLocation.pathname) return false;
    if ((nextLocation.state as Partial<typeof AFTER_SAVE> | null)?.isSaved) return false;
    // Without the page's scripts the router would reload, and the browser show a page of its own.
    return hasUnsaved() || !navigator.onLine;
  });
  useEffect(() => {
    // The browser asks in its own words.
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  /** An action that would leave this page, until the user has answered. */
  const [act, setAct] = useState<() => unknown>();
  const leaving = useMemo((): Leaving => {
    const stay = () => (act ? setAct(undefined) : reset?.());
    function go() {
      if (!act) return proceed?.();
      // What was typed is given up: nothing that follows asks again.
      unsaved.clear();
      setAct(undefined);
      act();
    }
    const leaveBy: Leaving['leaveBy'] = (wanted) => (hasUnsaved() ? setAct(() => wanted) : void wanted());
    const why = state === 'blocked' && !hasUnsaved() ? 'offline' : 'unsaved';
    return { why: act || state === 'blocked' ? why : undefined, go, stay, leaveBy };
  }, [act, state, proceed, reset]);
  return <Context value={leaving}>{children}</Context>;
}
