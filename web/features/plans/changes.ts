import { type PlanDraft, planCalls } from '#contract/plans.ts';
import { apiOf } from '#web/lib/api.ts';
import { attempt } from '#web/lib/change.ts';

const api = apiOf(planCalls);

export const planChanges = {
  changePlans: ({ id, plans }: { id: string; plans: readonly PlanDraft[] }) =>
    attempt(api.changePlans({ params: { id }, body: { plans: [...plans] } }), ({ lessons }) =>
      lessons.length === 1 ? 'Saved: 1 lesson' : `Saved: ${lessons.length} lessons`,
    ),
};
