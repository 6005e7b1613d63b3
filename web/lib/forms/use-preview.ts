import type { RefObject } from 'react';
import { markdownCalls } from '#contract/markdown/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { useLatest } from '#web/lib/api/use-latest.ts';

const api = apiOf(markdownCalls);

const ask = (markdown: string) => api.previewMarkdown({ body: { markdown } });

/**
 * A text in Markdown as readers will see it, by the server's own renderer; it follows what is typed. Nothing
 * is asked while `pane` is not to be seen; `isOpen` is its switch.
 */
export function usePreview(text: string, pane: RefObject<HTMLElement | null>, isOpen: boolean) {
  const of = text.trim() === '' ? undefined : text;
  const { answer, isCurrent, problem, retry } = useLatest(of, ask, { pane, isOpen });
  return { html: answer?.html ?? '', isCurrent, problem, retry };
}
