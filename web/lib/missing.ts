import { data, isRouteErrorResponse } from 'react-router';
import { apiErrorOf } from '#contract/client.ts';

/** Whether an error stands for the not-found page. */
export const isNotFoundPage = (error: unknown) => isRouteErrorResponse(error) && error.status === 404;

/** Shows the not-found page, with its status; for loaders. */
export function missing(): never {
  throw data(null, { status: 404 });
}

/** Waits for a call; null stands for what the school does not have. */
export async function orNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (apiErrorOf(error)?.kind === 'missing') return null;
    throw error;
  }
}

/** Waits for a call; what the school does not have becomes the not-found page. */
export const orMissing = async <T>(call: Promise<T>): Promise<T> => (await orNull(call)) ?? missing();
