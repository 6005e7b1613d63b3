import { type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router';
import { HOURS, WEEKDAY_NUMBERS } from '#contract/classes/calls.ts';
import { t } from '#languages/t.ts';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { planChanges } from '#web/features/plans/changes.ts';
import { loadPlans } from '#web/features/plans/load-plans.ts';
import { PlanForm } from '#web/features/plans/plan-form.tsx';
import type { WishedTime } from '#web/features/plans/typed-plan.ts';
import { chosen } from '#web/lib/address/address.ts';
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
  const [address] = useSearchParams();
  return (
    <>
      <div className="mb-6">
        <PageHeading title={t('areas.class_times')} lead={<OwnWords>{classname}</OwnWords>} />
      </div>
      <PlanForm key={_id} {...loaderData} wished={wishedTime(address)} list={`../lessons/${_id}`} />
    </>
  );
}

/** The time at which a class that is made of wishes could meet. */
function wishedTime(address: URLSearchParams): WishedTime | undefined {
  const weekday = chosen(address, 'weekday', WEEKDAY_NUMBERS);
  const starttime = chosen(address, 'from', HOURS);
  return weekday && starttime ? { weekday, starttime } : undefined;
}
