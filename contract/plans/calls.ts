import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as form from './form.ts';
import type * as schema from './schema.ts';

/** When a class meets, every week or every other one. */
export type Plan = z.input<typeof schema.Plan>;
/** What is said of it. */
export type PlanDraft = z.input<typeof form.PlanDraft>;
/** What becomes of a class's lessons by its plans. */
export type PlannedLessons = z.input<typeof schema.PlannedLessons>;

/** How many a class may have: twice a day. */
export const PLANS_MAX = 14;
/** From the first day of a plan to the last; longer is a slip. */
export const PLAN_DAYS_MAX = 400;

const access = { instructor: { self: 'class' }, admin: 'any' } as const;

export const planCalls = {
  listPlans: { method: 'GET', url: '/class/plans/:id', config: { access: { ...access, key: 'read' } } },
  changePlans: {
    method: 'PUT',
    url: '/class/plans/:id',
    config: { access, changes: ['classes', 'timetable'] },
  },
} as const satisfies Calls;
