import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { planChanges } from '#web/features/plans/changes.ts';
import { loadPlans } from '#web/features/plans/load-plans.ts';
import { PlanForm } from '#web/features/plans/plan-form.tsx';
import { actionOf } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/plan';

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('areas.class_times')),
  NOT_INDEXED,
];

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadPlans(params.id);

export const clientAction = actionOf(planChanges);

/** While it is saved, the form keeps what it began with. */
export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionResult ? false : defaultShouldRevalidate;

export default function Plan({ loaderData }: Route.ComponentProps) {
  const { _id, classname } = loaderData.item;
  return (
    <>
      <div className="mb-6">
        <PageHeading title={t('areas.class_times')} lead={<OwnWords>{classname}</OwnWords>} />
      </div>
      <PlanForm key={_id} {...loaderData} list={`../lessons/${_id}`} />
    </>
  );
}
