import { materialCalls } from '#contract/materials/calls.ts';
import { t } from '#languages/t.ts';
import { materialChanges } from '#web/features/materials/changes.ts';
import { NotesView } from '#web/features/materials/notes-view.tsx';
import { today } from '#web/features/weeks/week-words.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { actionOf } from '#web/lib/api/change.ts';
import { NOT_INDEXED } from '#web/lib/page/page-meta.ts';
import { titleOf } from '#web/lib/page/title.ts';
import type { Route } from './+types/notes';

const api = apiOf(materialCalls);

export { Failure as ErrorBoundary } from '#web/components/layout/failure.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  titleOf(matches, t('materials.notes_and_files')),
  NOT_INDEXED,
];

export const clientLoader = async ({ params: { id } }: Route.ClientLoaderArgs) => ({
  notes: await api.readLessonNotes({ params: { id } }),
  today: today(),
});

export const clientAction = actionOf(materialChanges);

export default function Notes({ loaderData }: Route.ComponentProps) {
  return <NotesView {...loaderData} />;
}
