import { useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { withoutLanguage } from '#languages/addresses.ts';

/** A load shorter than this does not flash a spinner. */
const SPINNER_AFTER_MS = 150;

/**
 * Where a navigation leads that has been on its way for a while; a change of the query alone keeps the page.
 */
export function useSlowNavigation(): string | undefined {
  const { pathname } = useLocation();
  const coming = useNavigation().location?.pathname;
  // Of what is on its way the router says the whole path.
  const path = coming === undefined ? undefined : withoutLanguage(coming);
  const target = path === pathname ? undefined : path;
  const isComing = target !== undefined;
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isComing) return;
    const timer = setTimeout(setIsSlow, SPINNER_AFTER_MS, true);
    // Led on elsewhere it is still on its way: the page that is being left does not come back meanwhile.
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isComing]);
  return isSlow ? target : undefined;
}

/** The signed-in area that a path lies in; an area stands while one of its own pages is on its way. */
export const areaOf = (path: string) => /^\/(admin|instructor|student)(?=\/|$)/.exec(path)?.[1];
