import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { classCalls } from '#contract/classes/calls.ts';
import { instrumentCalls } from '#contract/instruments/calls.ts';
import { t } from '#languages/t.ts';
import { editChanges } from '#web/features/classes/changes.ts';
import { UpdateClassForm } from '#web/features/classes/forms/update-class-form.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/update-class';

const api = apiOf(classCalls, instrumentCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('areas.update_class')),
  NOT_INDEXED,
];

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const [item, instruments] = await Promise.all([api.readClass({ params }), api.listInstruments()]);
  return { item, instruments };
}

export const clientAction = actionOf(editChanges);

/** While it is saved, the form keeps what it began with. */
export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionResult ? false : defaultShouldRevalidate;

export default function UpdateClass({ loaderData: { item, instruments } }: Route.ComponentProps) {
  return (
    <UpdateClassForm
      key={item._id}
      item={item}
      instruments={instruments}
      list="/admin/manageclass"
      isOffice
    />
  );
}
