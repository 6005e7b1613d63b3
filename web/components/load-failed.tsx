import { CloudOff } from 'lucide-react';
import { Link, useRevalidator } from 'react-router';
import { ApiError } from '#contract/client.ts';
import { ActionButton } from './action-button.tsx';

/** A load that failed, in a sentence, with a way to try again; what does not exist is not asked for again. */
export function LoadFailed({ error }: { error: unknown }) {
  const revalidator = useRevalidator();
  const isBusy = revalidator.state !== 'idle';
  const refusal = error instanceof ApiError ? error : undefined;
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center px-6 py-20 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-blush text-error">
        <CloudOff className="size-6" aria-hidden="true" />
      </span>
      <h1 className="mt-5 text-heading">Something went wrong</h1>
      <p className="mt-3 mb-7 text-lead text-quiet">{refusal?.message ?? 'This page could not be loaded.'}</p>
      {refusal?.status === 404 ? (
        <Link to="/" className="btn btn-primary">
          Back to Home
        </Link>
      ) : (
        <ActionButton className="btn btn-primary" isBusy={isBusy} onClick={() => revalidator.revalidate()}>
          Retry
        </ActionButton>
      )}
    </div>
  );
}
