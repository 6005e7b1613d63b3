import { useEffect } from 'react';
import { Link, useRevalidator } from 'react-router';
import { goLiveCalls } from '#contract/golive/calls.ts';
import { t } from '#languages/t.ts';
import { CircleCheck } from '#web/components/icons/circle-check.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { goLiveChanges } from '#web/features/golive/changes.ts';
import { LineList } from '#web/features/golive/line-list.tsx';
import { noteStartSeen } from '#web/features/golive/start-seen.ts';
import { BeforeOpening } from '#web/features/rehearsal/before-opening.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/start';

const api = apiOf(goLiveCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('golive.before_you_open')),
  NOT_INDEXED,
];

export function clientLoader() {
  noteStartSeen();
  return api.readGoLive();
}

export const clientAction = actionOf(goLiveChanges);

export default function Start({ loaderData: lines }: Route.ComponentProps) {
  const { school } = useConfig();
  const done = lines.filter((line) => line.done).length;
  useLookAgain();
  return (
    <>
      <PageHeading
        title={t('golive.before_you_open')}
        lead={done < lines.length ? t('golive.lead') : undefined}
      />
      {done === lines.length ? (
        <Ready name={school.name} />
      ) : (
        <div className="mt-6">
          <p className="font-semibold" role="status">
            {t('golive.done_of_all', { done, count: lines.length })}
          </p>
          <progress
            className="progress progress-primary mt-2 block w-full"
            value={done}
            max={lines.length}
            aria-label={t('golive.progress')}
          />
        </div>
      )}
      <BeforeOpening />
      <LineList lines={lines} />
    </>
  );
}

/**
 * What is mended elsewhere, in another window or by the one who runs the server, shows when the admin comes
 * back.
 */
function useLookAgain() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && void revalidate();
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [revalidate]);
}

function Ready({ name }: { name: string }) {
  return (
    <section aria-labelledby="ready" className="panel mt-6 flex flex-wrap items-center gap-x-5 gap-y-4 p-6">
      <CircleCheck className="size-10 shrink-0 text-success" aria-hidden="true" />
      <div className="min-w-0 grow basis-64">
        <h2 id="ready" className="text-subheading">
          {t('golive.is_ready', { name })}
        </h2>
        <p className="mt-1 text-quiet">{t('golive.all_in_order')}</p>
      </div>
      <Link to="/" className="btn btn-primary">
        {t('golive.see_school')}
      </Link>
      <Link to="/admin" className="btn btn-outline">
        {t('golive.dashboard')}
      </Link>
    </section>
  );
}
