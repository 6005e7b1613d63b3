import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as form from './form.ts';
import type * as schema from './schema.ts';

/** When a class meets, every week or every other one. */
export type Plan = z.input<typeof schema.Plan>;
/** A plan as it is entered. */
export type PlanDraft = z.input<typeof form.PlanDraft>;
/** Where and when a class could meet instead of one of its times. */
export type FreeForPlan = z.input<typeof schema.FreeForPlan>;
/** The effect of a class's plans on its lessons. */
export type PlannedLessons = z.input<typeof schema.PlannedLessons>;

/** The most plans of a class: two for each day of the week. */
export const PLANS_MAX = 14;
/** The longest plan in days; a longer one is taken for a mistake. */
export const PLAN_DAYS_MAX = 400;

const access = { instructor: { self: 'class' }, office: 'any', admin: 'any' } as const;

export const planCalls = {
  listPlans: { method: 'GET', url: '/class/plans/:id', config: { access: { ...access, key: 'read' } } },
  findFreeForPlan: {
    method: 'GET',
    url: '/class/plans/:id/free',
    config: { access: { ...access, key: 'read' } },
  },
  changePlans: {
    method: 'PUT',
    url: '/class/plans/:id',
    config: { access, changes: ['classes', 'timetable'] },
  },
} as const satisfies Calls;
