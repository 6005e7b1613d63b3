import { Link, useRevalidator, useRouteError } from 'react-router';
import { apiErrorOf } from '#contract/client.ts';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { CloudOff } from '#web/components/icons/cloud-off.tsx';
import { isNotFoundPage } from '#web/lib/api/missing.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { failureTitle } from '#web/lib/page/title.ts';
import { NotFound } from './not-found.tsx';

/**
 * The one error boundary, for routes to export: the not-found page, or that a load failed and how to try
 * again.
 */
export function Failure() {
  const error = useRouteError();
  const school = useConfig()?.school.name ?? 'Cadenza';
  return (
    <>
      <title>{`${school} | ${failureTitle(error)}`}</title>
      {isNotFoundPage(error) ? <NotFound /> : <LoadFailed error={error} />}
    </>
  );
}

/** A load that failed, in a sentence, with a way to try again; what does not exist is not asked for again. */
function LoadFailed({ error }: { error: unknown }) {
  const revalidator = useRevalidator();
  const isBusy = revalidator.state !== 'idle';
  const refusal = apiErrorOf(error);
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center px-6 py-20 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-blush text-error">
        <CloudOff className="size-6" aria-hidden="true" />
      </span>
      <h1 className="mt-5 text-heading">{t('common.something_went_wrong')}</h1>
      <p className="mt-3 mb-7 text-lead text-quiet">{refusal?.message ?? t('common.page_not_loaded')}</p>
      {refusal?.kind === 'missing' ? (
        <Link to="/" className="btn btn-primary">
          {t('common.back_to_home')}
        </Link>
      ) : (
        <ActionButton className="btn btn-primary" isBusy={isBusy} onClick={() => revalidator.revalidate()}>
          {t('common.retry')}
        </ActionButton>
      )}
    </div>
  );
}
