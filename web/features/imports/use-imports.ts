import { useEffect, useState } from 'react';
import { type Import, importCalls } from '#contract/imports/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';

const api = apiOf(importCalls);

const LOOK_AGAIN_MS = 1000;

/**
 * The imports that were made. While one is at work, or `isWaiting` for one to begin, the list is polled, so
 * that every admin who has the page open sees how far it is; a look that fails is left out.
 */
export function useImports(loaded: readonly Import[], { isWaiting }: { isWaiting: boolean }) {
  const [imports, setImports] = useState(loaded);
  const [before, setBefore] = useState(loaded);
  if (before !== loaded) {
    setBefore(loaded);
    setImports(loaded);
  }
  const isLooking = isWaiting || imports.some(({ state }) => state === 'working');
  useEffect(() => {
    if (!isLooking) return undefined;
    let isOver = false;
    const timer = setInterval(async () => {
      const now = await api.listImports().catch(() => undefined);
      if (now && !isOver) setImports(now);
    }, LOOK_AGAIN_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [isLooking]);
  return imports;
}
