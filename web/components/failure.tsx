import { isRouteErrorResponse, useRouteError } from 'react-router';
import { LoadFailed } from './load-failed.tsx';
import { NotFound } from './not-found.tsx';

/** What an error boundary shows: the not-found page, or that a load failed and how to try again. */
export function Failure() {
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return isMissing ? <NotFound /> : <LoadFailed error={error} />;
}
