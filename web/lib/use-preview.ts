import { type RefObject, useEffect, useRef, useState } from 'react';
import { apiErrorOf } from '#contract/client.ts';
import { api } from './api.ts';
import { WENT_WRONG } from './wire.ts';

/** How long somebody pauses before what they typed is shown. */
const PAUSE_MS = 500;

/** `of` is the text that was asked for last; `problem` says why it is not what is shown. */
type Preview = { of?: string; html: string; problem?: string };

const ask = (text: string): Promise<Preview> =>
  api.previewMarkdown({ body: { markdown: text } }).then(
    ({ html }) => ({ of: text, html }),
    (error) => ({ of: text, html: '', problem: apiErrorOf(error)?.message ?? WENT_WRONG }),
  );

/**
 * A text in Markdown as readers will see it, by the server's own renderer. It follows what is typed at every pause, one call at a time: what was
 * typed over meanwhile is never asked for, and nothing is while `pane` is not to be seen; `isOpen` is its switch.
 */
export function usePreview(text: string, pane: RefObject<HTMLElement | null>, isOpen: boolean) {
  const [preview, setPreview] = useState<Preview>({ html: '' });
  const [isAsking, setIsAsking] = useState(false);
  const pause = useRef(0);
  const isEmpty = text.trim() === '';
  const isCurrent = isEmpty || preview.of === text;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is opened is asked for
  useEffect(() => {
    if (isAsking || isCurrent) return;
    async function show() {
      if (!pane.current?.checkVisibility()) return;
      pause.current = PAUSE_MS;
      setIsAsking(true);
      const next = await ask(text);
      // What was shown stays, with why it is not the latest.
      setPreview((before) => (next.problem ? { ...next, html: before.html } : next));
      setIsAsking(false);
    }
    const timer = setTimeout(show, pause.current);
    return () => clearTimeout(timer);
  }, [text, isAsking, isCurrent, isOpen, pane]);

  return {
    html: isEmpty ? '' : preview.html,
    isCurrent,
    problem: isEmpty ? undefined : preview.problem,
    /** Asks once more after a problem. */
    retry: () => setPreview(({ html }) => ({ html })),
  };
}
