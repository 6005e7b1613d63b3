import { closureCalls } from '#contract/closures/calls.ts';
import { instructorCalls } from '#contract/instructors/calls.ts';
import { roomCalls } from '#contract/rooms/calls.ts';
import { termCalls } from '#contract/terms/calls.ts';
import { dayAt } from '#contract/time/wall-time.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { circularChanges } from '#web/features/circulars/changes.ts';
import { WriteButton } from '#web/features/circulars/write-button.tsx';
import { closureChanges } from '#web/features/closures/changes.ts';
import { ClosureList } from '#web/features/closures/closure-list.tsx';
import { termChanges } from '#web/features/terms/changes.ts';
import { TermList } from '#web/features/terms/term-list.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/terms';

const api = apiOf(termCalls, closureCalls, roomCalls, instructorCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('terms.terms')), NOT_INDEXED];

export async function clientLoader() {
  const [terms, closures, rooms, teachers] = await Promise.all([
    api.listTerms(),
    api.listClosures(),
    api.listRooms(),
    api.listInstructors(),
  ]);
  return { terms, closures, rooms, teachers };
}

export const clientAction = actionOf({ ...termChanges, ...closureChanges, ...circularChanges });

export default function Terms({ loaderData: { terms, ...closing } }: Route.ComponentProps) {
  const { timezone = 'UTC' } = useConfig().school;
  return (
    <>
      <PageHeading title={t('terms.terms')} lead={t('terms.lead')} />
      <div className="mt-8 space-y-12">
        <TermList
          terms={terms}
          write={({ _id: termid, name }) => <WriteButton to={{ termid }} name={name} />}
        />
        <ClosureList {...closing} today={dayAt(Date.now(), timezone)} />
      </div>
    </>
  );
}
