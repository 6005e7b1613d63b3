import { materialCalls } from '#contract/materials/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(materialCalls);

/** What is changed of what is given in lessons, and of the days on which learners practised. */
export const materialChanges = {
  writeNotes: ({ id, ...body }: { id: string; markdown: string; version: number }) =>
    attempt(api.writeLessonNotes({ params: { id }, body }), t('materials.saved')),
  deleteFile: ({ id, name }: { id: string; name: string }) =>
    announce(api.deleteLessonFile({ params: { id } }), { done: t('materials.file_deleted', { name }) }),
  markPractised: ({ isPractised, ...params }: { learnerid: string; day: string; isPractised: boolean }) =>
    announce<unknown>(isPractised ? api.markPractised({ params }) : api.unmarkPractised({ params })),
};
