import { thingCalls } from '#contract/things/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { thingChanges } from '#web/features/things/changes.ts';
import { ThingList } from '#web/features/things/thing-list.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/things';

const api = apiOf(thingCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('things.things')), NOT_INDEXED];

export const clientLoader = () => api.listThings();

export const clientAction = actionOf(thingChanges);

export default function Things({ loaderData: things }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title={t('things.things')} />
      <ThingList things={things} />
    </>
  );
}
