import { type ShouldRevalidateFunction, useRevalidator } from 'react-router';
import { apiErrorOf } from '#contract/client.ts';
import { toast } from '#web/components/toasts.tsx';
import { refreshMyClasses } from './my-classes.ts';

/** How a change went; `isUnreachable` when nobody answered. */
export type Outcome = { isDone: boolean; isUnreachable: boolean };

/** What is said of a change: `done` may depend on the answer; without `failed`, the refusal's own sentence is said. */
type Words<Answer> = { done: string | ((answer: Answer) => string); failed?: string };

/** Waits for a change and says in a toast how it went. Never rejects. */
export async function announce<Answer>(
  change: Promise<Answer>,
  { done, failed }: Words<Answer>,
): Promise<Outcome> {
  try {
    const answer = await change;
    void toast('success', typeof done === 'string' ? done : done(answer));
    return { isDone: true, isUnreachable: false };
  } catch (error) {
    const refusal = apiErrorOf(error);
    void toast('error', failed ?? refusal?.message ?? 'Something went wrong. Please try again.');
    return { isDone: false, isUnreachable: refusal?.kind === 'silence' };
  }
}

/** `announce`, and then the page's data anew; when nobody answers, the page that stands stays. */
export function useAnnouncedChange() {
  const { revalidate } = useRevalidator();
  return async <Answer>(change: Promise<Answer>, words: Words<Answer>): Promise<void> => {
    const { isUnreachable } = await announce(change, words);
    if (!isUnreachable) await Promise.all([revalidate(), refreshMyClasses()]);
  };
}

/** For a page whose actions give an `Outcome`: a list that stands is not replaced by a failed load when nobody answers. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  (actionResult as Outcome | undefined)?.isUnreachable ? false : defaultShouldRevalidate;
