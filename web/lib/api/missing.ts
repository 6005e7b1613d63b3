import { data, isRouteErrorResponse } from 'react-router';
import { apiErrorOf } from '#contract/client.ts';

/** Whether an error stands for the not-found page. */
export const isNotFoundPage = (error: unknown) => isRouteErrorResponse(error) && error.status === 404;

/** Shows the not-found page, with its status; for loaders. */
export function missing(): never {
  throw data(null, { status: 404 });
}

/**
 * A refusal of what stands in the address: nothing has that id any more, or nothing can have it, such as one
 * of three hundred letters.
 */
const isMissing = (error: unknown) => {
  const refusal = apiErrorOf(error);
  return (
    refusal?.kind === 'missing' || refusal?.code === 'invalid-input' || refusal?.code === 'class-called-off'
  );
};

/** Waits for a call that asks for what the address names; null stands for what the school does not have. */
export async function orNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The same; what the school does not have becomes the not-found page. */
export const orMissing = async <T>(call: Promise<T>): Promise<T> => (await orNull(call)) ?? missing();
