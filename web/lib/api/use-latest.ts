import { type RefObject, useEffect, useRef, useState } from 'react';
import { type ApiError, apiErrorOf } from '#contract/client.ts';
import { wentWrong } from './wire.ts';

/** The pause in typing, in milliseconds, after which the server is asked. */
const PAUSE_MS = 500;

type Known<Answer> = { of?: string; answer?: Answer; problem?: string; refusal?: ApiError };

/**
 * What the server says of something that is being typed. It follows at every pause, one call at a time: what
 * was typed over meanwhile is never asked about, so that no earlier answer comes after a later one. `of` is
 * what is typed, undefined while there is nothing to ask. Where the answer stands in a `pane` that may be out
 * of sight nothing is asked until it is seen; `isOpen` is its switch.
 */
export function useLatest<Answer>(
  of: string | undefined,
  ask: (of: string) => Promise<Answer>,
  { pane, isOpen }: { pane?: RefObject<HTMLElement | null>; isOpen?: boolean } = {},
) {
  const [known, setKnown] = useState<Known<Answer>>({});
  const [isAsking, setIsAsking] = useState(false);
  const pause = useRef(0);
  const isCurrent = of === undefined || known.of === of;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `isOpen` makes the effect run again once the pane is shown
  useEffect(() => {
    if (isAsking || isCurrent) return;
    async function show() {
      if (of === undefined || pane?.current?.checkVisibility() === false) return;
      pause.current = PAUSE_MS;
      setIsAsking(true);
      try {
        setKnown({ of, answer: await ask(of) });
      } catch (error) {
        const refusal = apiErrorOf(error);
        // What was known stays, with why it is not the latest.
        setKnown(({ answer }) => ({ of, answer, problem: refusal?.message ?? wentWrong(), refusal }));
      }
      setIsAsking(false);
    }
    const timer = setTimeout(show, pause.current);
    return () => clearTimeout(timer);
  }, [of, ask, isAsking, isCurrent, isOpen, pane]);

  return {
    /**
     * The last that there was, of what was typed before where `isCurrent` says so or there is a `problem`.
     */
    answer: of === undefined ? undefined : known.answer,
    isCurrent,
    problem: of === undefined ? undefined : known.problem,
    refusal: of === undefined ? undefined : known.refusal,
    /** Asks once more after a problem. */
    retry: () => setKnown(({ answer }) => ({ answer })),
  };
}
