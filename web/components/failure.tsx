import { isRouteErrorResponse, useRouteError } from 'react-router';
import { useConfig } from '#web/lib/config.ts';
import { failureTitle } from '#web/lib/title.ts';
import { LoadFailed } from './load-failed.tsx';
import { NotFound } from './not-found.tsx';

/** What an error boundary shows: the not-found page, or that a load failed and how to try again. */
export function Failure() {
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  const school = useConfig()?.schoolName ?? 'Cadenza';
  return (
    <>
      <title>{`${school} | ${failureTitle(error)}`}</title>
      {isMissing ? <NotFound /> : <LoadFailed error={error} />}
    </>
  );
}
