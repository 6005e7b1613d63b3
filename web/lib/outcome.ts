import type { ShouldRevalidateFunction } from 'react-router';
import type { ApiError } from '#contract/client.ts';
import { toast } from '#web/components/toasts.tsx';

/** How a change went; `isUnreachable` when nobody answered. */
export type Outcome = { isDone: boolean; isUnreachable: boolean };

/** Waits for a change and says in a toast how it went; without `failed`, the refusal's own sentence. Never rejects. */
export async function announce(
  change: Promise<unknown>,
  { done, failed }: { done: string; failed?: string },
): Promise<Outcome> {
  try {
    await change;
    void toast('success', done);
    return { isDone: true, isUnreachable: false };
  } catch (error) {
    const { status, message } = error as ApiError;
    void toast('error', failed ?? message);
    return { isDone: false, isUnreachable: status === 0 || status >= 500 };
  }
}

/** For a page whose actions give an `Outcome`: a list that stands is not replaced by a failed load when nobody answers. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  (actionResult as Outcome | undefined)?.isUnreachable ? false : defaultShouldRevalidate;
