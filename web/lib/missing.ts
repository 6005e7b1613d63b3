import { data } from 'react-router';
import type { ApiError } from '#contract/client.ts';

/** Shows the not-found page, with its status; for loaders. */
export function missing(): never {
  throw data(null, { status: 404 });
}

/** Waits for a call; what the school does not have becomes the not-found page. */
export async function orMissing<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    // By its status: on the server the error is made by another copy of the class.
    if ((error as Partial<ApiError>).status === 404) missing();
    throw error;
  }
}
