import type { PlanDraft } from '#contract/plans.ts';
import { api } from '#web/lib/api.ts';
import { attempt } from '#web/lib/change.ts';

export const planChanges = {
  changePlans: ({ id, plans }: { id: string; plans: readonly PlanDraft[] }) =>
    attempt(api.changePlans({ params: { id }, body: { plans: [...plans] } }), ({ lessons }) =>
      lessons.length === 1 ? 'Saved: 1 lesson' : `Saved: ${lessons.length} lessons`,
    ),
};
