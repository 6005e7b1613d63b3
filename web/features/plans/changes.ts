import { type FreeForPlan, type PlanDraft, planCalls } from '#contract/plans/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { attempt } from '#web/lib/api/change.ts';
import { draftOf, type TypedPlan } from './typed-plan.ts';

const api = apiOf(planCalls);

export const planChanges = {
  changePlans: ({ id, plans, version }: { id: string; plans: readonly PlanDraft[]; version: number }) =>
    attempt(api.changePlans({ params: { id }, body: { plans: [...plans], version } }), ({ lessons }) =>
      t('plans.saved', { count: lessons.length }),
    ),
};

/** What is free in the place of a time `of` the form. */
export type FreePlan = FreeForPlan & { of: TypedPlan };

/** Where and when a class could meet instead, for each of its times that it cannot have; never rejects. */
export async function findFree(id: string, typed: readonly TypedPlan[]): Promise<FreePlan[]> {
  const asked = typed.map(async (of) => {
    const { roomid, ...plan } = draftOf(of);
    const querystring = { ...plan, roomid: roomid ?? '' };
    return { ...(await api.findFreeForPlan({ params: { id }, querystring })), of };
  });
  const found = await Promise.all(asked).catch(() => []);
  return found.filter(({ taken }) => taken);
}
