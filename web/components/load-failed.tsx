import { useRevalidator } from 'react-router';

/** A load that failed, in a sentence, with a way to try again. */
export function LoadFailed({ error }: { error: unknown }) {
  const revalidator = useRevalidator();
  const isBusy = revalidator.state !== 'idle';
  const message =
    error instanceof Error && error.name === 'ApiError' ? error.message : 'This page could not be loaded.';
  return (
    <div role="alert" className="mx-auto max-w-md p-8 text-center">
      <h1 className="text-2xl">That did not work</h1>
      <p className="mt-3 mb-6">{message}</p>
      <button
        type="button"
        className="btn btn-primary"
        disabled={isBusy}
        onClick={() => revalidator.revalidate()}
      >
        {isBusy && <span className="loading loading-spinner loading-xs" aria-hidden="true" />}
        Retry
      </button>
    </div>
  );
}
