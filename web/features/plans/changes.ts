import { type PlanDraft, planCalls } from '#contract/plans/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { attempt } from '#web/lib/api/change.ts';

const api = apiOf(planCalls);

export const planChanges = {
  changePlans: ({ id, plans, version }: { id: string; plans: readonly PlanDraft[]; version: number }) =>
    attempt(api.changePlans({ params: { id }, body: { plans: [...plans], version } }), ({ lessons }) =>
      t('plans.saved', { count: lessons.length }),
    ),
};
