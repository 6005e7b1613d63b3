import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { apiErrorOf } from '#contract/client.ts';
import { rehearsalCalls } from '#contract/rehearsal/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { rehearsalChanges } from '#web/features/rehearsal/changes.ts';
import { BeginRehearsal, RunningRehearsal } from '#web/features/rehearsal/rehearsal-view.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/rehearsal';

const api = apiOf(rehearsalCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('rehearsal.title')),
  NOT_INDEXED,
];

/** Null where the school is open. */
export async function clientLoader() {
  try {
    return await api.readRehearsal();
  } catch (error) {
    if (apiErrorOf(error)?.code === 'school-is-open') return null;
    throw error;
  }
}

export const clientAction = actionOf(rehearsalChanges);

export default function RehearsalPage({ loaderData: rehearsal }: Route.ComponentProps) {
  const state = rehearsal?.state;
  useLookAgain(state);
  return (
    <>
      <PageHeading title={t('rehearsal.title')} lead={t('rehearsal.lead')} />
      {rehearsal === null && <Sentence>{t('rehearsal.open_already')}</Sentence>}
      {state === 'unavailable' && <Sentence>{rehearsal?.problem}</Sentence>}
      {(state === 'none' || state === 'starting') && <BeginRehearsal isStarting={state === 'starting'} />}
      {rehearsal && (state === 'ready' || state === 'moving') && <RunningRehearsal rehearsal={rehearsal} />}
    </>
  );
}

const Sentence = ({ children }: { children: string | null | undefined }) => (
  <p className="panel mt-6 max-w-2xl p-6">{children}</p>
);

/** How often what happens in the copy is asked for, by what it is at; not before there is one. */
const EVERY_MS = { none: undefined, unavailable: undefined, starting: 1000, moving: 1000, ready: 5000 };

function useLookAgain(state: keyof typeof EVERY_MS | undefined) {
  const { revalidate } = useRevalidator();
  const every = state && EVERY_MS[state];
  useEffect(() => {
    if (every === undefined) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && void revalidate(), every);
    return () => clearInterval(timer);
  }, [every, revalidate]);
}
