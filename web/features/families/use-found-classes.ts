import { useEffect, useState } from 'react';
import { classCalls, type ListedClass } from '#contract/classes/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';

const api = apiOf(classCalls);

const TYPING_MS = 250;
const SHOWN = 4;

/**
 * Classes that are open for enrolment and that these words find, the first of them; undefined until they are
 * there.
 */
export function useFoundClasses(q: string): readonly ListedClass[] | undefined {
  const [found, setFound] = useState<readonly ListedClass[]>();
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(async () => {
      const page = await api.browseClasses({ querystring: { q } }).catch(() => undefined);
      if (!isOver) setFound(page?.items.slice(0, SHOWN) ?? []);
    }, TYPING_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [q]);
  return found;
}
