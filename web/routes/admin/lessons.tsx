import { meetsInBrief } from '#contract/messages/meets-words.ts';
import { t } from '#languages/t.ts';
import { useAway } from '#web/features/away/away-button.tsx';
import { awayChanges } from '#web/features/away/changes.ts';
import { lessonChanges } from '#web/features/lessons/changes.ts';
import { LessonsView } from '#web/features/lessons/lessons-view.tsx';
import { loadLessons } from '#web/features/lessons/load-lessons.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/lessons';

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [titleOf(matches, t('areas.lessons')), NOT_INDEXED];

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadLessons(params.id);

export const clientAction = actionOf({ ...lessonChanges, ...awayChanges });

export default function Lessons({ loaderData }: Route.ComponentProps) {
  const formats = useFormats();
  const { _id, meets } = loaderData.item;
  const away = useAway('btn btn-ghost btn-sm');
  return (
    <>
      <LessonsView
        {...loaderData}
        meets={meets ? meetsInBrief(meets, formats) : undefined}
        plan={`/admin/plan/${_id}`}
        notes="/admin/notes"
        registers="/admin/registers"
        actions={away.buttonsOf}
      />
      {away.dialog}
    </>
  );
}
