import { useRouteLoaderData } from 'react-router';
import type { TextMention } from '#contract/texts/calls.ts';

/** Which of the school's texts are written, as the frame of every page has read it. */
export const useWrittenTexts = () =>
  (useRouteLoaderData('routes/site') as readonly TextMention[] | undefined) ?? [];
