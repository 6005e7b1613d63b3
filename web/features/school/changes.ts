import { type Fact, schoolCalls } from '#contract/school/calls.ts';
import type { FactDraft } from '#contract/school/form.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';
import type { SchoolEdits } from './school-draft.ts';

const api = apiOf(schoolCalls);

type Placed<Draft> = Draft & { position?: number };
/** With what was read before. */
type Seen<Draft> = Draft & { was?: Pick<Fact, 'title' | 'words' | 'byline' | 'day'> };

/**
 * What admins change of the school and of what it tells. What is wrong with what was typed is said beside it.
 */
export const schoolChanges = {
  saveSchool: (body: SchoolEdits & { version: number }) =>
    attempt(api.updateSchool({ body }), () => t('school.saved_for_all')),
  addFact: (body: FactDraft) => attempt(api.addFact({ body }), () => t('common.saved')),
  updateFact: ({ id, ...body }: { id: string } & Seen<FactDraft>) =>
    attempt(api.updateFact({ params: { id }, body }), () => t('common.saved')),
  moveFact: ({ id, ...body }: { id: string } & Placed<Seen<FactDraft>>) =>
    announce(api.updateFact({ params: { id }, body })),
  deleteFact: (params: { id: string }) => announce(api.deleteFact({ params }), { done: t('school.deleted') }),
};
